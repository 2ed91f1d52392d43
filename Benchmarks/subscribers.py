"""Measures how a fix gets from a datagram for gpsd to the subscribers of placemarkd, beside gpsd's own clients.

Usage: Benchmarks/run subscribers [latency | crowd | pace | cost]...    (after "make build"; without a name, all of them)

Everything goes through a real gpsd, loopback and a Unix socket. The crowd is .build/release/socket-load, one process that
speaks both protocols: it sends each fix itself, and takes all times with CLOCK_MONOTONIC when it has read the answer. So
its own work is in the figures, for both sides alike. gpsd 3.22 as Debian builds it has room for 64 clients.
"""

import contextlib
import json
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import time

import tables

ROOT = pathlib.Path(__file__).parent.parent
RELEASE = ROOT / ".build/release"
WORLD = ROOT / ".build/gazetteer/world.gazetteer"


def free_port(kind):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def program(name):
    """gpsd is in sbin, which not everybody has in the path."""
    paths = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/local/bin", "/usr/bin"]
    return next((f"{path}/{name}" for path in paths if pathlib.Path(path, name).exists()), name)


@contextlib.contextmanager
def running(*command):
    child = subprocess.Popen(
        [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.terminate()
        child.wait()


class Bench:
    """A gpsd and a placemarkd that listens to it."""

    def __init__(self, stack):
        directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="placemarkd-bench."))
        self.receiver, self.port = free_port(socket.SOCK_DGRAM), free_port(socket.SOCK_STREAM)
        self.socket = f"{directory}/socket"
        self.gpsd = stack.enter_context(
            running(program("gpsd"), "-N", "-n", "-S", self.port, f"udp://127.0.0.1:{self.receiver}"))
        self.wait_for(lambda: socket.create_connection(("127.0.0.1", self.port)).close(), "gpsd")
        # One user has all the connections here.
        configuration = f"{directory}/placemarkd.conf"
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("[Publishing]\nConnectionsPerUser=20000\n")
        self.daemon = stack.enter_context(running(
            RELEASE / "placemarkd", "--config", configuration, "--gpsd", f"127.0.0.1:{self.port}", "--gazetteer", WORLD,
            "--socket", self.socket, "--state-directory", directory))
        self.wait_for(self.ask, "placemarkd")

    def ask(self):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.socket)
            client.sendall(b"status\n")
            client.recv(1)

    @staticmethod
    def wait_for(attempt, what):
        deadline = time.monotonic() + 10
        while True:
            try:
                return attempt()
            except OSError as error:
                if time.monotonic() > deadline:
                    sys.exit(f"{what} does not answer: {error}")
                time.sleep(0.02)

    def load(self, process=None, **options):
        words = [f"--{key.replace('_', '-')}={value}" for key, value in options.items()]
        command = [RELEASE / "socket-load", "--socket", self.socket, "--receiver", self.receiver, "--gpsd", self.port,
                   "--process", (process or self.daemon).pid, *words]
        output = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE).stdout
        return json.loads(output)


def milliseconds(latency):
    return [f"{latency[key]:.2f}" for key in ("minimum", "median", "p99", "maximum")] if latency else ["-"] * 4


def verdict(value, goal):
    return f"{value:.2f} of at most {goal:g}: {'met' if value <= goal else 'missed'}"


def measured(process=None, **options):
    """One run with a gpsd and a placemarkd of its own; `process` names the one whose CPU time and memory count."""
    with contextlib.ExitStack() as stack:
        bench = Bench(stack)
        found = bench.load(getattr(bench, process or "daemon"), **options)
    if found["lostSubscribers"] or found["failedRequests"]:
        sys.exit(f"clients were lost, so that the figures mean nothing: {found}")
    return found


def show(title, rows):
    print(f"\n{title}")
    print("\n".join(tables.aligned(rows)))


def latency():
    """One fix to one client, on both sides in the same run."""
    found = measured(subscribers=1, gpsd_clients=1, rate=10, fixes=300)
    gpsd, ours = found["gpsdClients"], found["subscribers"]
    show("From a datagram to one client, 300 fixes at 10 Hz, in ms", [
        ["", "min", "median", "p99", "max"],
        ["client of gpsd", *milliseconds(gpsd)],
        ["subscriber of placemarkd", *milliseconds(ours)],
        ["ratio", *(f"{ours[key] / gpsd[key]:.2f}" for key in ("minimum", "median", "p99", "maximum"))],
    ])
    print(f"more than gpsd at the median, in ms: {verdict(ours['median'] - gpsd['median'], 1)}")


