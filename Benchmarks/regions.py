#!/usr/bin/env python3
"""Measures how long a fix takes beside 1,000, 10,000 and 100,000 regions, next to a look at every region and, where the
module shapely is installed (see requirements-peers.txt), next to its STRtree over the same regions and fixes.

Usage: Benchmarks/run regions [PROGRAM]    (after "make build")
"""

import json
import math
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FIXES = 20_000


def make(count, directory):
    """Circles around the towns of a continent, and a drive through the middle of them."""
    random.seed(count)
    features = []
    for number in range(count):
        longitude, latitude = random.uniform(0, 20), random.uniform(40, 55)
        features.append({
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [round(longitude, 6), round(latitude, 6)]},
            "properties": {"identifier": f"region {number}", "radius": random.choice([100, 200, 500, 2000])},
        })
    regions = Path(directory) / "regions"
    regions.mkdir()
    (regions / "all.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    fixes = [(47 + i * 0.0001, 5 + i * 0.0003) for i in range(FIXES)]
    path = Path(directory) / "fixes.csv"
    path.write_text("".join(f"{latitude:.6f},{longitude:.6f}\n" for latitude, longitude in fixes))
    return regions, path, features, fixes


def shapely_microseconds(features, fixes):
    """One query a fix, as a daemon would ask: the boxes of the circles, and then the exact distance in degrees."""
    try:
        import shapely
    except ImportError:
        return None
    boxes = []
    for feature in features:
        longitude, latitude = feature["geometry"]["coordinates"]
        north = feature["properties"]["radius"] / 111_195
        east = north / math.cos(math.radians(latitude))
        boxes.append(shapely.box(longitude - east, latitude - north, longitude + east, latitude + north))
    tree = shapely.STRtree(boxes)
    points = [shapely.Point(longitude, latitude) for latitude, longitude in fixes]
    start = time.perf_counter()
    for point in points:
        tree.query(point)
    return (time.perf_counter() - start) * 1e6 / len(points)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/regions-bench"
    print(f"{'regions':>9} {'load s':>8} {'build s':>8} {'reload ms':>9} {'MB':>7} {'µs a fix':>9} {'µs a scan':>10} {'shapely µs':>11} events")
    for count in (1_000, 10_000, 100_000):
        with tempfile.TemporaryDirectory() as directory:
            regions, path, features, fixes = make(count, directory)
            output = subprocess.run(
                [program, str(regions), "--fixes", str(path)], check=True, capture_output=True)
            ours = json.loads(output.stdout)
            peer = shapely_microseconds(features, fixes)
            print(
                f"{count:>9} {ours['loadSeconds']:>8.2f} {ours['buildSeconds']:>8.2f}"
                f" {ours['handOverSeconds'] * 1000:>9.3f} {ours['megabytes']:>7.1f}"
                f" {ours['microsecondsPerFix']:>9.2f} {ours['microsecondsPerScan']:>10.0f}"
                f" {f'{peer:.1f}' if peer else '-':>11} {ours['events']}")


main()
