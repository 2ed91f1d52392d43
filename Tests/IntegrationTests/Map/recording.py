"""A recording of a real receiver, told to the real gpsd once more, and how a way lies to it."""

import calendar
import math
import time
from collections import namedtuple

from receiver import Receiver
from world import EPOCH

# Where and when (in seconds since 1970), and the sentences as they were recorded.
Epoch = namedtuple("Epoch", "place seconds text")

# So long before a recording its receiver's clock begins: longer than any test waits until it plays it.
LEAD = 600


def recorded(file):
    """The epochs of a recording. Each begins where GGA or RMC tells another time, and has an RMC with its place and its date."""
    parts, clock = [], None
    for line in file.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split("*")[0].split(",")
        if kind[3:] in ("GGA", "RMC") and fields[0] != clock:
            clock = fields[0]
            parts.append([])
        parts[-1].append(line)
    return [_epoch(lines) for lines in parts]


def _epoch(lines):
    _, clock, _, latitude, north, longitude, east, _, _, date, *_ = next(line for line in lines if line[3:6] == "RMC").split(",")
    seconds = calendar.timegm(time.strptime(date + clock[:6], "%d%m%y%H%M%S")) + float(f"0{clock[6:]}")
    return Epoch((_degrees(latitude, north), _degrees(longitude, east)), seconds, "".join(f"{line}\r\n" for line in lines))


def _degrees(angle, letter):
    whole, minutes = divmod(float(angle), 100)
    return (whole + minutes / 60) * (-1 if letter in "SW" else 1)


class RecordedReceiver(Receiver):
    """Stands where a recording begins. Once it plays, it tells the recording, an epoch with each report, and rests where that ends.

    The daemon reckons speeds by the receiver's clock, so whoever tells a recording faster than it was made is believed. A clock that is set back by
    years is not: for ten minutes its times are suspect, and the page draws no way of them. So this one has stood there for a while when it plays.
    """

    def __init__(self, port, epochs, hertz=2):
        super().__init__(port, epochs[0].place, hertz)
        self.epochs, self.untold = epochs, []
        self.seconds = epochs[0].seconds - LEAD - EPOCH

    def play(self):
        with self.lock:
            self.untold = list(self.epochs)

    def _next(self):
        with self.lock:
            if self.untold:
                told = self.untold.pop(0)
                self.state, self.seconds = (told.place, 0.0, 40.0), told.seconds - EPOCH
                return told.text
        return super()._next()


def along(drawn, places):
    """How far a way has come along recorded places: it goes through nothing but these, in their order. Some may be left out."""
    reached = 0
    for point in drawn:
        found = next((index for index in range(reached, len(places)) if metres(point, places[index]) < 2), None)
        assert found is not None, f"the way goes through {point}, where nothing was recorded after epoch {reached}"
        reached = found
    return reached


def _plane(origin, place):
    """In metres to the east and to the north."""
    return ((place[1] - origin[1]) * 111_200 * math.cos(math.radians(origin[0])), (place[0] - origin[0]) * 111_200)


def metres(one, other):
    return math.hypot(*_plane(one, other))


def metres_to_way(place, way):
    """How far a place is from a line through these points."""
    def from_piece(start, end):
        (x, y), (east, north) = _plane(place, start), _plane(start, end)
        length = east * east + north * north
        share = min(1, max(0, -(x * east + y * north) / length)) if length else 0
        return math.hypot(x + share * east, y + share * north)

    return min(from_piece(start, end) for start, end in zip(way, way[1:]))
