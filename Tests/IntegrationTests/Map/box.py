"""A real box for the scenarios: the installed gpsd, and the built placemarkd and placemark-map, with what a test feeds them.

What the box has done on the days before is written as the daemon itself would have left it: a track, and a journal of trips.
"""

import hashlib
import http.client
import json
import random
import re
import secrets
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.parse
import zlib
from contextlib import contextmanager
from pathlib import Path

from browser import BUSY
from receiver import Receiver
from recording import RecordedReceiver
from world import EPOCH, HOME, iso


def free_port(kind=socket.SOCK_STREAM):
    """None that the kernel gives to connections, of which a browser makes many before the program has opened it; and none below
    20,000, where a browser does not go to some (10080, for example)."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket(socket.AF_INET, kind) as found:
            try:
                found.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


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


def monitoring(visits):
    """Visits that have ended, as the daemon keeps them over a restart (Sources/Daemon/Publishing/Files/SavedFile.swift)."""
    now = time.clock_gettime(time.CLOCK_BOOTTIME)
    recent = [
        {"coordinate": {"latitude": latitude, "longitude": longitude}, "horizontalAccuracy": 20,
         "arrival": iso(EPOCH + arrival), "departure": iso(EPOCH + departure), "arrivedAt": now + arrival, "departedAt": now + departure,
         "placemark": {"locality": "Vaduz", "fullAddress": "Vaduz, Liechtenstein", "geocoder": "gazetteer"}}
        for latitude, longitude, arrival, departure in visits]
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip().replace("-", "")
    content = json.dumps({"bootID": boot, "memory": {"visits": {"recent": recent, "isOfEarlierBoot": False}}}, separators=(",", ":"))
    return f'{{"version":2,"crc32":"{zlib.crc32(content.encode()):08x}","content":{content}}}\n'.encode()


class Box:
    """One for all scenarios of a run that change nothing that others see; one of their own for others."""

    def __init__(self, options, tiles, track=(), trips=(), visits=(), regions=(), pack=None, configuration="", near=HOME, hertz=2, recording=None):
        self.directory = Path(tempfile.mkdtemp(prefix="page-test."))
        # By name: how each program is started and when it is up, and those that run.
        self.programs, self.processes = {}, {}
        self.messages = (self.directory / "messages").open("ab")
        self.receiver = None
        try:
            self._remember(track, trips, visits, regions, pack)
            self._start(options, tiles, configuration, near, hertz, recording)
        except BaseException:
            self.close()
            raise

    def _remember(self, track, trips, visits, regions, pack):
        """What the daemon finds when it starts: its own past, the regions of the operator's files, and a detail pack."""
        (self.directory / "regions.d").mkdir()
        for name, what, content in (
            ("state/track/00000001.points", track, track_file), ("state/trips/00000001.trips", trips, journal),
            ("state/monitoring.json", visits, monitoring), ("state/gazetteers.d/test.gazetteer", pack, Path.read_bytes),
            ("regions.d/test.geojson", regions, lambda features: json.dumps({"type": "FeatureCollection", "features": features}).encode()),
        ):
            if what:
                file = self.directory / name
                file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                file.write_bytes(content(what))

    def _start(self, options, tiles, configuration, near, hertz, recording):
        programs, root = options.programs, options.programs.parent.parent
        receiver, self.gpsd_port = free_port(socket.SOCK_DGRAM), free_port()
        # Of a recording `near` says nothing: it begins where it was made.
        self.receiver = RecordedReceiver(receiver, recording, hertz) if recording else Receiver(receiver, near, hertz)
        self._begin(lambda: self._answers(self.gpsd_port), "gpsd", "-N", "-n", "-S", self.gpsd_port, f"udp://127.0.0.1:{receiver}")
        self.socket = str(self.directory / "placemarkd.sock")
        (self.directory / "placemarkd.conf").write_text(
            f"[Location]\nDistanceFilter=0\n[Regions]\nDirectory={self.directory}/regions.d\n{configuration}")
        self._begin(
            lambda: self.ask("/v1/status"), programs / "placemarkd", "--config", self.directory / "placemarkd.conf",
            "--gpsd", f"127.0.0.1:{self.gpsd_port}", "--socket", self.socket, "--state-directory", self.directory / "state",
            "--gazetteer", root / ".build/gazetteer/world.gazetteer")
        # The map reads it anew for each page.
        self.tiles_file = self.directory / "world.pmtiles"
        self.tiles_file.write_bytes(tiles)
        token = secrets.token_hex(32)
        (self.directory / "token").write_text(token + "\n")
        (self.directory / "token").chmod(0o600)
        port = free_port()
        (self.directory / "map.conf").write_text(f"[Map]\nListen=127.0.0.1:{port}\nTokenFile={self.directory}/token\nTiles={self.tiles_file}\n")
        self._begin(
            lambda: self._answers(port), programs / "placemark-map", "--config", self.directory / "map.conf", "--page", options.page,
            "--socket", self.socket, "--replay-program", programs / "placemarkctl")
        # Each use of this token begins a session: a scenario may have many browsers.
        self.url = f"http://127.0.0.1:{port}/?token={token}"
        self.receiver.start()
        self._wait(lambda: "location" in self.ask("/v1/status"), "placemarkd has a position")

    def _begin(self, is_up, *command):
        name = Path(command[0]).name
        self.programs[name] = [str(word) for word in command], is_up
        self.start(name)

    def start(self, name):
        """Starts one of the programs by its name, for the first time or again, and waits until it is up."""
        command, is_up = self.programs[name]
        self.processes[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.messages, stderr=self.messages)
        self._wait(is_up, f"{name} answers")

    def stop(self, name):
        """Ends one of the programs by its name, as systemd does it."""
        self._end(self.processes.pop(name))

    def lose_basemap(self):
        """Starts placemark-map anew as one that is installed where no basemap is, and that has been given none."""
        self.stop("placemark-map")
        command, _ = self.programs["placemark-map"]
        # A build's own program would find the build's basemap.
        (self.directory / "bin").mkdir()
        command[0] = shutil.copy(command[0], self.directory / "bin")
        settings = self.directory / "map.conf"
        settings.write_text("".join(line for line in settings.read_text().splitlines(keepends=True) if not line.startswith("Tiles=")))
        self.start("placemark-map")

    @staticmethod
    def _end(process):
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _wait(self, condition, why, seconds=30):
        end = time.monotonic() + seconds * BUSY
        while True:
            try:
                if condition():
                    return
            except (OSError, ValueError):
                pass
            gone = [name for name, process in self.processes.items() if process.poll() is not None]
            if gone or time.monotonic() > end:
                self.messages.flush()
                raise AssertionError(f"{'ended: ' + gone[0] if gone else 'still not'}: {why}\n{self._status()}\n{(self.directory / 'messages').read_text()[-3000:]}")
            time.sleep(0.03)

    def _status(self):
        """What the daemon says of its receiver, of the fixes that it has not believed, and of all else."""
        try:
            return self.read("/v1/status")
        except (OSError, http.client.HTTPException, AssertionError) as error:
            return f"placemarkd does not say: {error!r}"

    @staticmethod
    def _answers(port):
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True

    def read(self, target, method="GET", body=None):
        """What the daemon itself says."""
        connection = http.client.HTTPConnection("localhost")
        connection.sock = socket.socket(socket.AF_UNIX)
        with connection.sock:
            connection.sock.settimeout(15)
            connection.sock.connect(self.socket)
            connection.request(method, target, json.dumps(body) if body is not None else None, {"Content-Type": "application/geo+json"} if body is not None else {})
            answer = connection.getresponse()
            content = answer.read().decode()
            assert answer.status < 300, content
            return content

    def ask(self, target, method="GET", body=None):
        """The same of JSON."""
        return json.loads(self.read(target, method, body))

    def subscribers(self):
        """How many hear from the daemon what happens."""
        return int(re.search(r"^placemarkd_subscribers (\d+)$", self.read("/metrics"), re.MULTILINE)[1])

    def regions(self):
        return self.ask("/v1/shapes")["features"]

    def reset(self):
        """As it was at the start, but for its way, whatever a scenario has done or left undone."""
        for name in self.programs:
            if name not in self.processes:
                self.start(name)
        self.receiver.tells, self.receiver.satellites = "fix", None
        # Before the wait: a receiver that claims to speed along on the spot is not believed for five minutes.
        self.receiver.go(*HOME)
        self._wait(lambda: self.ask("/v1/status")["source"]["state"] == "live", "placemarkd hears the receiver")
        if self.ask("/v1/guard")["state"] != "off":
            self.ask("/v1/guard", "DELETE")
        for region in self.regions():
            self.ask(f"/v1/regions/{urllib.parse.quote(region['properties']['identifier'], safe='')}", "DELETE")

    def close(self):
        if self.receiver:
            self.receiver.close()
        for process in reversed(self.processes.values()):
            self._end(process)
        self.messages.close()
        shutil.rmtree(self.directory, ignore_errors=True)


@contextmanager
def box(stage, tiles=None, **more):
    """A box of one's own: with a past, or other settings."""
    found = Box(stage.options, tiles or stage.tiles, **more)
    try:
        yield found
    finally:
        found.close()
