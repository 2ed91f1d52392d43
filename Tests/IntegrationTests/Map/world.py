"""What the daemon would know: a made-up drive about Vaduz, and whatever a test changes."""

import math
import threading
import time

# The receiver's time at the start of each test: the pictures show times.
EPOCH = 1_790_000_000
HOME = (47.1410, 9.5215)

VADUZ = {
    "name": "Städtle 49", "thoroughfare": "Städtle", "subThoroughfare": "49", "locality": "Vaduz", "postalCode": "9490",
    "administrativeArea": "Vaduz", "country": "Liechtenstein", "isoCountryCode": "LI", "distance": 420.0, "bearing": 160.0,
    "cityWithContext": "Vaduz, Liechtenstein", "fullAddress": "Städtle 49, 9490 Vaduz, Liechtenstein", "age": 754.0,
    "geocoder": "gazetteer",
}


def iso(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)) if seconds == int(seconds) else \
        time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds * 1000) % 1000:03d}Z"


def location(latitude, longitude, seconds=0.0, **more):
    # Seven decimals, as the daemon keeps them.
    return {"coordinate": {"latitude": round(latitude, 7), "longitude": round(longitude, 7)}, "horizontalAccuracy": 8.0, "speed": 13.9,
            "course": 40.0, "timestamp": iso(EPOCH + seconds), "age": 0.2, **more}


def circle(identifier, latitude, longitude, radius, **more):
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": {"identifier": identifier, "radius": radius, "state": "outside", "origin": "added", **more}}


def drive(count, hertz=1.0, start=0.0):
    """A way about Vaduz: round curves, and speeds from a walk to a motorway."""
    points = []
    for index in range(count):
        angle = index / 900
        radius = 0.02 + 0.012 * math.sin(index / 2700)
        points.append(location(
            HOME[0] + radius * math.sin(angle), HOME[1] + 1.4 * radius * math.cos(angle), start + index / hertz,
            speed=round(16 + 16 * math.sin(index / 400), 2), course=round((-math.degrees(angle)) % 360, 1)))
    return points


def straight(start, seconds, latitude, degrees):
    """A way to the north from a time on, a point a second."""
    speed = degrees * 111_200 / seconds
    points = [location(latitude + degrees * index / seconds, HOME[1], start + index, speed=speed) for index in range(seconds + 1)]
    points[0]["startsSegment"] = True
    return points


class World:
    """What the daemon would know. A test changes it, and calls `say` for events."""

    def __init__(self):
        self.changed = threading.Condition()
        self.events = []
        self.precision = "precise"
        self.source = {"state": "live", "device": "/dev/ttyACM0", "since": 4000.0}
        self.location = location(*HOME)
        self.placemark = dict(VADUZ)
        self.heading = {"trueHeading": 40.0, "origin": "compass", "age": 0.1}
        self.inside = []
        self.shapes = []
        self.track = []
        self.visits = {"recent": []}
        self.replay_lines = []
        self.basemaps = []
        self.problems = []
        self.tiles = {}
        self.languages = None
        # What /v1/guard answers.
        self.guard = {"state": "off"}
        self.orders = []

    def status(self):
        status = {"version": 1, "precision": self.precision, "source": self.source, "placemark": self.placemark,
                  "motion": "moving", "regions": self.inside}
        if self.location:
            status["location"] = self.location
        if self.heading:
            status["heading"] = self.heading
        if self.guard["state"] != "off":
            status["guard"] = self.guard["state"]
        return {key: value for key, value in status.items() if value is not None}

    def guards(self, event, **guard):
        """Something becomes of the guard, and the daemon tells it."""
        self.guard = {**self.guard, **guard}
        self.say(event, guard=dict(self.guard))

    def say(self, event, **more):
        with self.changed:
            if "location" in more:
                self.location = more["location"]
            if event == "source":
                self.source = more["source"]
            if event == "regionEntered":
                self.inside = self.inside + [more["region"]]
            if event == "regionExited":
                self.inside = [name for name in self.inside if name != more["region"]]
            self.events.append({"event": event, "elapsed": len(self.events) * 1.0, **more})
            self.changed.notify_all()
