"""How often the trips of recordings are right, beside trackintel and scikit-mobility: docs/explain/accuracy.md#trips.

Usage: Benchmarks/trips/run [--geolife DIRECTORY] [--traces DIRECTORY] [--logs DIRECTORY] [--placemarkctl FILE] [--details]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

import recordings

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("PLACEMARKD_SHARED_DATA", ROOT.parent / "shared" / "data"))
ENVIRONMENTS = ROOT / ".build" / "benchmarks" / "trips"


@dataclass
class Trip:
    """A label, or an answer. An answer of ours has its own places; others are where the fix of that time is."""

    start: datetime
    end: datetime
    places: tuple = ()
    judged: bool = True

    def overlap(self, other):
        return max(min(self.end, other.end) - max(self.start, other.start), timedelta(0))

    def shares_half_with(self, other):
        """Whether the shorter of both lies in the other one by half and more."""
        return self.overlap(other) * 2 >= min(self.end - self.start, other.end - other.start)


@dataclass
class Recording:
    fixes: list
    path: Path
    labels: list

    def place(self, time):
        """The last fix until then, or the first one."""
        return next((fix for fix in reversed(self.fixes) if fix[0] <= time), self.fixes[0])

    def moment(self, time_of_day):
        """The moment of that time of day, UTC, within the recording, which is shorter than a day."""
        moment = datetime.combine(self.fixes[0][0].date(), datetime.strptime(time_of_day, "%H:%M:%S").time())
        return moment if moment >= self.fixes[0][0] - timedelta(minutes=5) else moment + timedelta(days=1)

    def add(self, start, end, judged=True):
        self.labels.append(Trip(self.moment(start), self.moment(end), judged=judged))


def tried(traces):
    """The recordings that the rules were tried on, with the labels of the tests."""
    found = {}
    source = (ROOT / "Tests/Engine/Trips/LabelledTrips.swift").read_text()
    for name, start, end in re.findall(r'"([\w-]+\.nmea)"|Label\(start: "([\d:]+)", end: "([\d:]+)"\)', source):
        if name:
            recording = found[name] = Recording(recordings.nmea(traces / name), traces / name, [])
        else:
            recording.add(start, end)
    return found


def held_out(geolife, logs, scratch):
    """Those that they were not tried on; of GeoLife's the fixes alone, as GPX."""
    found, days = {}, recordings.geolife(geolife)
    for line in (HERE / "labels-held-out.tsv").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, *label = line.split("\t")
        if name not in found:
            path = logs / name if name.endswith(".log") else scratch / f"{name}.gpx"
            fixes = days[name] if name in days else recordings.nmea(path)
            if name in days:
                path.write_text(recordings.gpx(fixes))
            found[name] = Recording(fixes, path, [])
        if label != ["none"]:
            found[name].add(label[0], label[1], judged=len(label) == 2)
    return found


def ours(placemarkctl, recording):
    """The trips that placemarkctl finds."""

    def moment(end):
        return datetime.fromisoformat(end["timestamp"].replace("Z", "+00:00")).astimezone(timezone.utc).replace(tzinfo=None)

    def place(end):
        return (moment(end), end["coordinate"]["latitude"], end["coordinate"]["longitude"])

    output = subprocess.run(
        [placemarkctl, "replay", recording.path, "--trips", "--json"], check=True, capture_output=True, text=True).stdout
    trips = json.loads(output.splitlines()[-1])["trips"]
    return [Trip(moment(trip["start"]), moment(trip["end"]), (place(trip["start"]), place(trip["end"]))) for trip in trips]


def peer(name, found):
    """The settings of a peer with the trips that it finds with each; nothing when its environment is not there."""
    python = ENVIRONMENTS / name / "bin" / "python"
    if not python.exists():
        return

    def seconds(fix):
        return fix[0].replace(tzinfo=timezone.utc).timestamp()

    def time(moment):
        return datetime.fromtimestamp(moment, timezone.utc).replace(tzinfo=None)

    question = {key: [[seconds(fix), *fix[1:]] for fix in recording.fixes] for key, recording in found.items()}
    answer = subprocess.run(
        [python, "-B", HERE / f"ask_{name}.py"], check=True, input=json.dumps(question), stdout=subprocess.PIPE, text=True)
    for line in answer.stdout.splitlines():
        answer = json.loads(line)
        trips = {key: [Trip(time(start), time(end)) for start, end in ends] for key, ends in answer["trips"].items()}
        yield answer["settings"], trips


def is_right(recording, label, trip):
    """Begun and ended within two minutes and 200 m."""
    places = trip.places or (recording.place(trip.start), recording.place(trip.end))
    return all(
        abs(said - time) <= timedelta(minutes=2) and recordings.metres(place, recording.place(time)) <= 200
        for said, time, place in zip((trip.start, trip.end), (label.start, label.end), places)
    )


def judge(found, answers, details=False):
    """How many labels are right, are cut in another way, or are missed; and how many trips were invented at rest."""
    right = otherwise = missed = invented = 0
    for name, recording in found.items():
        trips = answers[name]
        for label in (label for label in recording.labels if label.judged):
            if any(is_right(recording, label, trip) for trip in trips):
                verdict, right = "right", right + 1
            elif sum((trip.overlap(label) for trip in trips), timedelta(0)) * 2 >= label.end - label.start:
                verdict, otherwise = "otherwise", otherwise + 1
            else:
                verdict, missed = "missed", missed + 1
            if details:
                print(f"{name:20} label {label.start:%H:%M:%S}–{label.end:%H:%M:%S} {verdict}")
        for trip in trips:
            is_invented = not any(trip.shares_half_with(label) for label in recording.labels)
            invented += is_invented
            if details:
                print(f"{name:20} found {trip.start:%H:%M:%S}–{trip.end:%H:%M:%S}{' invented' if is_invented else ''}")
    return right, otherwise, missed, invented


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--geolife", type=Path, default=ROOT / ".build/benchmarks/trackintel/tests/data/geolife_long_10_MB",
        help="of a clone of https://github.com/mie-lab/trackintel, commit 261801af")
    parser.add_argument("--traces", type=Path, default=SHARED / "traces")
    parser.add_argument("--logs", type=Path, default=SHARED / "gpsd-logs")
    parser.add_argument("--placemarkctl", type=Path, default=ROOT / ".build/release/placemarkctl")
    parser.add_argument("--details", action="store_true", help="each label, and each trip of ours")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as scratch:
        sets = {"tried": tried(options.traces)}
        if options.geolife.exists():
            sets["held out"] = held_out(options.geolife, options.logs, Path(scratch))
        else:
            print(f"trips: no {options.geolife}: nothing is held out", file=sys.stderr)
        print("set\tprogram\tlabels\tright\tcut otherwise\tmissed\tinvented at rest\tsettings")
        for title, found in sets.items():
            labels = sum(label.judged for recording in found.values() for label in recording.labels)
            answers = {name: ours(options.placemarkctl, recording) for name, recording in found.items()}
            print(title, "placemarkd", labels, *judge(found, answers, options.details), sep="\t")
            for name in ("trackintel", "skmob"):
                results = [(judge(found, trips), settings) for settings, trips in peer(name, found)]
                if results:
                    best = max(results, key=lambda result: (result[0][0], -result[0][3]))
                    print(title, name, labels, *results[0][0], f"defaults: {results[0][1]}", sep="\t")
                    print(title, name, labels, *best[0], f"best of {len(results)}: {best[1]}", sep="\t")


if __name__ == "__main__":
    main()
