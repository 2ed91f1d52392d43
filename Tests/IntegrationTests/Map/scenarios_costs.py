"""What the page costs: bytes, frames, memory."""

import math
import os
import threading
import time

from browser import tab
from world import HOME, drive, location


def first_view(stage):
    """At most 1 MB for the first view, and nothing from elsewhere."""
    begun = time.monotonic()
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        seconds = time.monotonic() - begun
        outside = [url for url in view.requests if not url.startswith((view.url, "blob:", "data:"))]
        assert not outside, outside
        size = stage.server.bytes_sent
        stage.note(f"{size / 1000:.0f} kB, {len(view.requests)} requests, drawn after {seconds:.2f} s")
        assert size < 1_000_000


def _drive(world, seconds, hertz=10):
    """Ten fixes a second, in real time."""
    begun = time.monotonic()
    for index in range(int(seconds * hertz)):
        angle = index / 300
        world.say("location", location=location(HOME[0] + 0.01 * math.sin(angle), HOME[1] + 0.014 * math.cos(angle), 10 + index / hertz))
        time.sleep(max(0.0, begun + (index + 1) / hertz - time.monotonic()))


def _least_frames():
    """What is asked of a machine that has time; on one that is busy, only that the page does not stand still."""
    return 30 if os.getloadavg()[0] < os.cpu_count() else 5


def frames(stage):
    """Frames per second while the map follows fixes at 10 Hz, beside those of a page that does nothing."""
    with tab(stage.browser, stage.server.url) as view:
        view.page.goto("about:blank")
        blank = view.frames_per_second(2)
        view.open()
        driver = threading.Thread(target=_drive, args=(stage.world, 8))
        driver.start()
        view.page.wait_for_timeout(1500)
        following = view.frames_per_second(5)
        driver.join()
        stage.note(f"{following:.0f} frames/s following at 10 Hz; a blank page {blank:.0f}; load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")
        assert following >= _least_frames()


def day_of_track(stage):
    """24 h at 1 Hz, 86,400 points: shown, and still smooth while the map follows."""
    world = stage.world
    world.track = drive(86_400, start=-86_400)
    world.location = world.track[-1]
    with tab(stage.browser, stage.server.url) as view:
        view.page.goto(view.url)
        view.until("document.body.dataset.track === '86400'", "the whole way is there", 120)
        view.idle()
        driver = threading.Thread(target=_drive, args=(world, 8))
        driver.start()
        view.page.wait_for_timeout(1500)
        following = view.frames_per_second(5)
        driver.join()
        memory = view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)")
        stage.note(f"{following:.0f} frames/s following at 10 Hz, {memory:.0f} MB of JavaScript heap")
        assert following >= _least_frames() and memory < 120


def memory(stage):
    """Six thousand fixes, ten minutes at 10 Hz told five times as fast, leave the memory where it was but for the way itself."""
    world = stage.world
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        sizes = []
        for part in range(4):
            for index in range(1500):
                angle = (part * 1500 + index) / 300
                world.say("location", location=location(HOME[0] + 0.01 * math.sin(angle), HOME[1] + 0.014 * math.cos(angle), 10 + (part * 1500 + index) / 10))
                time.sleep(0.004)
            view.until(f"Number(document.body.dataset.track) >= {(part + 1) * 1500}", "all are heard of", 30)
            view.page.wait_for_timeout(500)
            sizes.append(view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)"))
        stage.note("MB of JavaScript heap: " + ", ".join(f"{size:.1f}" for size in sizes))
        assert sizes[-1] - sizes[1] < 6, sizes
