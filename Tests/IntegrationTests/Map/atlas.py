"""Pictures of what the map has to get right, for somebody to look at: `page-test --pictures FOLDER atlas atlas_states`."""

import math
import subprocess
import tempfile
from pathlib import Path

from box import box
from browser import tab
from measures import KEPT, world_box, world_tiles
from world import location

MAP = "document.querySelector('#map').map"
# Name, longitude, latitude, zooms.
PLACES = [
    ("monaco", 7.42, 43.735, (9, 12)), ("naturno", 11.0, 46.65, (8, 11)), ("paris", 2.35, 48.85, (5, 6, 7, 8)),
    ("london", -0.12, 51.5, (5, 6, 7, 8)), ("taveuni", 180, -16.85, (8,)), ("pole", 30, 84, (3,)), ("vaduz", 9.52, 47.14, (9, 12)),
    ("tokyo", 139.75, 35.6, (8,)), ("sydney", 151.22, -33.85, (10,)), ("istanbul", 29.0, 41.03, (9,)),
    ("amazon", -60.0, -3.1, (6,)), ("sahara", 5.5, 23.5, (5,)), ("great-lakes", -84.5, 45.0, (5,)), ("fjords", 6.0, 61.0, (7,)),
    ("antarctica", -60.0, -64.5, (4,)), ("hong-kong", 114.17, 22.3, (10,)), ("rotterdam", 4.2, 51.93, (10,)), ("singapore", 103.85, 1.28, (10,)),
    ("new-york", -74.0, 40.7, (8, 11)), ("world", 10, 20, (1.5,)),
]
WINDOWS = [(360, 740), (1280, 800), (2560, 1300)]

# Ways as (latitude, longitude) from bend to bend; longitudes go on beyond 180.
OFF_TAVEUNI = [(-17.02, 179.80), (-17.05, 179.95), (-17.03, 180.10), (-16.95, 180.25)]
FROM_NEW_YORK = [(40.75, -73.99), (40.90, -73.78), (41.05, -73.54), (41.18, -73.19), (41.30, -72.93), (41.27, -72.58), (41.36, -72.10), (41.82, -71.41)]
NATURNO = (46.648, 11.005)
PORT_HERCULE = (43.7345, 7.4255)
IN_MONACO = [(43.7350, 7.4270), (43.7335, 7.4320), (43.7360, 7.4370), (43.7410, 7.4400)]


def _way(bends, speed):
    """A point every 20 s from bend to bend, the last one a minute ago."""
    places = []
    for (latitude, longitude), (next_latitude, next_longitude) in zip(bends, bends[1:]):
        north, east = next_latitude - latitude, next_longitude - longitude
        metres = 111_200 * math.hypot(north, east * math.cos(math.radians(latitude)))
        steps = math.ceil(metres / (20 * speed))
        places += [(latitude + north * step / steps, longitude + east * step / steps) for step in range(steps)]
    places.append(bends[-1])
    points = [
        location(latitude, (longitude + 180) % 360 - 180, 20 * (index - len(places)) - 40, speed=speed) for index, (latitude, longitude) in enumerate(places)]
    points[0]["startsSegment"] = True
    return {"track": points, "near": (points[-1]["coordinate"]["latitude"], points[-1]["coordinate"]["longitude"]), "configuration": KEPT}


def _folder(stage):
    folder = stage.options.pictures
    if not folder:
        raise AssertionError("say where the pictures go, with --pictures FOLDER")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _pictures(view, folder, name):
    """Writes a picture for each window and each appearance, and gives how many."""
    for width, height in WINDOWS:
        view.page.set_viewport_size({"width": width, "height": height})
        for appearance in ("light", "dark"):
            view.page.emulate_media(color_scheme=appearance)
            # New colours and a new size of the window are no move, so nothing says when they are drawn.
            view.page.wait_for_timeout(500)
            view.idle()
            view.page.screenshot(path=folder / f"{name}-{width}-{appearance}.png")
    return 2 * len(WINDOWS)


def atlas(stage):
    """A picture of each place in each window, by day and by night, for somebody to look at."""
    folder, count = _folder(stage), 0
    with world_box(stage, configuration=KEPT) as real, tab(stage.browser, real.url) as view:
        view.open()
        view.stop_following()
        for name, longitude, latitude, zooms in PLACES:
            for zoom in zooms:
                view.ask("([center, zoom]) => void document.querySelector('#map').map.jumpTo({ center, zoom, bearing: 0 })", [[longitude, latitude], zoom])
                count += _pictures(view, folder, f"{name}-{zoom}")
        assert not view.errors, view.errors
    stage.note(f"{count} pictures in {folder}: look at each")


