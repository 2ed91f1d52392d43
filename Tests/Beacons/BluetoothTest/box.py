"""A box with BlueZ, an emulated controller, the daemon and what listens for it: how they start, what they say, what fails."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import radio

HERE = pathlib.Path(__file__).parent
SOCKET = "/run/placemarkd.sock"
CONTROLLER = pathlib.Path("/sys/class/bluetooth/hci0")

start = time.monotonic()
processes = {}


def proves(what):
    print(f"ok: {what}, at {time.monotonic() - start:.0f} s", flush=True)


def fails(why):
    """Says why, with all that may tell the cause, and ends the test."""
    print(f"FAILED: {why}", flush=True)
    print("crossings:", crossings, flush=True)
    for command in ("tail -n 30 /run/*.log", "ls /sys/class/bluetooth /sys/class/rfkill", "ps ax || cat /proc/[0-9]*/comm",
                    "cat /proc/$(pidof btvirt)/wchan", "grep -A 1 aes /proc/crypto", "dmesg | tail -n 40"):
        print(f"--- {command}", flush=True)
        subprocess.run(command, shell=True, stderr=subprocess.STDOUT)
    print("--- beacons", attempt(lambda: ask("beacons")), flush=True)
    sys.exit(1)


def attempt(question):
    try:
        return question()
    except (OSError, ValueError, LookupError) as error:
        return error


def is_true(condition):
    return attempt(condition) is True


def within(seconds, what, condition):
    """The condition comes to hold in time."""
    deadline = time.monotonic() + seconds
    while not is_true(condition):
        if time.monotonic() > deadline:
            fails(f"{what}, within {seconds} s; last: {attempt(condition)!r}")
        time.sleep(0.5)
    proves(what)


def throughout(seconds, what, condition):
    """The condition holds all the time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not is_true(condition):
            fails(f"{what}, for {seconds} s; last: {attempt(condition)!r}")
        time.sleep(0.5)
    proves(what)


def begins(name, *command, **options):
    """A process of its own, with a log."""
    with open(f"/run/{name}.log", "ab") as log:
        processes[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=HERE, **options)


def ends(name, how=signal.SIGTERM):
    process = processes.pop(name)
    process.send_signal(how)
    process.wait()


def log(name):
    return pathlib.Path(f"/run/{name}.log").read_text()


def memory(name):
    """What a process has in memory, in kB."""
    status = pathlib.Path(f"/proc/{processes[name].pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])


def seconds_of_processor(name):
    fields = pathlib.Path(f"/proc/{processes[name].pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# BlueZ

def plugs_in():
    """An emulated controller for the kernel, and the air that it hears. Once this socket is there, the emulator answers."""
    pathlib.Path(radio.AIR).unlink(missing_ok=True)
    begins("btvirt", "btvirt", "-L", "-l1", "-s")
    within(120, "a controller is plugged in", lambda: CONTROLLER.exists() and os.path.exists(radio.AIR))


def unplugs():
    ends("btvirt", signal.SIGKILL)
    within(60, "the controller is unplugged", lambda: not CONTROLLER.exists())


def block(is_blocked):
    """What rfkill(8) does, and the switch of a laptop."""
    for switch in pathlib.Path("/sys/class/rfkill").iterdir():
        (switch / "soft").write_text("1" if is_blocked else "0")


def asks_bluez(path, method, *arguments):
    return subprocess.run(["dbus-send", "--system", "--print-reply=literal", "--reply-timeout=120000", "--dest=org.bluez", path,
                           "org.freedesktop.DBus." + method, *arguments], capture_output=True, text=True).stdout


def discovers():
    """Whether the controller looks for devices, as BlueZ says; None when it does not say."""
    answer = asks_bluez("/org/bluez/hci0", "Properties.Get", "string:org.bluez.Adapter1", "string:Discovering").split()
    return {"true": True, "false": False}.get(answer[-1]) if answer else None


# The daemon

def ask(request):
    """What the daemon answers."""
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.settimeout(60)
        daemon.connect(SOCKET)
        daemon.sendall(request.encode() + b"\n")
        answer = daemon.makefile().read()
    if answer.startswith("error: "):
        raise ValueError(answer)
    return json.loads(answer)


def hears():
    """The beacons that the daemon says are heard, by their minor numbers."""
    return {beacon["minor"]: beacon for beacon in ask("beacons")["beacons"]}


def is_heard(minor, within_seconds):
    """Whether a beacon was heard at most so long ago."""
    return hears()[minor]["age"] <= within_seconds


def is_listening():
    return ask("beacons")["isListening"]


def is_deaf(why):
    answer = ask("beacons")
    return not answer["isListening"] and answer["reason"] == why


def state(region):
    return ask(f"regions state {region}")["state"]


# "regionEntered garage" and so on, in the order in which the daemon tells them; with the seconds since the start beside them.
crossings, crossed = [], []


def watches():
    """Begins to listen for crossings. Returns when the daemon has answered."""
    daemon = socket.socket(socket.AF_UNIX)
    daemon.connect(SOCKET)
    daemon.sendall(b"watch regions\n")
    lines = daemon.makefile()
    lines.readline()

    def listens():
        for line in lines:
            event = json.loads(line)
            if event["event"] in ("regionEntered", "regionExited"):
                # Who waits for a crossing asks then when it was.
                crossed.append(time.monotonic())
                crossings.append(f"{event['event']} {event['region']}")
    threading.Thread(target=listens, daemon=True).start()
