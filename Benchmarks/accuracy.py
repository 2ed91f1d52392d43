"""make accuracy: how often the gazetteer is right, beside its goals and its peers."""

import argparse
import collections
import json
import pathlib
import shlex
import sys
import time

import asking
import packs
import tables
import truth
from measures import MEASURES, TUNING

ROOT = pathlib.Path(__file__).parent.parent
WORST = 10


def arguments():
    parser = argparse.ArgumentParser(prog="accuracy", description=__doc__)
    parser.add_argument("--gazetteer", default=ROOT / ".build/gazetteer/world.gazetteer", metavar="FILE")
    parser.add_argument("--placemarkctl", default=ROOT / ".build/release/placemarkctl", metavar="FILE")
    parser.add_argument("--command", type=shlex.split, metavar="WORDS",
                        help="ask this program instead of placemarkctl reverse: lat,lon lines in, JSON lines out")
    parser.add_argument("--only", action="append", metavar="NAME", choices=[*MEASURES, *TUNING],
                        help=f"one of {', '.join([*MEASURES, *TUNING])}; may be given more than once")
    parser.add_argument("--tune", action="store_true",
                        help="the sets for choosing parameters, which no goal is measured with, and nothing else")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--details", action="store_true", help="all peers, and where the errors are")
    parser.add_argument("--json", metavar="FILE", help="the figures for programs")
    return parser.parse_args()


class Subject:
    """The gazetteer: asks once for each truth set, however many measures use it."""

    def __init__(self, options):
        tool = str(options.placemarkctl)
        gazetteer = ["--batch", "--gazetteer", str(options.gazetteer)]
        self._reverse = options.command or [tool, "reverse", *gazetteer]
        self._search = [tool, "search", *gazetteer]
        self._known = {}

    def answers(self, measure, rows):
        if measure.search:
            return self._found(rows)
        if measure.truth not in self._known:
            self._known[measure.truth] = asking.reverse(self._reverse, rows)
        return self._known[measure.truth]

    def _found(self, rows):
        """What a search finds for each row's query, near its hint and in its detail pack where it has one."""
        answers = [None] * len(rows)
        groups = collections.defaultdict(list)
        for index, row in enumerate(rows):
            groups[row.get("near"), row.get("pack")].append(index)
        for (near, pack), indices in groups.items():
            command = [*self._search, *(["--near", near] if near else [])]
            command += ["--gazetteer", str(packs.file(pack))] if pack else []
            for index, answer in zip(indices, asking.answers(command, [rows[index]["query"] for index in indices])):
                answers[index] = answer
        return answers


def figure(measure, rows, answers):
    """Points, how many count, the share with its interval, and the classes with most errors."""
    verdicts = [measure.counts(row, answer) for row, answer in zip(rows, answers)]
    errors = [row for row, counts in zip(rows, verdicts) if counts == measure.at_most]
    groups = collections.Counter(map(measure.group, rows))
    worst = collections.Counter(map(measure.group, errors)).most_common(WORST)
    return {
        "points": len(rows),
        "counted": sum(verdicts),
        "percent": 100 * sum(verdicts) / len(rows),
        "interval": tables.wilson(sum(verdicts), len(rows)),
        "errors": [{"group": group, "errors": count, "points": groups[group]} for group, count in worst],
    }


def measured(measure, subject, with_peers, known):
    rows = truth.rows(measure.truth)
    result = {"title": measure.title, "goal": measure.goal, "at_most": measure.at_most, "peers": {}}
    result |= figure(measure, rows, subject.answers(measure, rows))
    for peer in measure.peers if with_peers else ():
        key = peer, measure.truth
        if key not in known:
            known[key] = peer(rows)
        result["peers"][peer.__name__] = figure(measure, rows, known[key])
    return result


def passes(result):
    if result["goal"] is None:
        return None
    return result["percent"] <= result["goal"] if result["at_most"] else result["percent"] >= result["goal"]


def row(name, result):
    if "unavailable" in result:
        return [name, result["title"], "", "", "", "", "", ""]
    low, high = result["interval"]
    goal = "" if result["goal"] is None else f"{'≤' if result['at_most'] else '≥'} {result['goal']:g}"
    peers = {peer: figure["percent"] for peer, figure in result["peers"].items()}
    best = (min if result["at_most"] else max)(peers, key=peers.get, default=None)
    return [
        name,
        result["title"],
        f"{result['points']:,}",
        f"{result['percent']:.2f}",
        f"{low:.2f}–{high:.2f}",
        goal,
        {None: "", True: "yes", False: "no"}[passes(result)],
        f"{peers[best]:.2f} {best}" if best else "",
    ]


def details(results):
    for name, result in results.items():
        if "unavailable" in result:
            continue
        print(f"\n{name}: {result['title']}")
        for peer, found in result["peers"].items():
            low, high = found["interval"]
            print(f"  {peer}: {found['percent']:.2f} % ({low:.2f}–{high:.2f})")
        worst = ", ".join("{group} {errors} of {points}".format(**each) for each in result["errors"])
        print(f"  errors: {worst or 'none'}")


def main():
    options = arguments()
    chosen = options.only or list(TUNING if options.tune else MEASURES)
    subject, known, results = Subject(options), {}, {}
    for name in chosen:
        measure = (MEASURES | TUNING)[name]
        start = time.monotonic()
        try:
            results[name] = measured(measure, subject, not options.no_peers, known)
        except asking.Unavailable as reason:
            results[name] = {"title": measure.title, "unavailable": str(reason)}
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    header = ["name", "measure", "points", "%", "95 % interval", "goal", "met", "best peer"]
    print("\n".join(tables.aligned([header, *(row(name, result) for name, result in results.items())], left=2)))
    for name, result in results.items():
        if "unavailable" in result:
            print(f"{name}: left out: {result['unavailable']}")
    if options.details:
        details(results)
    if options.json:
        text = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
        pathlib.Path(options.json).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
