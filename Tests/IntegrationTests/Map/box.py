"""A real box for the scenarios: the installed gpsd, and the built placemarkd and placemark-map, with what a test feeds them.

What the box has done on the days before is written as the daemon itself would have left it: a track, and a journal of trips.
"""

import hashlib
import http.client
import json
import secrets
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.parse
import zlib
from contextlib import contextmanager
from pathlib import Path

from world import EPOCH, HOME


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def sentence(body):
    sum = 0
    for character in body.encode():
        sum ^= character
    return f"${body}*{sum:02X}\r\n"


def epoch(latitude, longitude, seconds, speed=0.0, course=40.0):
    """What a receiver says of one second: position, mode and accuracy, speed and course."""
    moment = time.gmtime(EPOCH + int(seconds))
    clock, date = time.strftime("%H%M%S", moment) + f".{int(seconds * 1000) % 1000:03d}", time.strftime("%d%m%y", moment)

    def angle(degrees, digits, letters):
        whole, minutes = divmod(abs(degrees) * 60, 60)
        return f"{int(whole):0{digits}d}{minutes:010.7f},{letters[degrees < 0]}"

    position = f"{angle(latitude, 2, 'NS')},{angle(longitude, 3, 'EW')}"
    return "".join(map(sentence, (
        f"GPGGA,{clock},{position},1,09,0.90,455.00,M,48.00,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.44,0.90,1.13",
        f"GPRMC,{clock},A,{position},{speed * 3600 / 1852:.4f},{course:.2f},{date},,,A")))


def track_file(points):
    """Points of a track as `location` makes them, in the file of placemarkd (Sources/Daemon/Publishing/Track/TrackRecord.swift)."""
    from datetime import datetime

    records = [b"placemarkd track, version 1".ljust(32, b"\0")]
    for point in points:
        place = point["coordinate"]
        moment = datetime.fromisoformat(point["timestamp"].replace("Z", "+00:00")).timestamp()
        record = struct.pack(
            "<HHqiiiI", 1 if point.get("startsSegment") else 0, round(point["speed"] * 100), round(moment * 1000), round(place["latitude"] * 1e7),
            round(place["longitude"] * 1e7), -2**31, round(point["horizontalAccuracy"] * 100))
        records.append(struct.pack("<I", zlib.crc32(record)) + record)
    return b"".join(records)


def journal(trips):
    """A journal of trips, each entry with the hash of the one before (docs/guide/trips.md, "Nothing changed")."""
    lines, last = [], "0" * 64
    for number, trip in enumerate(trips, 1):
        body = json.dumps({"number": number, "previous": last, "time": trip["end"]["timestamp"], "trip": trip}, separators=(",", ":"))[:-1]
        last = hashlib.sha256(body.encode()).hexdigest()
        lines.append(f'{body},"hash":"{last}"}}\n')
    return "".join(lines).encode()


