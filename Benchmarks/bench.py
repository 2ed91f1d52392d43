"""make bench: how fast and how large the gazetteer is, beside its goals and its peers on the same points."""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

import tables
import truth
from bench_peer import PEERS

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
PROCESSES = 101
# Layers that only searches read, and names in other languages.
FOR_SEARCH_AND_LANGUAGES = {"search", "postal code index", "names"}


def arguments():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--gazetteer", default=ROOT / ".build/gazetteer/world.gazetteer", metavar="FILE")
    parser.add_argument("--programs", default=ROOT / ".build/release", metavar="DIRECTORY")
    parser.add_argument("--placemarkctl", metavar="FILE", help="default: the one in the directory of the programs")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--json", metavar="FILE", help="the figures for programs")
    return parser.parse_args()


def decoded(*command):
    return json.loads(subprocess.run([str(word) for word in command], check=True, capture_output=True).stdout)


def whole_process(*command):
    """The median wall time of a program from start to end, in microseconds."""
    times = []
    for _ in range(PROCESSES):
        start = time.perf_counter()
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def ours(options, points):
    programs = pathlib.Path(options.programs)
    figures = decoded(programs / "gazetteer-bench", "lookups", "--json", "--points", points, options.gazetteer)
    figures["layers"] = decoded(programs / "placemark-gazetteer", "info", "--json", options.gazetteer)["layers"]
    placemarkctl = options.placemarkctl or programs / "placemarkctl"
    figures["process"] = whole_process(placemarkctl, "reverse", "47.37,8.54", "--gazetteer", options.gazetteer)
    figures["emptyProcess"] = whole_process("true")
    return figures


def megabytes(size):
    return f"{size / 1e6:.1f} MB"


def short(number):
    """Three digits, or as many as stand before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def goals(figures):
    """Rows of what is measured, the figure, and the goal."""
    land = figures["lookups"]["points"]
    yield "", "measured", "goal"
    yield "lookup, land, CPU in bulk", f"{land['cpuInBulk']:.2f} µs", "≤ 1.5 µs (aim: 1)"
    yield "lookup, land, single: median", f"{land['median']:.2f} µs", ""
    yield "lookup, land, single: p99", f"{land['p99']:.2f} µs", "≤ 8 µs"
    yield "  of which reading the clock", f"{figures['clock']:.2f} µs", ""
    for name in ("nearPlaces", "anywhere"):
        lookups = figures["lookups"][name]
        yield f"lookup, {name}: CPU; median, p99", (
            f"{lookups['cpuInBulk']:.2f}; {lookups['median']:.2f}, {lookups['p99']:.2f} µs"), ""
    opening = figures["opening"]
    for check in ("full", "structure"):
        yield f"open and first answer, {check} check: median, p99", (
            f"{opening[check + 'Median'] / 1e3:.2f}, {opening[check + 'P99'] / 1e3:.2f} ms"), "≤ 0.3 ms"
    yield "placemarkctl reverse, whole process", f"{figures['process'] / 1e3:.1f} ms", ""
    yield "  of which starting a process (true)", f"{figures['emptyProcess'] / 1e3:.1f} ms", ""
    for key, name in (("memory", "memory added"), ("memoryTouched", "memory touched")):
        if memory := figures.get(key):
            for reach, goal in (("local", "≤ 3 MB"), ("world", "≤ 25 MB")):
                use = memory[reach]
                yield f"{name}, {reach}: Rss (Pss)", (
                    f"{megabytes(use['resident'])} ({megabytes(use['proportional'])})"), goal
    if search := figures.get("search"):
        yield "forward search: median", f"{search['median']:.1f} µs", "≤ 100 µs"
        yield "forward search: p99", f"{search['p99']:.1f} µs", ""
    for layer in figures["layers"]:
        yield f"layer {layer['name']}", megabytes(layer["byteCount"]), ""
    sizes = sum(layer["byteCount"] for layer in figures["layers"] if layer["name"] not in FOR_SEARCH_AND_LANGUAGES)
    yield "file without search and languages", megabytes(sizes), "≤ 33 MB"
    yield "file", megabytes(figures["byteCount"]), ""


def against_peers(figures, peers):
    """Rows of programs and their figures, each with its ratio to the gazetteer's."""
    land = figures["lookups"]["points"]
    own = {
        "load": figures["opening"]["fullMedian"],
        "cpuInBulk": land["cpuInBulk"],
        "median": land["median"],
        "p99": land["p99"],
        "memory": (figures.get("memory") or {}).get("world", {}).get("resident"),
    }
    units = {"load": (1e3, "ms"), "cpuInBulk": (1, "µs"), "median": (1, "µs"), "p99": (1, "µs"), "memory": (1e6, "MB")}
    yield ["", "load, first answer", "CPU in bulk", "single, median", "single, p99", "memory"]
    for name, found in {"gazetteer": own, **peers}.items():
        cells = [name]
        for key, (divisor, unit) in units.items():
            if found[key] is None:
                cells.append("")
                continue
            ratio = f" ({short(found[key] / own[key])}×)" if name != "gazetteer" and own[key] else ""
            cells.append(f"{short(found[key] / divisor)} {unit}{ratio}")
        yield cells


def main():
    options = arguments()
    points = truth.file("land")
    print("measuring the gazetteer", file=sys.stderr, flush=True)
    figures, peers = ours(options, points), {}
    for name in () if options.no_peers else PEERS:
        print(f"measuring {name}", file=sys.stderr, flush=True)
        peers[name] = decoded(sys.executable, "-B", HERE / "bench_peer.py", name, points)
    print("\n".join(tables.aligned(list(goals(figures)))))
    print()
    print("\n".join(tables.aligned(list(against_peers(figures, peers)))))
    if options.json:
        everything = {"gazetteer": figures, "peers": peers}
        pathlib.Path(options.json).write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
