"""What a browser takes of the machine: all of its processes, from /proc.

With software graphics most of the work is done beside the page's own thread: by the graphics process, by threads that raster, by workers.
"""

import os
import re
import time
from collections import Counter
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Processes:
    """Those of one browser: its first one, and whatever descends from it."""

    def __init__(self, browser):
        session = browser.new_browser_cdp_session()
        self.first = next(process["id"] for process in session.send("SystemInfo.getProcessInfo")["processInfo"] if process["type"] == "browser")
        session.detach()

    def _all(self):
        """The fields of /proc/PID/stat (proc(5)) of each, from the state on, by its number."""
        stats = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                stats[int(folder.name)] = (folder / "stat").read_text().rpartition(") ")[2].split()
            except OSError:
                pass  # It has ended.
        found = {self.first}
        while more := {number for number, stat in stats.items() if int(stat[1]) in found} - found:
            found |= more
        return {number: stats[number] for number in found if number in stats}

    @staticmethod
    def _kind(number):
        """What Chromium calls this process: renderer, gpu-process, utility; the first one has no such name."""
        try:
            match = re.search(rb"--type=([a-z-]+)", Path(f"/proc/{number}/cmdline").read_bytes())
        except OSError:
            return "ended"
        return match[1].decode() if match else "browser"

    def _ticks(self):
        return {number: int(stat[11]) + int(stat[12]) for number, stat in self._all().items()}

    def shares(self, seconds, wait):
        """What they take of one core for so long, by kind. `wait` passes a time in milliseconds."""
        before, begun = self._ticks(), time.monotonic()
        wait(seconds * 1000)
        after, passed = self._ticks(), time.monotonic() - begun
        shares = Counter()
        for number, ticks in after.items():
            shares[self._kind(number)] += (ticks - before.get(number, 0)) / TICKS_PER_SECOND / passed
        return shares

    def megabytes(self, kind):
        """The resident memory of those of a kind."""
        return sum(int(stat[21]) * PAGE_BYTES for number, stat in self._all().items() if self._kind(number) == kind) / 1e6
