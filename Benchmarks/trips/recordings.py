"""Recordings as lists of fixes: (time in UTC, latitude, longitude)."""

import math
from collections import Counter, defaultdict
from datetime import datetime, timedelta


def metres(one, other):
    """Between two fixes that are not far apart."""
    north = (other[1] - one[1]) * 111_195
    east = (other[2] - one[2]) * 111_195 * math.cos(math.radians((one[1] + other[1]) / 2))
    return math.hypot(north, east)


def _angle(number, hemisphere):
    """`4527.15574`, `N`: degrees and minutes in one number."""
    degrees, minutes = divmod(float(number), 100)
    return (degrees + minutes / 60) * (-1 if hemisphere in "SW" else 1)


def nmea(path):
    """The fixes of RMC sentences that are valid and have a date."""
    fixes = []
    for line in path.read_text(encoding="latin-1").splitlines():
        fields = line.strip().split("*")[0].split(",")
        if fields[0][3:] == "RMC" and fields[2] == "A" and fields[9]:
            time = datetime.strptime(fields[9] + fields[1][:6], "%d%m%y%H%M%S")
            fixes.append((time, _angle(fields[3], fields[4]), _angle(fields[5], fields[6])))
    return fixes


def _plt(path):
    """A file of GeoLife: six lines of preface, then latitude, longitude, 0, feet, days, date, time."""
    for line in path.read_text().splitlines()[6:]:
        fields = line.split(",")
        yield datetime.fromisoformat(f"{fields[5]} {fields[6]}"), float(fields[0]), float(fields[1])


def _pieces(fixes):
    """Cut where the receiver was silent for ten minutes and then 300 m or more away: nobody knows what was in between."""
    piece = []
    for fix in fixes:
        if piece and fix[0] - piece[-1][0] > timedelta(minutes=10) and metres(piece[-1], fix) > 300:
            yield piece
            piece = []
        piece.append(fix)
    yield piece


def geolife(directory):
    """Of each person the day with most fixes, in pieces of ten minutes and more, named by person and time of the first fix."""
    people = defaultdict(set)
    for path in sorted(directory.glob("*/Trajectory/*.plt")):
        people[path.parent.parent.name].update(_plt(path))
    recordings = {}
    for person, fixes in sorted(people.items()):
        days = Counter((time + timedelta(hours=8)).date() for time, _, _ in sorted(fixes))
        day = days.most_common(1)[0][0]
        for piece in _pieces([fix for fix in sorted(fixes) if (fix[0] + timedelta(hours=8)).date() == day]):
            if piece[-1][0] - piece[0][0] >= timedelta(minutes=10):
                recordings[f"{person}-{piece[0][0]:%H%M%S}"] = piece
    return recordings


def gpx(fixes):
    """The text of a GPX file."""
    points = "".join(
        f'<trkpt lat="{latitude}" lon="{longitude}"><time>{time:%Y-%m-%dT%H:%M:%SZ}</time></trkpt>\n'
        for time, latitude, longitude in fixes
    )
    return (
        '<gpx version="1.1" creator="Benchmarks/trips" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
        f"{points}</trkseg></trk></gpx>\n"
    )
