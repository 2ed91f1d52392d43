"""Radios in the air of btvirt, BlueZ's emulator: controllers of its own that no kernel drives. They are spoken to by its socket, in
the commands of HCI (Bluetooth Core Specification, volume 4, part E, sections 5.4 and 7.8).

Whoever scans hears an advertisement once each time that somebody begins to advertise. So to advertise once a second is to begin
and to end once a second. The emulator knows no strengths: all that is heard has 127, which means that it was not measured.
"""
import itertools
import socket
import struct
import threading

# Where btvirt -s takes controllers for low energy.
AIR = "/tmp/bt-server-le"
COMMAND, EVENT, COMMAND_COMPLETE = 0x01, 0x04, 0x0E
SET_RANDOM_ADDRESS, SET_PARAMETERS, SET_DATA, SET_ENABLE = 0x2005, 0x2006, 0x2008, 0x200A
NOT_CONNECTABLE, OWN_ADDRESS_IS_RANDOM, ALL_CHANNELS = 3, 1, 7
# In units of 0.625 ms; nobody here looks at it.
INTERVAL = 160


# "General discoverable", as beacons have it.
FLAGS = bytes.fromhex("02011a")


def ibeacon(uuid, major, minor):
    """What an iBeacon advertises: flags, and data of Apple's; it is heard with −59 dBm at one metre."""
    return FLAGS + bytes.fromhex("1aff4c000215" + uuid.replace("-", "")) + struct.pack(">HHb", major, minor, -59)


def altbeacon(uuid, major, minor):
    """Likewise an AltBeacon, of Radius Networks' number, with a byte of its maker's behind; and without flags, which not all have."""
    return bytes.fromhex("1bff1801beac" + uuid.replace("-", "")) + struct.pack(">HHbB", major, minor, -59, 0)


def eddystone(frame):
    """One of the frames that an Eddystone sends in turn."""
    return FLAGS + bytes.fromhex("0303aafe") + service(0xFEAA, frame)


def service(uuid, data):
    """Data of a service."""
    return struct.pack("<BBH", 3 + len(data), 0x16, uuid) + data


class Radio:
    """A controller that advertises, for as long as the emulator runs. Another call than the last one's end is an OSError."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(AIR)
        self.unread = b""
        self.call((SET_PARAMETERS, struct.pack("<HHBBB6sBB", INTERVAL, INTERVAL, NOT_CONNECTABLE, OWN_ADDRESS_IS_RANDOM, 0,
                                               bytes(6), ALL_CHANNELS, 0)))

    def advertise(self, advertisement):
        """Sends this once: an address of six bytes as it is written, and data."""
        address, data = advertisement
        self.call((SET_RANDOM_ADDRESS, address[::-1]), (SET_DATA, bytes([len(data)]) + data.ljust(31, b"\0")),
                  (SET_ENABLE, b"\1"), (SET_ENABLE, b"\0"))

    def call(self, *commands):
        self.socket.sendall(b"".join(struct.pack("<BHB", COMMAND, code, len(parameters)) + parameters
                                     for code, parameters in commands))
        for code, _ in commands:
            kind, event, length = struct.unpack("BBB", self.read(3))
            answer = self.read(length)
            if (kind, event) != (EVENT, COMMAND_COMPLETE) or struct.unpack_from("<H", answer, 1) != (code,) or answer[3] != 0:
                raise ValueError(f"command {code:#06x} was answered with event {event:#04x}: {answer.hex()}")

    def read(self, count):
        while len(self.unread) < count:
            data = self.socket.recv(4096)
            if not data:
                raise ConnectionError("the emulator has gone")
            self.unread += data
        data, self.unread = self.unread[:count], self.unread[count:]
        return data

    def close(self):
        self.socket.close()


class Beacon:
    """A beacon that advertises each of its data once a second, in turn, until it is silenced or the emulator ends."""

    def __init__(self, address, *data):
        self.radio, self.advertisements = Radio(), [(address, advertised) for advertised in data]
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            for advertisement in itertools.cycle(self.advertisements):
                if self.is_over.is_set():
                    break
                self.radio.advertise(advertisement)
                # Apart, because BlueZ tells of what changes at once the last alone.
                self.is_over.wait(1 / len(self.advertisements))
        except OSError:
            # With the emulator ends the air.
            pass
        self.radio.close()

    def silence(self):
        self.is_over.set()
        self.thread.join()
