"""The Digital Chart of the World for GMT (Debian gmt-dcw): countries, and the states of eight of them."""

import h5py
import numpy

DIRECTORY = "/usr/share/gmt-dcw"
# Starts a new ring; coordinates are 0..65535 between the smallest and the largest of a boundary.
SEPARATOR = 65535


def _rings(file, key):
    longitude, latitude = file[key + "_lon"], file[key + "_lat"]
    packed = longitude[:]
    columns = [
        axis[:] / axis.attrs["scale"][0] + axis.attrs["min"][0] for axis in (longitude, latitude)
    ]
    vertices = numpy.stack(columns, axis=1)
    breaks = numpy.flatnonzero(packed == SEPARATOR)
    for start, end in zip(breaks, [*breaks[1:], len(packed)]):
        if end - start > 3:
            yield vertices[start + 1 : end]


def country_rings():
    """Pairs of ISO 3166-1 alpha-2 code and ring."""
    with h5py.File(f"{DIRECTORY}/dcw-gmt.nc") as file:
        for key in sorted(file):
            if key.endswith("_lon") and len(key) == len("XX_lon"):
                yield from ((key[:2], ring) for ring in _rings(file, key[:2]))


def state_rings():
    """Pairs of ISO 3166-2 code, such as US-CO, and ring."""
    with h5py.File(f"{DIRECTORY}/dcw-gmt.nc") as file:
        for key in sorted(file):
            if key.endswith("_lon") and len(key) > len("XX_lon"):
                code = key.removesuffix("_lon")
                yield from ((f"{code[:2]}-{code[2:]}", ring) for ring in _rings(file, code))


def state_names():
    """The name of each state by its code: "Khakassia (Khakasiya Respublika)"."""
    with open(f"{DIRECTORY}/dcw-states.txt", encoding="utf-8") as file:
        rows = (line.rstrip("\n").split(" ", 2) for line in file if line.strip() and line[0] != "#")
        return {f"{country}-{state}": name for country, state, name in rows}
