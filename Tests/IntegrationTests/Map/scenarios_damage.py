"""Basemaps that are damaged, gone, or another program's; a browser without WebGL."""

from browser import tab
from fixture_tiles import basemap
from world import HOME, circle, drive


def _works(stage, locale="en-GB", **more):
    """The page lives; gives what it says about its basemap, and whether tiles are drawn."""
    with tab(stage.browser, stage.server.url, locale=locale, **more) as view:
        view.page.goto(view.url)
        view.live()
        view.until("document.querySelector('.user-location')", "the dot is there")
        _drawn(view)
        assert view.text("#here-city") == "Vaduz, Liechtenstein"
        view.ask("void document.querySelector('#map').map.jumpTo({zoom: 6})")
        view.page.wait_for_timeout(300)
        _drawn(view)
        drawn = view.ask("(() => { const { map } = document.querySelector('#map'); return map.getSource('basemap') ? map.queryRenderedFeatures().filter(({source}) => source === 'basemap').map(({sourceLayer}) => sourceLayer) : [] })()")
        assert not [error for error in view.errors if "Uncaught" in error], view.errors
        return view.ask("document.body.dataset.problem ?? ''"), set(drawn)


def _drawn(view):
    """What can be drawn is; what cannot be read does not keep the map waiting."""
    view.until("(() => { const { map } = document.querySelector('#map'); return map.loaded() && !map.isMoving() })()", "the map waits for nothing", 60)


def damage(stage):
    """Fault 78: the file is gone, cut, damaged, no tiles at all; the map goes on and says so."""
    world = stage.world
    good = world.tiles["/tiles/world.pmtiles"]
    for what, tiles in (
        ("gone", None), ("empty", b""), ("cut in its directory", good[:300]), ("no PMTiles", b"nonsense" * 500),
        ("cut in its tiles", good[: len(good) // 3]), ("of another version", good[:7] + b"\x09" + good[8:]),
        ("with tiles that are none", good[:-12000] + bytes(12000)),
    ):
        world.tiles["/tiles/world.pmtiles"] = tiles
        try:
            problem, _ = _works(stage)
        except AssertionError as error:
            raise AssertionError(f"{what}: {error}") from error
        assert "basemap world" in problem and "cannot be read" in problem and "goes on without" in problem, f"{what}: {problem}"
    world.basemaps = []
    world.problems = ["world.pmtiles: it cannot be read: permission denied"]
    assert "permission denied" in _works(stage)[0]
    world.problems = []
    assert "placemark-gazetteer map" in _works(stage)[0]


def foreign(stage):
    """Tiles of Protomaps and OpenMapTiles, and of nobody, are styled too."""
    world = stage.world
    for renamed in (
        {"land": "earth", "borders": "boundaries", "water_names": "physical_point"},
        {"land": "landcover", "places": "place", "borders": "boundary", "water_names": "water_name"},
        {"land": "ground", "places": "towns", "water": "wet", "borders": "lines"},
    ):
        world.tiles["/tiles/world.pmtiles"] = basemap(renamed, {"generator": "another", "attribution": "<a href='https://example.org'>© Somebody</a>"})
        world.basemaps[0]["kind"] = "foreign"
        problem, drawn = _works(stage)
        assert problem == "", problem
        assert renamed["land"] in drawn, f"{renamed}: {drawn}"


def languages(stage):
    """Names in the browser's language where the tiles have them; those written from right to left as pictures of whole words."""
    for locale, expected in (("en-GB", "Switzerland"), ("ar", "سويسرا"), ("de-CH", "Schweiz")):
        with tab(stage.browser, stage.box.url, locale=locale) as view:
            view.open()
            view.ask("void document.querySelector('#map').map.jumpTo({center: [9.5, 47.5], zoom: 5})")
            view.page.wait_for_timeout(300)
            view.idle()
            images = view.ask("document.querySelector('#map').map.listImages().filter((name) => name.startsWith('label:')).join()")
            names = view.ask("document.querySelector('#map').map.queryRenderedFeatures({layers: ['country-names', 'large-country-names']}).map(({properties}) => properties.name).join()")
            assert "Schweiz" in names, names
            layer = view.ask("JSON.stringify(document.querySelector('#map').map.getLayoutProperty('country-names', 'text-field'))")
            assert (locale == "de-CH") == (f"name:{locale[:2]}" not in layer)
            assert (expected in images) == (locale == "ar"), images


def without_graphics(stage):
    """Fault 80: without WebGL there are a list and a drawing instead of a blank page."""
    world = stage.world
    world.track = drive(500, start=-500)
    world.location = world.track[-1]
    world.shapes = [circle("home", *HOME, 400)]
    with tab(stage.browser, stage.server.url) as view:
        view.page.goto(view.url)
        view.live()
        assert view.ask("document.createElement('canvas').getContext('webgl2')") is None, "this Chromium has WebGL"
        view.until("document.querySelector('.simple-dot')", "the dot is drawn")
        view.until("document.querySelectorAll('.simple-map path').length > 0", "the way is drawn")
        assert "no WebGL" in view.ask("document.body.dataset.problem")
        assert view.text("#here-city") == "Vaduz, Liechtenstein"
        assert view.page.locator("#regions .row").count() == 1
        before = view.ask("document.querySelector('.simple-map path').getAttribute('d')")
        view.page.click("#zoom-out")
        view.until(f"document.querySelector('.simple-map path')?.getAttribute('d') !== {before!r}", "it zooms")
        view.page.click("#regions >> text=New circle")
        view.page.mouse.click(800, 300)
        view.page.fill("#region-name", "drawn")
        view.page.click("text=Save")
        view.until("document.body.dataset.regions === '2'", "a region can be drawn")
        if stage.options.pictures:
            view.page.screenshot(path=stage.options.pictures / "without-graphics.png")
        assert not view.errors, view.errors


without_graphics.without_graphics = True
