"""The daemon's socket, by somebody who keeps count."""
import json
import os
import socket
import threading
import time

STATUS = {"event": "status", "status": {
    "version": 1, "sequence": 1, "precision": "precise", "source": {"state": "live", "since": 1}}}


class DaemonSocket:
    """Speaks the daemon's line protocol, and tells locations with the numbers 1, 2, 3, … in `elapsed`."""

    def __init__(self, path, random):
        self.random = random
        self.changed = threading.Condition()
        # Of the next event, of the last one that may be told now, and whose turn it is.
        self.number, self.last, self.life = 1, 0, 0
        # The life whose events somebody listens to.
        self.heard = None
        self.listener = socket.socket(socket.AF_UNIX)
        if os.path.exists(path):
            os.unlink(path)
        self.listener.bind(path)
        self.listener.listen(16)
        threading.Thread(target=self.accept, daemon=True).start()

    def tell(self, first, last):
        """From now on tells these numbers, to whoever connects next."""
        with self.changed:
            self.number, self.last = first, last
            self.life += 1
            self.changed.notify_all()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            # Little is on its way when the reporter is killed: what is there was told, and not taken.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
            threading.Thread(target=self.serve, args=(client, self.life), daemon=True).start()

    def serve(self, client, life):
        with client:
            try:
                request = client.recv(4096).decode()
                if request.startswith("visits"):
                    client.sendall(b'{"recent":[]}\n')
                elif request.startswith("watch"):
                    client.sendall(line(STATUS))
                    with self.changed:
                        is_first, self.heard = self.heard != life, life
                    # An event is told once; who asks for the whole state beside the events gets none.
                    if is_first:
                        self.tell_events(client, life)
                    else:
                        client.recv(1)
                else:
                    client.sendall(b"error: no-track: no track is kept\n")
            except OSError:
                pass

    def tell_events(self, client, life):
        while True:
            with self.changed:
                while self.life == life and self.number > self.last:
                    self.changed.wait(1)
                if self.life != life:
                    return
                first = self.number
                end = min(self.last + 1, first + self.random.randint(1, 60))
                self.number = end
            client.sendall(b"".join(line(event(number)) for number in range(first, end)))
            time.sleep(self.random.uniform(0, 0.02))


def line(value):
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def event(number):
    return {"event": "location", "elapsed": number, "location": {
        "coordinate": {"latitude": 47 + number * 1e-6, "longitude": 9.5}, "mode": 3, "horizontalAccuracy": 4.1,
        "altitude": 460.5, "speed": 13.2, "course": 81.5, "age": 0.1, "stale": False}}
