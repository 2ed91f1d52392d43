"""Checks what the measurements rest on, with a few points that anybody can look up: run self_check."""

import importlib

import numpy

import names
import tables
import truth
from truth import dcw, osm_zones, shapefiles, sphere
from truth.boundaries import MORE_THAN_ONE, BoundaryMap

PARIS, DENVER, MASERU = (48.857, 2.352), (39.739, -104.985), (-29.31, 27.48)
CHUKOTKA, SUVA = (66.8, -178.0), (-18.14, 178.44)
MID_ATLANTIC = (0, -30)


def found(boundaries, *points):
    latitudes, longitudes = numpy.array(points, dtype=float).T
    return list(boundaries.labels(latitudes, longitudes))


def equal(name, actual, expected):
    assert actual == expected, f"{name}: {actual!r} instead of {expected!r}"
    print(f"{name}: as expected")


def sets():
    for name, maker in truth.SETS.items():
        module, function = maker.split(".")
        equal(f"truth set {name}", callable(getattr(importlib.import_module(f"truth.{module}"), function)), True)


def boundaries():
    square = numpy.array([(0, 0), (4, 0), (4, 4), (0, 4)], dtype=float)
    hole, inner, date_line = square / 2 + 1, square / 4 + 1.5, square + [178, 0]
    nested = BoundaryMap([("ring", square), ("ring", hole), ("inner", inner), ("date line", date_line)])
    equal("boundary with a hole", found(nested, (0.5, 0.5), (1.2, 1.2), (2, 2), (9, 9)), ["ring", "", "inner", ""])
    equal("boundary across 180°", found(nested, (1, 179), (1, -179), (1, -177)), ["date line", "date line", ""])
    overlapping = BoundaryMap([("a", square), ("b", square + 1)])
    equal("overlap", found(overlapping, (2, 2), (0.5, 0.5)), [MORE_THAN_ONE, "a"])


def maps():
    points = PARIS, DENVER, MASERU, CHUKOTKA, SUVA, MID_ATLANTIC
    countries = ["FR", "US", "LS", "RU", "FJ", ""]
    equal("Digital Chart of the World", found(BoundaryMap(dcw.country_rings()), *points), countries)
    equal("its states", found(BoundaryMap(dcw.state_rings()), DENVER, CHUKOTKA, PARIS), ["US-CO", "RU-CHU", ""])
    equal("its names", dcw.state_names()["US-CO"], "Colorado")
    natural_earth = found(BoundaryMap(shapefiles.country_rings()), *points)
    equal("Natural Earth", [label.partition("/")[0] for label in natural_earth], countries)
    equal("OpenStreetMap", [osm_zones.country_at(*point) for point in points], countries)
    counties = BoundaryMap((label, ring) for label, rings in shapefiles.census_counties() for ring in rings)
    equal("Census Bureau", found(counties, DENVER, PARIS), [("Denver", "08"), ""])


def distances():
    equal("a degree of the equator, in km", round(sphere.distance_km((0, 179.5), (0, -179.5)), 3), 111.195)
    meridian = sphere.densified(numpy.array([(10.0, 0.0)]), numpy.array([(10.0, 60.0)]), 0.1)
    line = sphere.Lines(meridian, 0.1)
    latitudes, longitudes = line.random_points_within(10, 10_000, numpy.random.default_rng(0))
    equal("all within 10 km of a meridian", bool((line.distances_km(latitudes, longitudes) <= 10).all()), True)
    # A strip of one width: half of its points lie between 0° and 30°, and half within 5 km.
    equal("spread evenly along it", abs((latitudes < 30).mean() - 0.5) < 0.02, True)
    equal("and across it", abs((line.distances_km(latitudes, longitudes) < 5).mean() - 0.5) < 0.02, True)


def texts():
    equal("cities", names.city("Saint-Étienne"), names.city("ST ETIENNE"))
    equal("counties", names.county("LaSalle Parish"), names.county("La Salle"))
    equal("states", names.state("Krasnoyarskiy Kray"), names.state("krasnoyarskiy"))
    low, high = tables.wilson(50, 100)
    equal("Wilson's interval of 50 in 100", (round(low, 1), round(high, 1)), (40.4, 59.6))


if __name__ == "__main__":
    sets()
    boundaries()
    texts()
    distances()
    maps()
