"""Points on land, evenly by area, on whose country three border sources agree.

OpenStreetMap's time zones (with tzdata's zone.tab), the Digital Chart of the World and Natural Earth. What they disagree
about (disputed land, coasts, borders that one of them draws badly) is left out: these sets ask for what is beyond doubt.
"""

import functools

import numpy

from . import dcw, osm_zones, shapefiles, sphere
from .boundaries import BoundaryMap

SPHERE_POINTS = 400_000
CORRIDOR_POINTS = 60_000
BORDER_SPACING_KM = 0.2


@functools.cache
def _borders():
    return osm_zones.borders(BORDER_SPACING_KM)


@functools.cache
def _maps():
    return BoundaryMap(dcw.country_rings()), BoundaryMap(shapefiles.country_rings())


def _agreed(latitudes, longitudes):
    """The points whose country is beyond doubt."""
    chart, natural_earth = (boundaries.labels(latitudes, longitudes) for boundaries in _maps())
    for latitude, longitude, first, second in zip(latitudes.tolist(), longitudes.tolist(), chart, natural_earth):
        country = second.partition("/")[0]
        if country and country == first and country == osm_zones.country_at(latitude, longitude):
            yield {"latitude": latitude, "longitude": longitude, "country": country}


def everywhere():
    return _agreed(*sphere.random_points(SPHERE_POINTS, numpy.random.default_rng(1)))


def within_10_km():
    return _agreed(*_borders().random_points_within(10, CORRIDOR_POINTS, numpy.random.default_rng(2)))


def within_1_km():
    return _agreed(*_borders().random_points_within(1, CORRIDOR_POINTS, numpy.random.default_rng(3)))
