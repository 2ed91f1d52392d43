#!/usr/bin/python3
"""Asks placemarkd from Python, with the standard library alone. Import it, copy it, or run it to watch this machine."""

import json
import socket


class PlacemarkdError(Exception):
    """The daemon has no answer: `code` is for programs, the text for people. See docs/reference/protocol.md."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


class Placemarkd:
    """Each question is a connection of its own. An OSError: nothing serves the socket, or this user may not ask."""

    def __init__(self, path="/run/placemarkd.sock"):
        self.path = path

    def city(self):
        """The current city in plain text, with its age when it is stale."""
        return self.answer("city")

    def status(self):
        """Everything that the daemon knows and this user may know."""
        return json.loads(self.answer("status"))

    def location(self, wait=0):
        """The last location, or the best one that comes within `wait` seconds (at most 300)."""
        return json.loads(self.answer(f"location wait {wait}s" if wait else "location"))

    def reverse(self, latitude, longitude):
        """The placemark of a coordinate in degrees."""
        return json.loads(self.answer(f"reverse {latitude} {longitude}"))

    def search(self, text, limit=10):
        """Places by name, the likeliest first."""
        return json.loads(self.answer(f"search limit={limit} {text}"))["results"]

    def watch(self, *events):
        """The present state, then each event as it happens, or those that are named, until the daemon stops."""
        return map(json.loads, self.lines(" ".join(("watch",) + events)))

    def answer(self, request):
        """The line that the daemon answers to a request of one answer."""
        for line in self.lines(request):
            return line
        raise ConnectionError("the daemon has closed the connection without an answer")

    def lines(self, request):
        """The lines that the daemon answers to any request."""
        if not request.isprintable():
            raise ValueError("a request is one line of text")
        with socket.socket(socket.AF_UNIX) as connection:
            # The daemon answers at once, but for a wait of at most 300 s; one that hangs must not hold up this program.
            connection.settimeout(315 if request.startswith("location wait") else 15)
            connection.connect(self.path)
            connection.sendall(request.encode() + b"\n")
            for line in connection.makefile(encoding="utf-8", newline="\n"):
                if not line.endswith("\n"):
                    # The daemon has ended in the middle of a line.
                    return
                if line.startswith("error: "):
                    raise PlacemarkdError(*line.removeprefix("error: ").rstrip("\n").split(": ", 1))
                # An event may be long in coming.
                connection.settimeout(None)
                yield line.rstrip("\n")


if __name__ == "__main__":
    for event in Placemarkd().watch("placemark", "source"):
        print(event)
