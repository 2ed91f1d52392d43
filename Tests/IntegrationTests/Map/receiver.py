"""A receiver of satellites for the real gpsd: it says in NMEA where a test wants it to be."""

import math
import socket
import threading
import time

from world import EPOCH


def sentence(body):
    sum = 0
    for character in body.encode():
        sum ^= character
    return f"${body}*{sum:02X}\r\n"


def _clock_and_date(seconds):
    # Of a recording they are negative.
    moment = time.gmtime(EPOCH + math.floor(seconds))
    return time.strftime("%H%M%S", moment) + f".{round(seconds * 1000) % 1000:03d}", time.strftime("%d%m%y", moment)


def epoch(latitude, longitude, seconds, speed=0.0, course=40.0, satellites=None):
    """What a receiver says of one moment: position, mode and accuracy, speed and course.

    `satellites`: how many it uses, and how many it hears; without them it names none that it hears.
    """
    clock, date = _clock_and_date(seconds)

    def angle(degrees, digits, letters):
        whole, minutes = divmod(abs(degrees) * 60, 60)
        return f"{int(whole):0{digits}d}{minutes:010.7f},{letters[degrees < 0]}"

    position = f"{angle(latitude, 2, 'NS')},{angle(longitude, 3, 'EW')}"
    used, heard = satellites or (9, 0)
    names = [f"{number + 1:02d}" if number < used else "" for number in range(12)]
    in_view = [f"{number + 1:02d},{20 + number},{20 * number:03d},35" for number in range(heard)]
    parts = [in_view[first:first + 4] for first in range(0, heard, 4)]
    return "".join(map(sentence, (
        f"GPGGA,{clock},{position},1,{used:02d},0.90,455.00,M,48.00,M,,",
        f"GPGSA,A,3,{','.join(names)},1.44,0.90,1.13",
        *(f"GPGSV,{len(parts)},{number},{heard:02d},{','.join(part)}" for number, part in enumerate(parts, 1)),
        f"GPRMC,{clock},A,{position},{speed * 3600 / 1852:.4f},{course:.2f},{date},,,A")))


def epoch_without_fix(seconds):
    """The same of a receiver that does not know where it is."""
    clock, date = _clock_and_date(seconds)
    return "".join(map(sentence, (f"GPGGA,{clock},,,,,0,00,,,M,,M,,", "GPGSA,A,1" + 15 * ",", f"GPRMC,{clock},V,,,,,,,{date},,,N")))


class Receiver:
    """Sends to a port of this machine, so many times a second, until it is closed."""

    def __init__(self, port, near, hertz=2):
        # Between two reports of where it is, in seconds.
        self.period = 1 / hertz
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect(("127.0.0.1", port))
        self.lock = threading.Lock()
        # Place, speed and course now, and those of the next reports.
        self.state, self.way = (near, 0.0, 40.0), []
        # What it tells: a "fix", that it has "no fix", or nothing ("silence"); and of how many satellites.
        self.tells, self.satellites = "fix", None
        # Of a silent one, how many fixes it tells all the same.
        self.left = 0
        self.seconds = 0
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self._send, daemon=True)

    def start(self):
        self.thread.start()

    def go(self, latitude, longitude, speed=0.0):
        """From now on it is there. The daemon does not believe far jumps: see `drive`."""
        with self.lock:
            self.state, self.way = ((latitude, longitude), speed, 40.0), []

    def drive(self, north, east, steps, speed=13.9, course=40.0):
        """Goes so many degrees to the north and to the east, one step with each report, and rests there. Gives the places of all steps.

        A step may be 100 m long, whatever the speed that it claims. Who claims more than 20 m/s up to the end has braked harder than a car
        can, and is not believed for a while.
        """
        with self.lock:
            latitude, longitude = (self.way[-1] if self.way else self.state)[0]
            # As many digits as the daemon keeps.
            places = [(round(latitude + north * step / steps, 7), round(longitude + east * step / steps, 7)) for step in range(1, steps + 1)]
            self.way += [(place, speed, course) for place in places] + [(places[-1], 0.0, course)]
        return places

    def go_round(self, radius, seconds, speed=13.9):
        """Drives in a circle of so many metres, which touches where it is, for so long."""
        with self.lock:
            latitude, longitude = self.state[0]
            metre = 1 / 111_200
            for step in range(1, round(seconds / self.period) + 1):
                angle = step * self.period * speed / radius
                place = (latitude + radius * math.sin(angle) * metre,
                         longitude + radius * (1 - math.cos(angle)) * metre / math.cos(math.radians(latitude)))
                self.way.append((place, speed, math.degrees(angle) % 360))

    def visit(self, places, speed):
        """Is at one of these places with each report, and rests at the last one."""
        with self.lock:
            self.way = [(place, speed, 40.0) for place in places]

    def rest(self):
        """Stops where it is."""
        with self.lock:
            place, _, course = self.state
            self.way = [(place, 0.0, course)]

    def tell(self, count):
        """While it is silent: tells so many fixes all the same."""
        with self.lock:
            self.left = count

    def _send(self):
        while not self.ends.is_set():
            text = self._next()
            # Its clock goes on while it says nothing.
            self.seconds = round(self.seconds + self.period, 3)
            try:
                if text:
                    self.socket.send(text.encode())
            except ConnectionRefusedError:
                pass  # gpsd does not listen yet, or no more.
            self.ends.wait(self.period)

    def _next(self):
        with self.lock:
            if self.tells == "silence":
                if self.left == 0:
                    return ""
                self.left -= 1
            if self.tells == "no fix":
                return epoch_without_fix(self.seconds)
            if self.way:
                self.state = self.way.pop(0)
            place, speed, course = self.state
            return epoch(*place, self.seconds, speed, course, self.satellites)

    def close(self):
        self.ends.set()
        if self.thread.is_alive():
            self.thread.join()
        self.socket.close()
