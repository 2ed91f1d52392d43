"""Runs scenarios, each with a world and a tab of its own, and says how they went."""

import argparse
import os
import sys
import time
import traceback
from contextlib import ExitStack
from pathlib import Path

import atlas
import scenarios_costs
import scenarios_days
import scenarios_damage
import scenarios_guard
import scenarios_helm
import scenarios_instruments
import scenarios_live
import scenarios_looks
import scenarios_memory
import scenarios_names
import scenarios_real
import scenarios_regions
import scenarios_tabs
import scenarios_touch
import scenarios_trips
from box import Box
from browser import chromium
from fixture_tiles import basemap
from stand_in import StandIn

ROOT = Path(__file__).resolve().parents[3]

MODULES = [scenarios_live, scenarios_regions, scenarios_trips, scenarios_damage, scenarios_looks, scenarios_helm, scenarios_instruments, scenarios_tabs, scenarios_names, scenarios_touch, scenarios_costs, scenarios_memory, scenarios_guard, scenarios_days, atlas]

# With --server.
REAL = [scenarios_real]


def all_scenarios(modules):
    """Name, function: every function of the modules whose name has no underscore in front and which takes a `stage`."""
    for module in modules:
        for name, function in vars(module).items():
            if getattr(function, "__module__", "") == module.__name__ and function.__code__.co_varnames[:1] == ("stage",) and not name.startswith("_"):
                yield name, function


def _has_files(function, options):
    """Whether the recording that a scenario plays is on this machine."""
    needed = getattr(function, "needs", None)
    return needed is None or (options.shared / needed).is_file()


class Boxes:
    """One real box for all scenarios that need no other, from the first of them on: a start takes seconds."""

    def __init__(self, options, tiles):
        self.options, self.tiles = options, tiles
        self.box = None

    def get(self):
        if self.box is None:
            self.box = Box(self.options, self.tiles, configuration="[Track]\nKeep=memory\n")
        return self.box

    def reset(self):
        """So that no scenario finds what another has left."""
        if self.box is not None:
            self.box.reset()

    def close(self):
        """The next scenario gets a new one."""
        if self.box is not None:
            self.box.close()
            self.box = None


class Stage:
    """What a scenario gets: a real box, or the stand-in for its server with a made-up world; the browser, and a place for figures."""

    def __init__(self, server, boxes, browser, options):
        self.server = server
        self.world = server.world if server else None
        self.boxes = boxes
        self.tiles = boxes.tiles
        self.browser = browser
        self.options = options
        self.notes = []

    @property
    def box(self):
        return self.boxes.get()

    def note(self, text):
        self.notes.append(text)


class Browsers:
    """One browser for scenario after scenario, as long as it lives and has the graphics that they want: a start takes seconds."""

    def __init__(self, executable):
        self.executable = executable
        self.graphics = None
        self.browser = None
        self.stack = ExitStack()

    def get(self, graphics):
        if self.browser is None or self.graphics != graphics or not self.browser.is_connected():
            self.close()
            self.browser, self.graphics = self.stack.enter_context(chromium(graphics=graphics, executable=self.executable)), graphics
        return self.browser

    def close(self):
        self.browser = None
        self.stack.close()


def run(name, function, options, boxes, browsers):
    server = None
    if not options.server:
        server = StandIn(Path(options.page))
        tiles = server.world.tiles["/tiles/world.pmtiles"] = boxes.tiles
        server.world.basemaps = [{"name": "world", "url": "/tiles/world.pmtiles", "kind": "placemarkd", "bytes": len(tiles)}]
    begun = time.monotonic()
    stage = None
    try:
        stage = Stage(server, boxes, browsers.get(graphics=not getattr(function, "without_graphics", False)), options)
        function(stage)
        verdict, detail = "ok", "; ".join(stage.notes)
    except Exception as error:  # One that fails must not hide the others.
        notes = "; ".join(stage.notes) if stage else ""
        verdict, detail = "FAILED", f"{error} ({notes})\n{traceback.format_exc()}"
    finally:
        if server:
            server.shutdown()
    try:
        boxes.reset()
    except Exception as error:
        verdict, detail = "FAILED", f"{detail}\nthe box that it leaves cannot be used again: {error}"
        boxes.close()
    print(f"{verdict:6} {name} ({time.monotonic() - begun:.1f} s){': ' if detail else ''}{detail}", flush=True)
    return verdict == "ok"


def main():
    parser = argparse.ArgumentParser(prog="page-test", description="Drives the map's page in a real Chromium.")
    parser.add_argument("--page", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--programs", type=Path, default=ROOT / ".build" / "release", help="where placemarkd, placemark-map and placemarkctl are")
    parser.add_argument("--server", help="the address that `placemarkctl map` has printed: then the page is tried with the real program")
    parser.add_argument("--tiles", type=Path, help="a PMTiles file in place of the small one that is made up")
    parser.add_argument("--minutes", type=int, default=10, help="how long `costs` and `memory_following` look at the memory")
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("PLACEMARKD_SHARED_DATA") or ROOT.parent / "shared" / "data"), help="where recorded drives and extracts are")
    parser.add_argument("--pictures", type=Path, help="where to put a picture of each state as well")
    parser.add_argument("--rewrite", action="store_true", help="write the pictures of `states` anew; look at each")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("scenario", nargs="*", help="without one, all but those that take long; one of: " + " ".join(name for name, _ in all_scenarios([*MODULES, *REAL])))
    options = parser.parse_args()
    known = dict(all_scenarios(REAL if options.server else MODULES))
    unknown = [name for name in options.scenario if name not in known]
    if unknown:
        parser.error(f"no scenario {', '.join(unknown)}; there are: {' '.join(known)}")
    tiles = options.tiles.read_bytes() if options.tiles else basemap()
    chosen = options.scenario or [name for name, function in known.items() if not getattr(function, "takes_long", False) and _has_files(function, options)]
    browsers, boxes = Browsers(options.chromium), Boxes(options, tiles)
    try:
        results = [run(name, known[name], options, boxes, browsers) for name in chosen]
    finally:
        browsers.close()
        boxes.close()
    print(f"{sum(results)} of {len(results)} scenarios passed")
    sys.exit(0 if all(results) else 1)


main()
