"""A TCP connection that cannot be relied on."""
import random
import socket
import threading
import time


class BadLink:
    """Stands between a client and a server of this machine: passes their bytes on, and cuts, slows and holds them."""

    def __init__(self, target):
        self.target = target
        self.is_open = False
        self.held_until = 0
        # Bytes in a second; None for as many as come.
        self.rate = None
        self.cuts_at_reply = False
        self.cuts_in_request = False
        self.pairs = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                if not self.is_open:
                    raise OSError("closed")
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pair = (client, server)
            with self.lock:
                self.pairs.add(pair)
            threading.Thread(target=self.pump, args=(pair, True), daemon=True).start()
            threading.Thread(target=self.pump, args=(pair, False), daemon=True).start()

    def pump(self, pair, is_request):
        source, sink = pair if is_request else pair[::-1]
        try:
            while data := source.recv(4096 if self.rate else 65536):
                if self.rate:
                    time.sleep(min(0.5, len(data) / self.rate))
                while (wait := self.held_until - time.monotonic()) > 0:
                    time.sleep(wait)
                if self.cuts_at_reply and not is_request:
                    # What was asked has arrived, and who asked cannot know.
                    self.cuts_at_reply = False
                    break
                if self.cuts_in_request and is_request:
                    self.cuts_in_request = False
                    sink.sendall(data[:random.randrange(len(data))])
                    break
                sink.sendall(data)
        except OSError:
            pass
        self.end(pair)

    def end(self, pair):
        with self.lock:
            self.pairs.discard(pair)
        for end in pair:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def cut(self):
        """Ends all connections, with what is on its way."""
        for pair in list(self.pairs):
            self.end(pair)

    def close(self):
        """Nobody gets through until `is_open` is set."""
        self.is_open = False
        self.cut()
