"""What the page costs on a real box with the basemap of the world: bytes, counts and memory are asserted, times are only told.

How long a machine takes for something says as much about what else it does. `costs` prints all figures as a table for
docs/explain/performance-map.md, from a machine that does nothing else.
"""

import os
import random
from contextlib import contextmanager

import measures
from browser import tab
from measures import KEPT, new_browser, world_box
from processes import Processes
from world import HOME, circle, drive

# From above a valley, where names and ways are many, and near a town, where each fix moves the map.
ZOOMS = (12, 15)

# A browser that does something else until long after the daemon has answered.
BUSY_AT_FIRST = """
    const browsers = window.fetch
    window.fetch = (target, options) => {
        const answer = browsers(target, options)
        if (target === "/v1/status") for (const end = performance.now() + 700; performance.now() < end;);
        return answer
    }
"""


def _past(count):
    """A way that ends a minute ago, and where it ends."""
    track = drive(count, start=-count - 60)
    track[0]["startsSegment"] = True
    end = track[-1]["coordinate"]
    return track, (end["latitude"], end["longitude"])


def _first_view(stage, view, name):
    """Tells what this visit takes, and asserts what every visit keeps to."""
    found = measures.first_view(view, stage.options.page, 19_900)
    stage.note(f"{name}: {found.bytes / 1000:.0f} kB in {found.answers} answers, first paint after {found.paint:.2f} s, map, names and dot after {found.complete:.2f} s")
    assert found.bytes < 1_000_000, found
    assert view.ask("window.firstZoom") >= 10, "the map began elsewhere, and has loaded that, too"
    assert not found.outside, found.outside