atlas.takes_long = True


def _with_pack(stage, extract, folder):
    """What a box has when the pack of an extract is installed: names for the daemon, and streets on the map."""
    gazetteer, pack, tiles = str(stage.options.programs / "placemark-gazetteer"), folder / f"{extract.name}.gazetteer", folder / "map.pmtiles"
    world = stage.options.programs.parent / "gazetteer" / "world"
    for arguments in (
        ["import", extract, "--output", pack],
        ["map", "--base", f"{world}.pmtiles", "--gazetteer", f"{world}.gazetteer", "--gazetteer", pack, "--output", tiles],
    ):
        subprocess.run([gazetteer, *map(str, arguments)], check=True)
    return {"pack": pack, "tiles": tiles.read_bytes()}


def atlas_states(stage):
    """Boxes where maps go wrong: a way across 180°, the pole, a long drive, a town with its pack, without, and with another's."""
    folder, count = _folder(stage), 0
    states = [
        ("off-taveuni", (8, 10), _way(OFF_TAVEUNI, 4)), ("at-89-north", (3,), {"near": (89.0, 30.0), "configuration": KEPT}),
        ("from-new-york", (7, 10), _way(FROM_NEW_YORK, 27)), ("monaco-without-a-pack", (11, 14), _way(IN_MONACO, 2))]
    packs = [
        ("monaco-with-its-pack", (11, 14), _way(IN_MONACO, 2), "monaco"),
        ("naturno-with-a-pack-of-liechtenstein", (9, 12), {"near": NATURNO, "configuration": KEPT}, "liechtenstein")]
    with tempfile.TemporaryDirectory(prefix="page-test.") as temporary:
        for name, zooms, more, country in packs:
            extract = stage.options.shared / "osm" / f"{country}.osm.pbf"
            if extract.is_file():
                states.append((name, zooms, {**more, **_with_pack(stage, extract, Path(temporary))}))
            else:
                stage.note(f"no {name}: there is no {extract}")
        for name, zooms, more in states:
            with box(stage, **{"tiles": world_tiles(stage), **more}) as real, tab(stage.browser, real.url) as view:
                view.open()
                _check_beginning(view, name)
                for zoom in zooms:
                    view.ask(f"void {MAP}.jumpTo({{ zoom: {zoom} }})")
                    count += _pictures(view, folder, f"{name}-{zoom}")
                _check_state(view, name)
                assert not view.errors, f"{name}: {view.errors}"
    stage.note(f"{count} pictures in {folder}: look at each")


atlas_states.takes_long = True


def _check_beginning(view, name):
    """How near the map begins."""
    if name == "naturno-with-a-pack-of-liechtenstein":
        view.until(f"Math.round({MAP}.getZoom()) === 10", "no streets here, though the file has some elsewhere: the map begins farther off")


def _check_state(view, name):
    """What can be asserted of a state without looking at it."""
    if name == "off-taveuni":
        lines = view.ask(
            f"['track-old', 'track-recent'].flatMap((name) => {MAP}.getSource(name).serialize().data.features)"
            ".map(({ geometry }) => geometry.coordinates.map(([longitude]) => longitude))")
        assert lines and all(abs(b - a) < 1 for line in lines for a, b in zip(line, line[1:])), "no line goes once around the earth"
    if name == "from-new-york":
        drawn = view.ask(
            f"['track-old', 'track-recent'].flatMap((name) => {MAP}.getSource(name).serialize().data.features)"
            ".flatMap(({ geometry }) => geometry.coordinates)")
        for latitude, longitude in (FROM_NEW_YORK[0], FROM_NEW_YORK[-1]):
            assert any(abs(y - latitude) + abs(x - longitude) < 1e-3 for x, y in drawn), f"the way reaches {latitude}, {longitude}"
    if name == "at-89-north":
        assert view.page.locator("#here-edge").is_visible(), "it is said that the map ends before the box"
    if name == "monaco-with-its-pack":
        view.until(f"{MAP}.queryRenderedFeatures().some(({{ sourceLayer }}) => sourceLayer === 'streets')", "the streets of the pack are drawn")
        ground = view.ground(*reversed(PORT_HERCULE))
        assert ground == "areas-sea", f"the harbour is water, and not {ground}"
    if name in ("monaco-without-a-pack", "naturno-with-a-pack-of-liechtenstein"):
        assert not view.ask(f"{MAP}.queryRenderedFeatures().some(({{ sourceLayer }}) => sourceLayer === 'streets')")
    if name == "naturno-with-a-pack-of-liechtenstein":
        assert view.ground(*reversed(NATURNO)) == "land"
