"""Town and time zone of the USA's postal codes (PyPI zipcodes): at the middle of each code's area.

Standard codes in use. Those with an even last digit are for measuring, those with an odd one for choosing parameters.
"""

import bz2
import json

from .packages import data_file


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


def even():
    return (row for row in _standard() if row["zip"][-1] in "02468")


def odd():
    return (row for row in _standard() if row["zip"][-1] not in "02468")
