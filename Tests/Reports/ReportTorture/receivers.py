"""Where the reports go: a real mosquitto, and an HTTP server, both as processes that can be killed."""
import os
import pathlib
import random
import signal
import socket
import subprocess
import threading
import time

SERVER = pathlib.Path(__file__).resolve().parent.parent / "PlacemarkReportTests" / "receiver"


# A busy machine takes its time.
PATIENCE = 150


def free_port():
    """A port that no connection gets by chance while its server is away: none of those that the kernel gives out."""
    while True:
        port = random.randrange(10_000, 32_000)
        try:
            socket.create_server(("127.0.0.1", port)).close()
            return port
        except OSError:
            pass


def die_with_parent():
    # A torture that is killed leaves no broker behind. The parent is the thread, for the kernel.
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Receiver:
    """A process that is killed and started again, behind a bad link."""

    def __init__(self, command):
        self.command = command
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise OSError(f"{self.command[0]} does not listen ({self.process.poll()})") from None
                time.sleep(0.01)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def suspend(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)


class HTTPServer(Receiver):
    """Appends what it takes to a file, and has it on the disk before it says so."""

    def __init__(self, directory, score):
        self.port = free_port()
        self.file = directory / "http.out"
        self.file.touch()
        self.score = score
        self.tail = open(self.file, "rb")
        self.rest = b""
        self.lock = threading.Lock()
        super().__init__([str(SERVER), "server", str(self.file), str(self.port)])

    def start(self):
        # What a kill has torn was never acknowledged.
        with open(self.file, "ab") as file:
            file.write(b"\n")
        super().start()

    def wait_until_ready(self):
        pass

    def look(self):
        """Counts what has arrived since the last look."""
        with self.lock:
            *lines, self.rest = (self.rest + self.tail.read()).split(b"\n")
            for line in lines:
                if line:
                    self.score.arrive(line)


class Broker(Receiver):
    """A mosquitto, and a mosquitto_sub that listens to it.

    The broker itself keeps nothing over a kill: it hands a message to its subscribers and then acknowledges it, all in
    memory. So the link to it opens when the subscriber is there, and that one takes QoS 0, for which the broker waits for
    nobody: what the broker has acknowledged is on its way to the score then.
    """

    def __init__(self, directory, score):
        self.port = free_port()
        self.score = score
        configuration = directory / "mosquitto.conf"
        configuration.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\npersistence false\n"
            "max_queued_messages 0\nmax_inflight_messages 0\nset_tcp_nodelay true\nlog_dest none\n")
        self.subscriptions = 0
        mosquitto = next(path for path in ("/usr/sbin/mosquitto", "mosquitto") if os.path.exists(path) or "/" not in path)
        super().__init__([mosquitto, "-c", str(configuration)])

    def start(self):
        self.wanted = self.subscriptions + 1
        super().start()
        if self.wanted == 1:
            # The broker tells its version to each new subscriber: then it is subscribed.
            self.subscriber = subprocess.Popen(
                ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(self.port), "-q", "0", "-t", "placemarkd/#", "-t",
                 "$SYS/broker/version"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
            threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.subscriber.stdout:
            if line.startswith(b"{"):
                self.score.arrive(line)
            else:
                self.subscriptions += 1

    def wait_until_ready(self):
        deadline = time.monotonic() + PATIENCE
        while self.subscriptions < self.wanted:
            if time.monotonic() > deadline:
                raise OSError("mosquitto_sub does not come back")
            time.sleep(0.01)

    def look(self):
        pass
