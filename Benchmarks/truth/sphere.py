"""Points on the sphere: uniform samples, unit vectors, distances in kilometres."""

import numpy
import scipy.spatial

EARTH_RADIUS_KM = 6371.0088


def random_points(count, generator):
    """Latitudes and longitudes of points spread evenly over the sphere, rounded to 1/100,000° (1.1 m)."""
    latitudes = numpy.degrees(numpy.arcsin(generator.uniform(-1, 1, count)))
    longitudes = generator.uniform(-180, 180, count)
    return latitudes.round(5), longitudes.round(5)


def unit_vectors(latitudes, longitudes):
    latitudes, longitudes = numpy.radians(latitudes), numpy.radians(longitudes)
    return numpy.stack(
        [
            numpy.cos(latitudes) * numpy.cos(longitudes),
            numpy.cos(latitudes) * numpy.sin(longitudes),
            numpy.sin(latitudes),
        ],
        axis=-1,
    )


def distance_km(a, b):
    """The great-circle distance of two (latitude, longitude) pairs."""
    chord = numpy.linalg.norm(unit_vectors(*a) - unit_vectors(*b))
    return float(2 * EARTH_RADIUS_KM * numpy.arcsin(min(1, chord / 2)))


def densified(starts, ends, spacing_km):
    """Points (rows of longitude, latitude) along segments, the ends included, at most `spacing_km` apart."""
    chords = numpy.linalg.norm(
        unit_vectors(starts[:, 1], starts[:, 0]) - unit_vectors(ends[:, 1], ends[:, 0]), axis=1
    )
    pieces = numpy.maximum(1, numpy.ceil(chords * EARTH_RADIUS_KM / spacing_km)).astype(int)
    index = numpy.repeat(numpy.arange(len(starts)), pieces)
    step = numpy.arange(len(index)) - numpy.repeat(numpy.cumsum(pieces) - pieces, pieces)
    share = (step / pieces[index])[:, None]
    return numpy.concatenate([starts[index] * (1 - share) + ends[index] * share, ends])


class Lines:
    """Lines as a cloud of points, to measure how near they are."""

    def __init__(self, points, spacing_km):
        """`points`: rows of longitude and latitude, neighbours at most `spacing_km` apart."""
        self.points = points
        self.spacing_km = spacing_km
        self._tree = scipy.spatial.cKDTree(unit_vectors(points[:, 1], points[:, 0]))

    def distances_km(self, latitudes, longitudes):
        """The distance of each point to the lines; at most half of the spacing too large."""
        chords, _ = self._tree.query(unit_vectors(latitudes, longitudes), workers=-1)
        return 2 * EARTH_RADIUS_KM * numpy.arcsin(numpy.minimum(1, chords / 2))

    def random_points_within(self, radius_km, count, generator):
        """Points spread evenly over the area within `radius_km` of the lines (about `count`)."""
        size = numpy.degrees(radius_km / EARTH_RADIUS_KM)
        rows = numpy.floor(self.points[:, 1] / size).astype(int)
        columns = numpy.floor(self.points[:, 0] / size).astype(int)
        cells = numpy.unique(numpy.stack([rows, columns], axis=1), axis=0)
        reach = numpy.ceil(1 / numpy.cos(numpy.radians((numpy.abs(cells[:, 0]) + 2) * size))).astype(int)
        around = [
            cells[reach >= abs(across)] + [up, across]
            for up in (-1, 0, 1)
            for across in range(-reach.max(), reach.max() + 1)
        ]
        cells = numpy.unique(numpy.concatenate(around), axis=0)
        areas = numpy.cos(numpy.radians((cells[:, 0] + 0.5) * size))
        latitudes, longitudes = [], []
        while sum(map(len, latitudes)) < count:
            chosen = cells[generator.choice(len(cells), count, p=areas / areas.sum())]
            points = (chosen + generator.uniform(0, 1, chosen.shape)) * size
            north, east = points[:, 0].round(5), points[:, 1].round(5)
            near = self.distances_km(north, east) <= radius_km
            latitudes.append(north[near])
            longitudes.append(east[near])
        return numpy.concatenate(latitudes), numpy.concatenate(longitudes)
