"""Points in the open ocean, evenly by area: at least 50 km (27 nautical miles) from all land.

Land is Natural Earth's and the Digital Chart of the World's: small atolls are missing in the one or the other. Nothing
south of 60° S, where it is a matter of opinion whether an ice shelf is land.
"""

import numpy

from . import dcw, osm_zones, shapefiles, sphere
from .boundaries import BoundaryMap

POINTS = 20_000
OFFSHORE_KM = 50
SPACING_KM = 5
# A sea without an ocean: west, south, east, north in degrees.
CASPIAN = (46, 36, 56, 48)
SOUTHERN_LIMIT = -60


def _coasts(rings):
    starts = numpy.concatenate([ring[:-1] for ring in rings])
    ends = numpy.concatenate([ring[1:] for ring in rings])
    return sphere.Lines(sphere.densified(starts, ends, SPACING_KM), SPACING_KM)


def ocean():
    labelled = [*shapefiles.land_rings(), *dcw.country_rings()]
    coasts = _coasts([ring for _, ring in labelled])
    maps = [BoundaryMap(shapefiles.land_rings()), BoundaryMap(dcw.country_rings())]
    generator = numpy.random.default_rng(7)
    latitudes, longitudes = sphere.random_points(3 * POINTS, generator)
    far = latitudes > SOUTHERN_LIMIT
    far &= coasts.distances_km(latitudes, longitudes) >= OFFSHORE_KM + SPACING_KM / 2
    for boundaries in maps:
        far &= boundaries.labels(latitudes, longitudes) == ""
    west, south, east, north = CASPIAN
    far &= ~((longitudes > west) & (longitudes < east) & (latitudes > south) & (latitudes < north))
    for index in numpy.flatnonzero(far)[:POINTS].tolist():
        latitude, longitude = latitudes[index].item(), longitudes[index].item()
        # Some countries claim hundreds of kilometres (Peru), or all between their islands (Indonesia).
        claimant = osm_zones.country_at(latitude, longitude) or "nobody"
        yield {"latitude": latitude, "longitude": longitude, "claimant": claimant}
