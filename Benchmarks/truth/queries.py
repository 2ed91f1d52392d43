"""What people type to find something: lists by hand, beside this directory, that are committed."""

import csv
import pathlib

BENCHMARKS = pathlib.Path(__file__).parent.parent


def _lines(name):
    with open(BENCHMARKS / name, encoding="utf-8", newline="") as lines:
        yield from csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE)


def _of(group):
    return (row for row in _lines("queries.tsv") if row.pop("set") == group)


def blind():
    """Everyday queries, written before anybody had looked at what is found."""
    return _of("blind")


def second():
    """The same once more, from a time when the rules were settled: nothing has been mended for these."""
    return _of("second")


def faults():
    """Reported faults of the search, and others of their kind."""
    return _of("faults")


def spellings():
    """Everyday spellings of addresses, for detail packs."""
    return _lines("spellings.tsv")