def crowd():
    """One fix to ever more clients, while others ask and others do not read."""
    rows = [["", "min", "median", "p99", "max", "request median", "p99", "CPU ms a fix", "RSS MB"]]
    gpsd = {}
    for name, process, options in [
        ("10 clients of gpsd", "gpsd", {"gpsd_clients": 10}),
        ("60 clients of gpsd", "gpsd", {"gpsd_clients": 60}),
        ("60 processes of gpspipe", "gpsd", {"gpspipes": 60}),
        ("10 subscribers", "daemon", {"subscribers": 10}),
        ("60 subscribers", "daemon", {"subscribers": 60}),
        ("1,000 subscribers", "daemon", {"subscribers": 1000}),
        ("10,000, 100 of them stalled", "daemon", {"subscribers": 9900, "stalled": 100, "warm_up": 120}),
    ]:
        asks = 50 if process == "daemon" else 0
        found = measured(process, requests_per_second=asks, rate=2, fixes=60, **options)
        latency, requests = found.get("gpsdClients") or found.get("subscribers"), found.get("requests")
        rows.append([
            name, *milliseconds(latency), *(milliseconds(requests)[1:3]),
            f"{1000 * found['processorSeconds'] / found['fixes']:.2f}", f"{found['residentMegabytes']:.1f}"])
        if process == "gpsd":
            gpsd[name] = latency
        if name == "60 subscribers":
            rows += [[f"ratio to {other}", *(f"{latency[key] / base[key]:.2f}" for key in
                                            ("minimum", "median", "p99", "maximum")), "", "", "", ""]
                     for other, base in gpsd.items() if other.startswith("60")]
    show("From a datagram to each client, 60 fixes at 2 Hz, in ms; 50 requests for the city in a second", rows)
    print(f"10,000 subscribers: p99 in ms {verdict(latency['p99'], 50)}; requests p99 in ms {verdict(requests['p99'], 5)};"
          f" RSS in MB {verdict(found['residentMegabytes'], 64)}; cut off {found['cutOff']}")


def pace():
    """What many subscribers cost at 10 Hz."""
    rows = [["", "median", "p99", "CPU, % of a core", "µs a client and fix"]]
    for name, process, options in [
        ("60 clients of gpsd", "gpsd", {"gpsd_clients": 60}),
        ("60 subscribers", "daemon", {"subscribers": 60}),
        ("1,000 subscribers", "daemon", {"subscribers": 1000}),
    ]:
        found = measured(process, rate=10, fixes=200, **options)
        latency, clients = found.get("gpsdClients") or found.get("subscribers"), sum(options.values())
        # The crowd listens for a second after the last fix.
        percent = 100 * found["processorSeconds"] / (200 / 10 + 1)
        rows.append([name, *(milliseconds(latency)[1:3]), f"{percent:.1f}",
                     f"{1e6 * found['processorSeconds'] / 200 / clients:.1f}"])
    show("200 fixes at 10 Hz, in ms", rows)
    print(f"1,000 subscribers, % of a core: {verdict(percent, 50)}")


def cost():
    """What each thing costs, and how it grows."""
    rows = [["subscribers", "CPU ms a fix", "µs a subscriber and event", "RSS MB", "KB a subscriber"]]
    for count in (0, 10, 100, 1000, 10_000):
        found = measured(subscribers=count, rate=10, fixes=100)
        fix, anonymous = 1000 * found["processorSeconds"] / 100, found["anonymousMegabytes"]
        if not count:
            alone, empty = fix, anonymous
        rows.append([f"{count:,}", f"{fix:.2f}", f"{1000 * (fix - alone) / count:.1f}" if count else "-",
                     f"{found['residentMegabytes']:.1f}", f"{1000 * (anonymous - empty) / count:.1f}" if count else "-"])
    show("100 fixes at 10 Hz; the first row is a daemon without clients", rows)
    rows = [["requests a second", "median ms", "p99 ms", "CPU µs a request"]]
    for rate in (10, 100, 1000):
        found = measured(requests_per_second=rate, rate=0.1, fixes=1, warm_up=5)
        requests = found["requests"]
        rows.append([f"{rate:,}", *(milliseconds(requests)[1:3]),
                     f"{1e6 * found['processorSeconds'] / requests['count']:.0f}"])
    show("Requests for the city, one after the other, each on a connection of its own", rows)


MEASURES = {measure.__name__: measure for measure in (latency, crowd, pace, cost)}


def main():
    unknown = set(sys.argv[1:]) - set(MEASURES)
    if unknown:
        sys.exit(f"there is no measure {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    # The crowd and the daemon hold a descriptor for each client.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name in sys.argv[1:] or MEASURES:
        MEASURES[name]()


if __name__ == "__main__":
    main()
