"""Which boundary a point lies in: exact, by even-odd rings, for many points at once."""

import numpy
import shapely

MORE_THAN_ONE = "?"


class BoundaryMap:
    """Boundaries of a map, each with a label and any number of rings.

    A point is in a boundary when it is inside an odd number of its rings, so holes need no mark. Rings may run beyond
    ±180° (those that cross the antimeridian do), and need not be closed or free of crossings.
    """

    def __init__(self, rings):
        """`rings`: pairs of a label and an array of (longitude, latitude) rows. Rings of a label belong together."""
        self._rings = {}
        for label, vertices in rings:
            if len(vertices) >= 3:
                self._rings.setdefault(label, []).append(vertices)

    def labels(self, latitudes, longitudes):
        """The label of each point's boundary; "" where there is none, and `MORE_THAN_ONE`."""
        order = numpy.argsort(latitudes)
        latitudes, longitudes = latitudes[order], longitudes[order]
        texts = numpy.array(["", MORE_THAN_ONE, *self._rings], dtype=object)
        found = numpy.zeros(len(order), dtype=numpy.int32)
        for number, rings in enumerate(self._rings.values(), start=2):
            inside = set()
            for ring in rings:
                inside ^= set(self._inside(ring, latitudes, longitudes))
            inside = numpy.fromiter(inside, dtype=numpy.int64)
            found[inside] = numpy.where(found[inside] == 0, number, 1)
        result = numpy.empty(len(order), dtype=object)
        result[order] = texts[found]
        return result

    @staticmethod
    def _inside(ring, latitudes, longitudes):
        """The numbers of the points inside a ring; `latitudes` ascend."""
        (west, south), (east, north) = ring.min(axis=0), ring.max(axis=0)
        first, last = numpy.searchsorted(latitudes, [south, north])
        polygon = None
        inside = []
        for turn in (-360, 0, 360):
            if first == last or east < -180 + turn or west > 180 + turn:
                continue
            x = longitudes[first:last] + turn
            near = numpy.flatnonzero((x >= west) & (x <= east))
            if not len(near):
                continue
            if polygon is None:
                polygon = shapely.polygons(ring)
                shapely.prepare(polygon)
            inside += (first + near[shapely.contains_xy(polygon, x[near], latitudes[first:last][near])]).tolist()
        return inside
