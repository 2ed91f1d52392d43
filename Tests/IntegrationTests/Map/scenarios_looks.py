"""How the page looks, in twelve states, and whether everybody can use it."""

import io
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops

from browser import BUSY, tab
from world import EPOCH, HOME, VADUZ, World, circle, drive, iso

PICTURES = Path(__file__).parent / "pictures"
# The share of points that may differ by more than a shade: letters are drawn a little differently from one machine to another.
TOLERANCE = 0.02


def _dress(world):
    """A world with something of everything; times that do not depend on the clock.

    Of a real box an age, a speed or an accuracy would be another one in each picture: so a stand-in tells them.
    """
    world.track = drive(2400, start=-2400)
    world.location = world.track[-1]
    here = world.location["coordinate"]
    world.shapes = [
        circle("home", here["latitude"] + 0.002, here["longitude"] + 0.004, 700), circle("harbour", here["latitude"] - 0.012, here["longitude"] - 0.02, 500),
        {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[9.50, 47.145], [9.53, 47.15], [9.525, 47.165], [9.50, 47.16], [9.50, 47.145]]]},
         "properties": {"identifier": "town", "state": "outside", "origin": "file"}}]
    world.inside = ["home"]
    world.visits = {"recent": [{"coordinate": {"latitude": 47.152, "longitude": 9.51}, "arrival": iso(EPOCH - 9000), "departure": iso(EPOCH - 7000), "duration": 2000, "placemark": VADUZ}]}


def _draw_region(view, _):
    view.page.click("#regions >> text=New polygon")
    view.corners((700, 300), (900, 280), (950, 480), (720, 520))
    view.page.fill("#region-name", "meadow")


def _lines(count=600):
    lines = [{"event": "progress", "bytes": 100, "of": 6000}]
    for index, point in enumerate(drive(count)):
        lines.append({"event": "location", "elapsed": index, "location": point})
        if index == 10:
            lines.append({"event": "placemark", "elapsed": index, "placemark": VADUZ})
        if index == 200:
            lines.append({"event": "regionEntered", "elapsed": index, "region": "home"})
        if index == 400:
            lines.append({"event": "placemark", "elapsed": index, "placemark": {"cityWithContext": "Schaan, Liechtenstein"}})
    lines.append({"event": "comparison", "policies": [
        {"policy": "distance-and-time", "requests": 102, "rightShare": 0.893, "rightShareDriving": 0.925}, {"policy": "hindsight", "requests": 21, "rightShare": 0.999}]})
    lines.append({"event": "summary", "elapsed": count, "distance": 12_345})
    return lines


def _trip(view, world):
    world.replay_lines = _lines()
    view.page.click("#tab-trip")
    view.page.set_input_files("#trip-file", {"name": "trip.gpx", "mimeType": "application/gpx+xml", "buffer": b"<gpx/>" * 1000})
    view.until("document.body.dataset.trip === 'shown'", "the trip is shown")
    view.page.locator("#trip input[type=range]").fill("450")
    view.page.wait_for_timeout(1200)


def _visit(view, _):
    view.page.click("#tab-visits")
    view.page.locator("#visits .row").click()
    view.page.wait_for_timeout(2600)


def _search(view, _):
    view.page.fill("#search-text", "a")
    view.until("document.querySelectorAll('#search-results [role=option]').length > 1", "places are found")


def _no_gpsd(view, world):
    world.say("source", source={"state": "disconnected", "since": 0.0, "reason": "gpsd does not answer on port 2947"})
    view.until("document.querySelector('.user-location').classList.contains('stale')", "the dot is pale")


def _sheet(view, _):
    view.page.click("#sheet-handle")


def _far(view, _):
    view.stop_following()
    view.ask("void document.querySelector('#map').map.jumpTo({center: [9.5, 47.3], zoom: 7.2, bearing: 0})")


def _reduced(world):
    world.precision = "reduced"
    world.heading = None
    world.location = {"coordinate": {"latitude": 47.1437, "longitude": 9.5312}, "horizontalAccuracy": 3200, "age": 300}
    world.placemark = {"cityWithContext": "Vaduz, Liechtenstein", "age": 754}
    world.shapes, world.inside, world.track = [], [], []


STATES = {
    "live": dict(),
    "live-dark": dict(dark=True),
    "small": dict(width=360, height=740),
    "small-sheet-dark": dict(width=360, height=740, dark=True, act=_sheet),
    "wide": dict(width=2560, height=1300),
    "far": dict(act=_far),
    "drawing": dict(act=_draw_region),
    "trip-dark": dict(act=_trip, dark=True),
    "no-gpsd": dict(act=_no_gpsd),
    "reduced": dict(change=_reduced),
    "visit": dict(act=_visit),
    "search-dark": dict(act=_search, dark=True),
}


def _each_state(stage, names, look):
    tiles, basemaps = stage.world.tiles, stage.world.basemaps
    for name in names:
        state = dict(STATES[name])
        act, change = state.pop("act", None), state.pop("change", None)
        world = stage.server.world = World()
        world.tiles, world.basemaps = tiles, basemaps
        _dress(world)
        if change:
            change(world)
        with tab(stage.browser, stage.server.url, **state) as view:
            view.open()
            view.page.wait_for_timeout(500)
            if act:
                act(view, world)
            view.page.wait_for_timeout(700)
            view.idle()
            look(name, view)


def _difference(a, b):
    """The share of points that differ by more than a shade."""
    if a.size != b.size:
        return 1.0
    # The greatest difference of the three colours.
    red, green, blue = ImageChops.difference(a, b).split()
    histogram = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return sum(histogram[24:]) / (a.width * a.height)


def _picture(view):
    """What the window shows, without the one line that moves with the clock."""
    view.ask("document.querySelector('#notices').textContent = ''")
    return Image.open(io.BytesIO(view.page.screenshot())).convert("RGB")


def _small(picture):
    """As it is kept: half of a large one."""
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS) if picture.width > 1000 else picture


def states(stage):
    """Each state looks as it did when somebody last looked at its picture, and axe finds nothing that shuts anybody out."""
    differences, violations = {}, {}

    def look(name, view):
        path = PICTURES / f"{name}.png"
        picture = _picture(view)
        if stage.options.rewrite:
            PICTURES.mkdir(exist_ok=True)
            _small(picture).save(path, optimize=True)
        if not path.exists():
            raise AssertionError(f"there is no picture of {name}: run page-test --rewrite states, and look at it")
        kept = Image.open(path).convert("RGB")
        end = time.monotonic() + 20 * BUSY
        # On a busy machine the first picture may show a map that is drawn but in part.
        while (difference := _difference(_small(picture), kept)) > TOLERANCE and time.monotonic() < end:
            view.page.wait_for_timeout(500)
            picture = _picture(view)
        differences[name] = difference
        if stage.options.pictures:
            stage.options.pictures.mkdir(parents=True, exist_ok=True)
            picture.save(stage.options.pictures / f"{name}.png")
        found = Axe().run(view.page).response["violations"]
        if found:
            violations[name] = [f"{violation['id']}: {violation['nodes'][0]['html'][:120]}" for violation in found]

    _each_state(stage, STATES, look)
    stage.note(f"{len(differences)} states, largest difference {max(differences.values()):.2%}")
    wrong = {name: f"{share:.1%}" for name, share in differences.items() if share > TOLERANCE}
    assert not wrong, f"these look different: {wrong}; see them with --pictures DIRECTORY"
    assert not violations, violations
