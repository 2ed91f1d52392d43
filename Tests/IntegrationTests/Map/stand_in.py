"""A stand-in for placemark-map and the daemon behind it, which does what a test tells it.

It answers what the page asks (docs/reference/http.md), with the headers of the real server. Each scenario that has it says why it has no
real box (box.py).
"""

import gzip
import http.server
import json
import re
import threading
import time
import urllib.parse
from pathlib import Path

from world import VADUZ, World

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8"}
# Of a location, what a line of the track has (docs/guide/track.md).
TRACK_FIELDS = ("coordinate", "horizontalAccuracy", "speed", "startsSegment", "timestamp")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self' blob:; font-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)


class StandIn(http.server.ThreadingHTTPServer):
    """Serves the page directory and a `World` on a free port of 127.0.0.1."""

    daemon_threads = True

    def __init__(self, page: Path):
        self.page = page
        self.world = World()
        super().__init__(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        pass  # A browser that closes a connection is no error.


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def send(self, status, kind, body, **headers):
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
        if isinstance(body, str):
            body = body.encode()
        if kind.startswith(("text/", "application/json", "application/geo", "application/x-ndjson", "image/svg")) and len(body) > 1024 \
                and "gzip" in self.headers.get("Accept-Encoding", "") and "Content_Encoding" not in headers:
            body = gzip.compress(body, 6, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self.begin(status, kind, Content_Length=str(len(body)), **headers)
        if self.command != "HEAD":
            self.wfile.write(body)

    def begin(self, status, kind, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        headers.setdefault("Cache_Control", "no-store")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def problem(self, status, code, detail):
        self.send(status, "application/problem+json", {"code": code, "detail": detail, "status": status})

    def do_GET(self):
        target = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(target.query)
        world = self.server.world
        if target.path == "/":
            return self.send(200, TYPES[".html"], (self.server.page / "index.html").read_bytes())
        if target.path.startswith("/page/"):
            file = self.server.page / target.path[6:]
            if ".." in target.path or not file.is_file():
                return self.problem(404, "unknown-request", "no such file")
            packed = file.with_name(file.name + ".gz")
            if packed.is_file() and "gzip" in self.headers.get("Accept-Encoding", ""):
                return self.send(200, TYPES[file.suffix], packed.read_bytes(), Content_Encoding="gzip")
            return self.send(200, TYPES[file.suffix], file.read_bytes())
        if target.path == "/map.json":
            return self.send(200, "application/json", {"version": "0.1.0", "basemaps": world.basemaps, "problems": world.problems, "replay": True})
        if target.path.startswith("/tiles/"):
            return self.tiles(target.path)
        answer = {
            "/v1/events": self.events, "/v1/shapes": self.all_shapes, "/v1/track": self.all_track, "/v1/visits": self.all_visits,
            "/v1/search": self.search, "/v1/status": lambda _: self.send(200, "application/json", world.status()),
            "/v1/guard": lambda _: self.send(200, "application/json", world.guard),
        }.get(target.path)
        return answer(query) if answer else self.problem(404, "unknown-request", "no such request")

    def tiles(self, path):
        body = self.server.world.tiles.get(path)
        if body is None:
            return self.problem(404, "unknown-request", "no such file")
        match = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not match:
            return self.send(200, "application/octet-stream", body, ETag='"1"')
        first, last = int(match[1]), min(int(match[2] or len(body) - 1), len(body) - 1)
        if first >= len(body):
            return self.send(416, "text/plain", b"", Content_Range=f"bytes */{len(body)}")
        self.send(206, "application/octet-stream", body[first:last + 1], ETag='"1"', Accept_Ranges="bytes",
                  Content_Range=f"bytes {first}-{last}/{len(body)}")

    def events(self, _):
        world = self.server.world
        self.begin(200, "text/event-stream", Connection="close")
        self.close_connection = True
        last = re.fullmatch(r"1-(\d+)", self.headers.get("Last-Event-ID", ""))
        position = int(last[1]) if last else len(world.events)
        try:
            if not last:
                self.event(f"1-{position}", {"event": "status", "status": world.status()})
            heard = time.monotonic()
            while True:
                while position < len(world.events):
                    position += 1
                    self.event(f"1-{position}", world.events[position - 1])
                    heard = time.monotonic()
                if time.monotonic() - heard > 15:
                    self.wfile.write(f"id: 1-{position}\n\n".encode())
                    heard = time.monotonic()
                with world.changed:
                    if position == len(world.events):
                        world.changed.wait(0.25)
                        # So that a closed tab is noticed soon.
                        self.wfile.write(b": \n")
        except OSError:
            pass  # The tab is closed.

    def event(self, identifier, event):
        self.wfile.write(f"event: {event['event']}\nid: {identifier}\ndata: {json.dumps(event)}\n\n".encode())

    def is_precise(self):
        if self.server.world.precision == "reduced":
            self.problem(403, "forbidden", "that is for precise readers: the group placemark-precise")
            return False
        return True

    def all_shapes(self, _):
        if self.is_precise():
            self.send(200, "application/geo+json", {"type": "FeatureCollection", "features": self.server.world.shapes})

    def all_track(self, query):
        if not self.is_precise():
            return
        since = query.get("since", [""])[0]
        wanted = [line for line in self.server.world.track if not since.endswith("Z") or line["timestamp"] >= since]
        self.send(200, "application/x-ndjson", "".join(json.dumps({key: line[key] for key in TRACK_FIELDS if key in line}) + "\n" for line in wanted))

    def all_visits(self, _):
        if self.is_precise():
            self.send(200, "application/json", self.server.world.visits)

    def search(self, query):
        text = query["text"][0].lower()
        known = [
            {**VADUZ, "coordinate": {"latitude": 47.1415, "longitude": 9.5215}, "population": 5000, "name": "Vaduz", "thoroughfare": None},
            {"locality": "Springfield", "cityWithContext": "Springfield, Illinois", "fullAddress": "Springfield, IL, United States",
             "coordinate": {"latitude": 39.8017, "longitude": -89.6437}, "population": 116000},
            {"locality": "دبي", "cityWithContext": "دبي، الإمارات", "fullAddress": "دبي، الإمارات العربية المتحدة",
             "coordinate": {"latitude": 25.2048, "longitude": 55.2708}, "population": 3000000},
            {"locality": "<img src=x onerror=alert(1)>", "cityWithContext": "<img src=x onerror=alert(1)>", "fullAddress": "<script>alert(1)</script>",
             "coordinate": {"latitude": 47.2, "longitude": 9.5}, "population": 10},
        ]
        found = [place for place in known if text.split(",")[0] in place["cityWithContext"].lower()]
        if not found:
            return self.problem(404, "no-place", "the world file knows no place of that name")
        self.send(200, "application/json", {"results": found})

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_POST(self):
        world, path = self.server.world, urllib.parse.urlsplit(self.path).path
        self.body()
        if path == "/v1/guard/acknowledgement":
            if world.guard["state"] not in ("alarm", "blind"):
                return self.problem(409, "no-guard", "there is no alarm to acknowledge")
            world.orders.append("acknowledge")
            world.guard["state"] = "acknowledged"
            return self.send(200, "application/json", world.guard)
        if path == "/replay":
            self.begin(200, "application/x-ndjson", Connection="close")
            self.close_connection = True
            for line in world.replay_lines:
                self.wfile.write((json.dumps(line) + "\n").encode())
            return None
        return self.problem(404, "unknown-request", "no such request")

    def do_PUT(self):
        world = self.server.world
        order = json.loads(self.body())
        if self.path != "/v1/guard":
            return self.problem(404, "unknown-request", "no such request")
        world.orders.append(order)
        radius = order.get("radius", 50)
        world.guard = {"state": "armed", "distance": 3.2, "bearing": 90, "plan": {
            "kind": order["kind"], "coordinate": world.location["coordinate"], "radius": radius, "warning": radius * 0.8, "grace": 0}}
        world.say("guardCleared", guard=dict(world.guard))
        return self.send(200, "application/json", world.guard)

    def do_DELETE(self):
        world = self.server.world
        if self.path != "/v1/guard":
            return self.problem(404, "unknown-request", "no such request")
        world.orders.append("off")
        world.guard = {"state": "off"}
        world.say("guardCleared", guard=dict(world.guard))
        return self.send(200, "application/json", world.guard)
