"""What the page costs: bytes, frames, memory."""

import math
import os
import threading
import time

from browser import tab
from world import HOME, drive, location


# Notes when the map has its tiles and names and the dot lies on it, in milliseconds since the page was asked for.
FIRST_PICTURE = """
    const look = () => {
        const map = document.querySelector('#map')?.map
        const isThere = map?.getSource('basemap') && map.loaded() && document.querySelector('.user-location')
            && map.queryRenderedFeatures().some(({layer}) => layer.type === 'symbol')
        if (isThere) window.firstPicture = performance.now()
        else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
"""


def first_view(stage):
    """At most 1 MB for the first view, with a way of many days, and nothing from elsewhere."""
    world = stage.world
    # The daemon keeps some hundred points of an hour of driving (docs/guide/track.md).
    world.track = drive(20_000, start=-20_000)
    world.location = world.track[-1]
    with tab(stage.browser, stage.server.url) as view:
        view.page.add_init_script(FIRST_PICTURE)
        for visit in ("first", "second"):
            before, asked = stage.server.bytes_sent, len(view.requests)
            view.page.goto(view.url)
            milliseconds = view.until("window.firstPicture", "there is a picture", 60)
            view.until("document.body.dataset.track === '20000'", "the whole way is there", 60)
            view.idle()
            size = stage.server.bytes_sent - before
            stage.note(f"{visit} visit: {size / 1000:.0f} kB, {len(view.requests) - asked} requests, map, names and dot after {milliseconds / 1000:.2f} s")
            assert size < 1_000_000
        outside = [url for url in view.requests if not url.startswith((view.url, "blob:", "data:"))]
        assert not outside, outside
        stage.note(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")


def _drive(world, seconds, hertz=10):
    """Ten fixes a second, in real time."""
    begun = time.monotonic()
    for index in range(int(seconds * hertz)):
        angle = index / 300
        world.say("location", location=location(HOME[0] + 0.01 * math.sin(angle), HOME[1] + 0.014 * math.cos(angle), 10 + index / hertz))
        time.sleep(max(0.0, begun + (index + 1) / hertz - time.monotonic()))


def least_frames(goal=30):
    """What is asked of a machine that has time; on one that is busy, only that the page does not stand still."""
    return goal if os.getloadavg()[0] < os.cpu_count() else 1


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
        assert following >= least_frames()


def day_of_track(stage):
    """24 h at 1 Hz, 86,400 points: shown, and still smooth while the map follows."""
    world = stage.world
    world.track = drive(86_400, start=-86_400)
    world.location = world.track[-1]
    with tab(stage.browser, stage.server.url) as view:
        begun = time.monotonic()
        view.page.goto(view.url)
        view.until("document.body.dataset.track === '86400'", "the whole way is there", 120)
        view.idle()
        stage.note(f"shown after {time.monotonic() - begun:.1f} s, {stage.server.bytes_sent / 1000:.0f} kB")
        driver = threading.Thread(target=_drive, args=(world, 8))
        driver.start()
        view.page.wait_for_timeout(1500)
        following = view.frames_per_second(5)
        driver.join()
        memory = view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)")
        stage.note(f"{following:.0f} frames/s following at 10 Hz, {memory:.0f} MB of JavaScript heap")
        assert following >= least_frames(15) and memory < 120


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


def _heap(session):
    """MB of JavaScript that are still needed."""
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"] / 1e6


def _hour(stage, hertz, start):
    """The fixes of an hour, as fast as the page takes them; the heap after each quarter."""
    count = 3600 * hertz
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        session = view.page.context.new_cdp_session(view.page)
        session.send("HeapProfiler.enable")
        sizes = [_heap(session)]
        for index in range(count):
            angle = index / (30 * hertz)
            stage.world.say("location", location=location(HOME[0] + 0.01 * math.sin(angle), HOME[1] + 0.014 * math.cos(angle), start + index / hertz))
            if (index + 1) % 100 == 0:
                view.until(f"Number(document.body.dataset.track) >= {index + 1}", "all are heard of", 120)
            if (index + 1) % (count // 4) == 0:
                view.page.wait_for_timeout(500)
                sizes.append(_heap(session))
    stage.note(f"{hertz} Hz: MB of JavaScript heap at the start and after each of four times {count // 4} fixes: " + ", ".join(f"{size:.1f}" for size in sizes))
    return sizes


def memory_hour(stage):
    """What an hour sends, at 1 Hz and at 10 Hz: the heap grows by the way itself, some 200 bytes a point, and by nothing else."""
    for hour, hertz in enumerate((1, 10)):
        # The page passes over what is older than what it knows.
        sizes = _hour(stage, hertz, start=10 + 3600 * hour)
        assert sizes[-1] - sizes[1] < 2 + 0.0003 * 2700 * hertz, sizes


memory_hour.takes_long = True