class Box:
    """One for all scenarios of a run that change nothing that others see; one of their own for others."""

    def __init__(self, options, tiles, track=(), trips=(), configuration="", near=HOME):
        self.directory = Path(tempfile.mkdtemp(prefix="page-test."))
        self.processes = []
        self.messages = (self.directory / "messages").open("ab")
        self.lock = threading.Lock()
        self.place, self.speed = near, 0.0
        self.seconds = 0
        self.ends = threading.Event()
        try:
            self._start(options, tiles, track, trips, configuration)
        except BaseException:
            self.close()
            raise

    def _start(self, options, tiles, track, trips, configuration):
        for name, content in (("track/00000001.points", track_file(track) if track else None), ("trips/00000001.trips", journal(trips) if trips else None)):
            if content is not None:
                file = self.directory / "state" / name
                file.parent.mkdir(parents=True, mode=0o700)
                file.write_bytes(content)
        programs, root = options.programs, options.programs.parent.parent
        receiver, gpsd = free_port(socket.SOCK_DGRAM), free_port()
        self.feeder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.feeder.connect(("127.0.0.1", receiver))
        self._run("gpsd", "-N", "-n", "-S", str(gpsd), f"udp://127.0.0.1:{receiver}")
        self._wait(lambda: self._answers(gpsd), "gpsd listens")
        self.socket = str(self.directory / "placemarkd.sock")
        (self.directory / "placemarkd.conf").write_text(
            f"[Location]\nDistanceFilter=0\n{configuration}")
        self._run(programs / "placemarkd", "--config", self.directory / "placemarkd.conf", "--gpsd", f"127.0.0.1:{gpsd}", "--socket", self.socket,
                  "--state-directory", self.directory / "state", "--gazetteer", root / ".build/gazetteer/world.gazetteer")
        (self.directory / "world.pmtiles").write_bytes(tiles)
        token = secrets.token_hex(32)
        (self.directory / "token").write_text(token + "\n")
        (self.directory / "token").chmod(0o600)
        port = free_port()
        (self.directory / "map.conf").write_text(f"[Map]\nListen=127.0.0.1:{port}\nTokenFile={self.directory}/token\nTiles={self.directory}/world.pmtiles\n")
        self._run(programs / "placemark-map", "--config", self.directory / "map.conf", "--page", options.page, "--socket", self.socket,
                  "--replay-program", programs / "placemarkctl")
        self._wait(lambda: self._answers(port), "placemark-map listens")
        # Each use of this token begins a session: a scenario may have many browsers.
        self.url = f"http://127.0.0.1:{port}/?token={token}"
        threading.Thread(target=self._feed, daemon=True).start()
        self._wait(lambda: "location" in self.ask("/v1/status"), "placemarkd has a position")

    def _run(self, *command):
        self.processes.append(subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=self.messages, stderr=self.messages))

    def _wait(self, condition, why, seconds=30):
        end = time.monotonic() + seconds
        while True:
            try:
                if condition():
                    return
            except (OSError, ValueError):
                pass
            gone = [process.args[0] for process in self.processes if process.poll() is not None]
            if gone or time.monotonic() > end:
                self.messages.flush()
                raise AssertionError(f"{'ended: ' + gone[0] if gone else 'still not'}: {why}\n{(self.directory / 'messages').read_text()[-3000:]}")
            time.sleep(0.03)

    @staticmethod
    def _answers(port):
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True

    def ask(self, target, method="GET", body=None):
        """What the daemon itself says, as JSON."""
        connection = http.client.HTTPConnection("localhost")
        connection.sock = socket.socket(socket.AF_UNIX)
        with connection.sock:
            connection.sock.settimeout(15)
            connection.sock.connect(self.socket)
            connection.request(method, target, json.dumps(body) if body is not None else None, {"Content-Type": "application/geo+json"} if body is not None else {})
            answer = connection.getresponse()
            content = json.loads(answer.read())
            assert answer.status < 300, content
            return content

    def regions(self):
        return self.ask("/v1/shapes")["features"]

    def go(self, latitude, longitude, speed=0.0):
        """From now on the receiver is there."""
        with self.lock:
            self.place, self.speed = (latitude, longitude), speed

    def reset(self):
        """As it was at the start, but for its way."""
        for region in self.regions():
            self.ask(f"/v1/regions/{urllib.parse.quote(region['properties']['identifier'], safe='')}", "DELETE")
        self.go(*HOME)

    def _feed(self):
        while not self.ends.is_set():
            with self.lock:
                text = epoch(*self.place, self.seconds, self.speed)
            self.seconds += 0.5
            try:
                self.feeder.send(text.encode())
            except ConnectionRefusedError:
                pass  # gpsd does not listen yet, or no more.
            self.ends.wait(0.5)

    def close(self):
        self.ends.set()
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.messages.close()
        shutil.rmtree(self.directory, ignore_errors=True)


@contextmanager
def box(stage, **more):
    """A box of one's own: with a past, or other settings."""
    found = Box(stage.options, stage.tiles, **more)
    try:
        yield found
    finally:
        found.close()
