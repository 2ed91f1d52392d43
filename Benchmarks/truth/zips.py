"""Town, state and time zone of the USA's postal codes (PyPI zipcodes): at the middle of each code's area.

Standard codes in use. Those with an even last digit are for measuring, those with an odd one for choosing parameters.
"""

import bz2
import json
import math
import zlib

from .packages import data_file
from .states import iso_names


def _standard():
    for row in json.loads(bz2.decompress(data_file("zipcodes", "zips.json.bz2").read_bytes())):
        if row["zip_code_type"] == "STANDARD" and row["active"]:
            yield {
                "latitude": float(row["lat"]),
                "longitude": float(row["long"]),
                "names": "|".join([row["city"], *row["acceptable_cities"]]),
                "state": row["state"],
                "zone": row["timezone"],
                "zip": row["zip_code"],
            }


def whole():
    names = iso_names()
    return (row | {"stateName": names[f"US-{row['state']}"]} for row in _standard())


def even():
    return (row for row in _standard() if row["zip"][-1] in "02468")


def odd():
    return (row for row in _standard() if row["zip"][-1] not in "02468")


BESIDE_KM = 2
KM_PER_DEGREE = 111.195
# The post's name and GeoNames' are two names of one city.
GEONAMES_NAME = {"NEW YORK": "New York City"}


def _beside(row):
    """The row, asked 2 km beside its point, in a direction that its code gives: as if at random, but always the same."""
    direction = zlib.crc32(row["zip"].encode()) % 360
    latitude = row["latitude"] + BESIDE_KM / KM_PER_DEGREE * math.cos(math.radians(direction))
    east = BESIDE_KM / KM_PER_DEGREE * math.sin(math.radians(direction)) / math.cos(math.radians(latitude))
    names = [*row["names"].split("|"), GEONAMES_NAME.get(row["names"].split("|")[0].upper(), "")]
    return row | {
        "latitude": round(latitude, 5),
        "longitude": round(row["longitude"] + east, 5),
        "names": "|".join(filter(None, names)),
    }


def beside():
    return map(_beside, _standard())
