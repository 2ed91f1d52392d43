"""Well-known positions, and what somebody who lives there calls the city: `well-known.csv`, written from memory.

Centres, landmarks, stations, suburbs beside a metropolis, airports, shores and towns at borders, over the whole world. Where
people would say one of several names, each counts. Chosen before any rule of the city was.
"""

import csv
import pathlib


def positions():
    with open(pathlib.Path(__file__).parent / "well-known.csv", encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)
