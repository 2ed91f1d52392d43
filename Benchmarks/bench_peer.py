"""One peer, measured in a process of its own: bench_peer NAME POINTS.csv prints JSON, times in microseconds.

Loading is the import and the first answer. Single look-ups are one call each, with two readings of the clock; in bulk
is the peer's call for many points where it has one, a loop otherwise, in CPU time of all threads.
"""

import csv
import json
import sys
import time

SINGLE = 20_000
BULK = 100_000


def reverse_geocoder():
    import reverse_geocoder as peer

    def many(points):
        peer.search(points, mode=1, verbose=False)

    return lambda point: peer.search(point, mode=1, verbose=False), many


def reverse_geocode():
    import reverse_geocode as peer

    return peer.get, peer.search


def tzfpy():
    import tzfpy as peer

    return lambda point: peer.get_tz(point[1], point[0]), None


def timezonefinder():
    import timezonefinder as peer

    finder = peer.TimezoneFinder(in_memory=True)
    return lambda point: finder.timezone_at(lng=point[1], lat=point[0]), None


PEERS = {peer.__name__: peer for peer in (reverse_geocoder, reverse_geocode, tzfpy, timezonefinder)}


def peak_bytes():
    """The most memory that this process has had: getrusage(2) would count its parent's too."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))


def main():
    name, path = sys.argv[1:]
    with open(path, encoding="utf-8", newline="") as file:
        points = [(float(row["latitude"]), float(row["longitude"])) for row in csv.DictReader(file)][:BULK]
    before = peak_bytes()

    start = time.perf_counter()
    one, many = PEERS[name]()
    one(points[0])
    load = time.perf_counter() - start

    singles = []
    for point in points[:SINGLE]:
        start = time.perf_counter_ns()
        one(point)
        singles.append(time.perf_counter_ns() - start)
    singles.sort()
    # Before the look-ups in bulk, whose answers would count.
    memory = peak_bytes() - before

    start = time.process_time()
    if many:
        many(points)
    else:
        for point in points:
            one(point)
    bulk = time.process_time() - start

    figures = {
        "load": load * 1e6,
        "median": singles[len(singles) // 2] / 1e3,
        "p99": singles[len(singles) * 99 // 100] / 1e3,
        "cpuInBulk": bulk * 1e6 / len(points),
        "memory": memory,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
