"""Truth sets: made once by script from pinned packages, kept as CSV below .build/benchmarks/truth, never committed.

Each set has a module with a function that yields its rows (dictionaries); the first columns are `latitude` and
`longitude` in degrees, except where texts are asked for (`queries`). A changed script or pin makes them all anew.
"""

import csv
import hashlib
import importlib
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).parent
DIRECTORY = HERE.parent.parent / ".build" / "benchmarks" / "truth"

# Name of the set: module and function.
SETS = {
    "land": "land.everywhere",
    "border-10km": "land.within_10_km",
    "border-1km": "land.within_1_km",
    "airports": "airports.everywhere",
    "airport-towns": "airports.with_town",
    "states": "states.states",
    "us-states": "census.states",
    "us-counties": "census.counties",
    "us-places": "census.places",
    "zips": "zips.whole",
    "zips-even": "zips.even",
    "zips-odd": "zips.odd",
    "zips-beside": "zips.beside",
    "well-known": "well_known.positions",
    "ocean": "ocean.ocean",
    "inhabited": "shore.inhabited",
    "postal-shore": "shore.postal",
    "sea-shore": "shore.near_water",
    "cities": "cities.by_name",
    "cities-native": "cities.by_native_name",
    "queries-blind": "queries.blind",
    "queries-second": "queries.second",
    "queries-faults": "queries.faults",
    "spellings": "queries.spellings",
}


def _stamp():
    digest = hashlib.sha256()
    lists = [HERE.parent / name for name in ("queries.tsv", "spellings.tsv", "requirements-truth.txt")]
    for path in [*sorted(HERE.glob("*.py")), *sorted(HERE.glob("*.csv")), *lists]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def file(name):
    """The CSV file of a truth set, which is made first when it is not there."""
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    stamp = DIRECTORY / "stamp"
    if not stamp.exists() or stamp.read_text() != _stamp():
        for old in DIRECTORY.glob("*.csv"):
            old.unlink()
        stamp.write_text(_stamp())
    path = DIRECTORY / f"{name}.csv"
    if not path.exists():
        _make(name, path)
    return path


def rows(name):
    """The rows of a truth set."""
    with open(file(name), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _make(name, path):
    start = time.monotonic()
    print(f"truth set {name}: being made", file=sys.stderr, flush=True)
    module, function = SETS[name].split(".")
    made = list(getattr(importlib.import_module(f"truth.{module}"), function)())
    unfinished = path.with_suffix(".unfinished")
    with open(unfinished, "w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, made[0].keys())
        writer.writeheader()
        writer.writerows(made)
    unfinished.rename(path)
    print(f"truth set {name}: {len(made)} rows, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
