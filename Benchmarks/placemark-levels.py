#!/usr/bin/env python3
"""How often names are right when the location is off: the figures of docs/explain/how-it-decides.md.

20,000 positions near people (places drawn by their inhabitants) and 20,000 round any place are looked up twice: as they
are, and moved by a Gaussian error with the given 95 % radius. Seeded: two runs give the same figures.

Usage: Benchmarks/placemark-levels.py    (after "make build")
"""

import json
import math
import random
import subprocess

WORLD = ".build/gazetteer/world.gazetteer"
CITIES = ".build/gazetteer/sources/cities500.json"
PLACEMARKCTL = ".build/release/placemarkctl"
POSITIONS = 20_000
RADII = [100, 1000, 3000, 5000, 10_000, 30_000, 100_000]
# The 95 % radius of a Gaussian error in two dimensions, in deviations of one.
DEVIATIONS = 2.4477
KEYS = ["subLocality", "postalCode", "locality", "subAdministrativeArea", "administrativeArea", "country", "timeZone"]


def moved(position, deviation, randomness):
    latitude = position[0] + randomness.gauss(0, deviation) / 111_195
    narrow = max(0.01, math.cos(math.radians(position[0])))
    longitude = position[1] + randomness.gauss(0, deviation) / 111_195 / narrow
    return max(-90, min(90, latitude)), (longitude + 180) % 360 - 180


def placemarks(positions):
    text = "".join(f"{latitude:.6f},{longitude:.6f}\n" for latitude, longitude in positions)
    command = [PLACEMARKCTL, "reverse", "--batch", "--gazetteer", WORLD]
    return [json.loads(line) for line in subprocess.run(
        command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()]


def main():
    randomness = random.Random(1)
    with open(CITIES, encoding="utf-8") as file:
        cities = json.load(file)
    places = [(float(c["latitude"]), float(c["longitude"]), int(c.get("population") or 0)) for c in cities.values()]
    near_people = [
        # A town spreads with the root of its inhabitants.
        moved(place, min(8000, 400 + 10 * math.sqrt(place[2])), randomness)
        for place in randomness.choices(places, [max(1, place[2]) for place in places], k=POSITIONS)]
    round_places = [moved(place, 4000, randomness) for place in randomness.choices(places, k=POSITIONS)]
    for title, positions in (("where people live", near_people), ("round any place", round_places)):
        print(f"| {title} | " + " | ".join(KEYS) + " |")
        truth = placemarks(positions)
        for radius in RADII:
            answers = placemarks([moved(position, radius / DEVIATIONS, randomness) for position in positions])
            shares = []
            for key in KEYS:
                claims = [(true.get(key), answer[key]) for true, answer in zip(truth, answers) if answer.get(key)]
                right = sum(expected == claimed for expected, claimed in claims)
                shares.append(f"{100 * right / max(1, len(claims)):.0f} %")
            print(f"| {radius} m | " + " | ".join(shares) + " |")


if __name__ == "__main__":
    main()