def first_view(stage):
    """At most 1 MB for the first view, with a way of many days, and nothing from elsewhere."""
    # The daemon keeps some hundred points of an hour of driving (docs/guide/track.md).
    track, here = _past(20_000)
    with world_box(stage, track=track, near=here, configuration=KEPT) as real:
        with new_browser(stage, real.url) as (_, view):
            for visit in ("first", "second"):
                _first_view(stage, view, f"{visit} visit")
        with new_browser(stage, real.url) as (_, view):
            view.page.add_init_script(BUSY_AT_FIRST)
            _first_view(stage, view, "a busy browser")
    stage.note(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")


@contextmanager
def _following(stage, hertz, regions=0, **more):
    """A box that drives in a circle, as long as any machine takes, with regions about it, and the page that follows it."""
    chance = random.Random(7)
    around = [
        circle(f"region-{index}", HOME[0] + chance.uniform(-0.15, 0.15), HOME[1] + chance.uniform(-0.2, 0.2), chance.uniform(50, 500), origin="file")
        for index in range(regions)]
    more = {"configuration": "[Track]\nKeep=memory\n", **more}
    with world_box(stage, hertz=hertz, regions=around, **more) as real, new_browser(stage, real.url) as (browser, view):
        view.open()
        view.until(f"document.body.dataset.regions === '{regions}'", "the regions are there", 120)
        yield real, browser, view


def _drives(real, view):
    """From now on it drives, and the page has heard of it."""
    before = int(view.ask("document.body.dataset.track ?? '0'"))
    real.receiver.go_round(300, 7200)
    view.until(f"Number(document.body.dataset.track) >= {before + 5}", "the page hears where it goes")


def frames(stage):
    """Frames per second while the map follows fixes at 10 Hz among 1,000 regions, beside those of a page that does nothing."""
    with _following(stage, hertz=10, regions=1000) as (real, _, view):
        with tab(stage.browser, "about:blank") as blank:
            blank.page.goto(blank.url)
            stage.note(f"a blank page {blank.frames_per_second(2):.0f} frames/s")
        _drives(real, view)
        for zoom in ZOOMS:
            measures.come_near(view, zoom)
            found = measures.frames(view)
            stage.note(f"zoom {zoom}: {found.shown:.0f} frames/s, {found.drawn:.0f} of them new pictures of the map, {found.points} fixes in 5 s")
            assert found.shown >= 1 and found.drawn > 0, "the page stands still"
            assert view.ask("document.querySelector('#tracking').dataset.mode") != "none", "it still follows"
        assert not view.errors, view.errors
    stage.note(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")


def day_of_track(stage):
    """A day at 1 Hz, 86,000 points: shown, in bounded memory, and the map follows."""
    track, here = _past(86_000)
    with _following(stage, hertz=10, track=track, near=here, configuration=KEPT) as (real, _, view):
        view.until("Number(document.body.dataset.track) >= 85900", "the whole way is there", 120)
        size = next(size for path, size in view.ask(measures.TRANSFERRED) if path == "/v1/track")
        _drives(real, view)
        found = measures.frames(view)
        heap = measures.heap(view)
        stage.note(f"{size / 1e6:.1f} MB to transfer, {heap:.0f} MB of JavaScript heap; {found.shown:.0f} frames/s following at 10 Hz, {found.drawn:.0f} of them new pictures of the map")
        assert found.drawn > 0, "the page stands still"
        assert size < 4_000_000 and heap < 120, (size, heap)


def _over_time(browser, view, minutes):
    """Heap and resident memory of the page, at the start and after each of ten parts of so many minutes; points of the way."""
    processes, found = Processes(browser), []
    for part in range(11):
        if part:
            view.page.wait_for_timeout(minutes * 6000)
        found.append((measures.heap(view), processes.megabytes("renderer"), int(view.ask("document.body.dataset.track"))))
    return found


def memory_following(stage):
    """Minutes of fixes at 10 Hz in real time: the heap grows by the way itself, some 200 bytes a point, and by nothing else."""
    with _following(stage, hertz=10, regions=1000) as (real, browser, view):
        _drives(real, view)
        measured = _over_time(browser, view, stage.options.minutes)
    stage.note(f"{stage.options.minutes} min at 10 Hz, MB of JavaScript heap: " + ", ".join(f"{heap:.1f}" for heap, _, _ in measured))
    stage.note("MB of the page's process: " + ", ".join(f"{resident:.0f}" for _, resident, _ in measured))
    (first, _, few), (last, _, many) = measured[1], measured[-1]
    assert many > few, "the way grows"
    assert last - first < 2 + 0.0003 * (many - few), measured


memory_following.takes_long = True


def _shares(processes, view, seconds):
    """Of one core, in words: all of it, and the greatest parts."""
    shares = processes.shares(seconds, view.page.wait_for_timeout)
    parts = ", ".join(f"{kind} {100 * share:.1f} %" for kind, share in shares.most_common(3))
    return f"{100 * sum(shares.values()):.1f} % of a core ({parts})"


def costs(stage):
    """Prints what the page costs, as a table for docs/explain/performance-map.md: for a machine that does nothing else."""
    rows = [("", "", "Goal"), ("---", "---", "---")]
    load = os.getloadavg()[0]
    _first_views(stage, rows)
    _at_rest_and_following(stage, rows)
    with _following(stage, hertz=10, regions=1000) as (real, browser, view):
        _drives(real, view)
        for zoom in ZOOMS:
            measures.come_near(view, zoom)
            found = measures.frames(view, 10)
            rows.append((
                f"Following at 10 Hz, 1,000 regions, zoom {zoom}",
                f"{found.shown:.0f} frames a second, {found.drawn:.0f} of them new pictures of the map; {_shares(Processes(browser), view, 10)}", "≥ 30"))
        rows.append((f"The page's own thread then, zoom {ZOOMS[-1]}", measures.busiest(view, 10), ""))
        measured = _over_time(browser, view, stage.options.minutes)
        rows.append((
            f"Memory, {stage.options.minutes} min of that, after each tenth", "MB of JavaScript heap " + ", ".join(f"{heap:.1f}" for heap, _, _ in measured)
            + "; of the page's process " + ", ".join(f"{resident:.0f}" for _, resident, _ in measured) + f"; {measured[-1][2]:,} points", "flat"))
        rows.append(("placemark-map after it", f"{measures.server_megabytes(real):.0f} MB", "≤ 25 MB"))
    print(f"Chromium {stage.browser.version}, {os.cpu_count()} cores, load {load:.1f} before, box and browser on the same machine")
    print("\n".join("| " + " | ".join(row) + " |" for row in rows), flush=True)


costs.takes_long = True


def _first_views(stage, rows):
    """Three visits, each with a browser that knows nothing of the page."""
    with world_box(stage, configuration=KEPT) as real:
        visits = []
        for _ in range(3):
            with new_browser(stage, real.url) as (_, view):
                visits.append(measures.first_view(view, stage.options.page))
        rows += [
            ("First paint, of three visits with new profiles", " · ".join(f"{visit.paint:.2f} s" for visit in visits), "≤ 0.6 s"),
            ("Map, names and dot", " · ".join(f"{visit.complete:.2f} s" for visit in visits), "≤ 1.5 s"),
            ("To transfer for it", f"{visits[0].bytes / 1000:.0f} kB in {visits[0].answers} answers", "≤ 1 MB")]


def _at_rest_and_following(stage, rows):
    """A page in its first minute at a box that stands, and then at one that drives: what all of the browser's processes take."""
    for zoom in ZOOMS:
        with _following(stage, hertz=1) as (real, browser, view):
            processes = Processes(browser)
            measures.come_near(view, zoom)
            view.at_rest()
            rows.append((f"At rest, zoom {zoom}, its first minute", _shares(processes, view, 60), "≤ 2 %"))
            _drives(real, view)
            rows.append((f"Following at 1 Hz, zoom {zoom}", _shares(processes, view, 30), "≤ 25 %"))
