"""OpenStreetMap's time zones (PyPI timezonefinder-data): the country of a point, and the borders between countries."""

import functools

import numpy
import timezonefinder

from . import sphere

ZONE_TABLE = "/usr/share/zoneinfo/zone.tab"
UNITS_PER_DEGREE = 10_000_000


@functools.cache
def country_of_zone():
    """ISO 3166-1 code by time zone, from tzdata."""
    with open(ZONE_TABLE, encoding="utf-8") as file:
        rows = (line.rstrip("\n").split("\t") for line in file if line[0] != "#")
        return {row[2]: row[0] for row in rows}


@functools.cache
def finder():
    return timezonefinder.TimezoneFinder(in_memory=True)


def country_at(latitude, longitude):
    """The country of a point's zone, "" at sea."""
    return country_of_zone().get(finder().timezone_at(lng=longitude, lat=latitude), "")


def borders(spacing_km):
    """The lines between zones of different countries (on land and, where zones meet there, at sea), as `sphere.Lines`.

    Neighbours in OpenStreetMap share the vertices of their border: an edge that zones of two countries have is one.
    """
    countries = country_of_zone()
    numbers = {code: number for number, code in enumerate(sorted(set(countries.values())))}
    edges, owners = [], []
    for zone in finder().timezone_names:
        # Antarctica's zones are claims that overlap.
        if countries.get(zone, "AQ") == "AQ":
            continue
        for polygon in finder().get_geometry(tz_name=zone, coords_as_pairs=True):
            for ring in polygon:
                points = numpy.rint(numpy.array(ring) * UNITS_PER_DEGREE).astype(numpy.int64)
                corners = (points[:, 0] << 32) ^ (points[:, 1] & 0xFFFF_FFFF)
                following = numpy.roll(corners, -1)
                both = numpy.minimum(corners, following), numpy.maximum(corners, following)
                edges.append(numpy.stack(both, axis=1))
                owners.append(numpy.full(len(corners), numbers[countries[zone]]))
    edges, owners = numpy.concatenate(edges), numpy.concatenate(owners)
    order = numpy.lexsort([owners, edges[:, 1], edges[:, 0]])
    edges, owners = edges[order], owners[order]
    shared = numpy.flatnonzero((edges[1:] == edges[:-1]).all(axis=1) & (owners[1:] != owners[:-1]))
    corners = edges[shared]
    longitudes = (corners >> 32).astype(float)
    latitudes = (corners & 0xFFFF_FFFF).astype(numpy.uint32).astype(numpy.int32).astype(float)
    ends = numpy.stack([longitudes, latitudes], axis=-1) / UNITS_PER_DEGREE
    ends = ends[(ends[:, 0] != ends[:, 1]).any(axis=1)]
    return sphere.Lines(sphere.densified(ends[:, 0], ends[:, 1], spacing_km), spacing_km)
