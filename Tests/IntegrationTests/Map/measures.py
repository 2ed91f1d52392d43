"""Measures the page on a real box with the basemap of the world, each time in a browser that is new."""

import os
import urllib.parse
from collections import Counter, namedtuple
from contextlib import contextmanager
from pathlib import Path

from box import box
from browser import another, tab

MAP = "document.querySelector('#map').map"
KEPT = "[Track]\nKeep=disk\nMaximumSize=64M\n"

# Notes at which zoom the map begins, and when it has its tiles and names and the dot lies on it, in milliseconds since the page was
# asked for.
FIRST_PICTURE = """
    const look = () => {
        const map = document.querySelector('#map')?.map
        window.firstZoom ??= map?.getZoom()
        const isThere = map?.getSource('basemap') && map.loaded() && document.querySelector('.user-location')
            && map.queryRenderedFeatures().some(({layer}) => layer.type === 'symbol')
        if (isThere) window.firstPicture = performance.now()
        else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
"""
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# The bytes of each answer with its head; what comes from the browser's own cache has none.
TRANSFERRED = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])"""

FirstView = namedtuple("FirstView", "paint complete bytes answers outside")
Frames = namedtuple("Frames", "shown drawn points")


def world_tiles(stage):
    """The basemap that the build has made, unless --tiles names another one; the made-up one where neither is there."""
    built = stage.options.programs.parent / "gazetteer" / "world.pmtiles"
    return built.read_bytes() if not stage.options.tiles and built.is_file() else stage.tiles


def world_box(stage, **more):
    return box(stage, tiles=world_tiles(stage), **more)


@contextmanager
def new_browser(stage, url):
    """A browser without a past, and its only tab."""
    with another(stage.browser, stage.options.chromium) as browser, tab(browser, url) as view:
        yield browser, view


def first_view(view, page, points=0):
    """Goes to the page, whose files are in a directory here, and waits until all of it is there, also a way of so many points."""
    view.page.add_init_script(FIRST_PICTURE)
    asked = len(view.requests)
    view.page.goto(view.url)
    complete = view.until("window.firstPicture", "there is a picture", 120)
    view.until(f"Number(document.body.dataset.track ?? -1) >= {points}", "the way is there", 120)
    view.idle()
    paint = view.until(FIRST_PAINT, "the browser has told of its first paint")
    answers = view.ask(TRANSFERRED)
    known = {path for path, _ in answers}
    # A browser may not count what starts a worker as the page's.
    paths = {urllib.parse.urlsplit(url).path for url in view.requests[asked:] if url.startswith("http")}
    untold = [path for path in paths - known if path.startswith("/page/")]
    origin = view.url.split("/?")[0]
    return FirstView(
        paint / 1000, complete / 1000, sum(size for _, size in answers) + sum(_packed(Path(page) / path[6:]) for path in untold), len(answers) + len(untold),
        [url for url in view.requests if not url.startswith((origin, "blob:", "data:"))])


def _packed(file):
    """How large the server sends a file of the page."""
    packed = file.with_name(file.name + ".gz")
    return (packed if packed.is_file() else file).stat().st_size


def come_near(view, zoom):
    """While the map follows, as it does at first, it stays at a zoom that somebody has chosen."""
    view.ask(f"void {MAP}.jumpTo({{ zoom: {zoom} }})")
    # A map that follows a drive is never idle.
    view.until(f"Math.abs({MAP}.getZoom() - {zoom}) < 0.01 && {MAP}.areTilesLoaded()", "the map is near, and has its tiles")


def frames(view, seconds=5):
    """Frames a second, how many of them the map has drawn anew, and what came of the way meanwhile."""
    before, shown = _points(view), []
    drawn = view.renders(lambda: shown.append(view.frames_per_second(seconds)))
    return Frames(shown[0], drawn / seconds, _points(view) - before)


def _points(view):
    return int(view.ask("document.body.dataset.track ?? '0'"))


def busiest(view, seconds):
    """Where the page's own thread spends its time, in words: the six functions with the greatest shares of it.

    `(program)` is what the browser itself does for the page, drawing among it, and `(idle)` that there is nothing to do.
    """
    session = view.page.context.new_cdp_session(view.page)
    session.send("Profiler.enable")
    session.send("Profiler.start")
    view.page.wait_for_timeout(seconds * 1000)
    profile = session.send("Profiler.stop")["profile"]
    session.detach()
    functions = {node["id"]: node["callFrame"]["functionName"] or "(nameless)" for node in profile["nodes"]}
    samples = Counter(functions[sample] for sample in profile["samples"])
    return ", ".join(f"{name} {100 * count / len(profile['samples']):.0f} %" for name, count in samples.most_common(6))


def heap(view):
    """MB of JavaScript that are still needed."""
    session = view.page.context.new_cdp_session(view.page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    session.detach()
    return used


def server_megabytes(real):
    """The resident memory of placemark-map."""
    fields = Path(f"/proc/{real.processes['placemark-map'].pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
