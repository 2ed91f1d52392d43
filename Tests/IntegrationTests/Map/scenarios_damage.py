"""Basemaps that are damaged, gone, or another program's; a browser without WebGL."""

from box import box
from browser import tab
from fixture_tiles import basemap
from world import HOME, circle, straight


def _works(stage, url):
    """The page lives; gives what it says about its basemap, and whether tiles are drawn."""
    with tab(stage.browser, url) as view:
        view.page.goto(view.url)
        view.live()
        view.until("document.querySelector('.user-location')", "the dot is there")
        _drawn(view)
        view.until("document.querySelector('#here-city').textContent === 'Vaduz, Liechtenstein'", "the place is told")
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
    with box(stage) as real:
        file, good = real.tiles_file, stage.tiles
        for what, tiles, reason in (
            ("empty", b"", "not a PMTiles file"), ("no PMTiles", b"nonsense" * 500, "not a PMTiles file"),
            ("cut in its directory", good[:300], "it is cut off"), ("cut in its tiles", good[: len(good) // 3], "it is cut off"),
            ("of another version", good[:7] + b"\x09" + good[8:], "PMTiles of version 9"),
            ("with tiles that are none", good[:-12000] + bytes(12000), ""),
        ):
            file.write_bytes(tiles)
            _says(stage, real, what, reason)
        file.unlink()
        _says(stage, real, "gone", "No such file")
        file.mkdir()
        _says(stage, real, "a folder", "it is not a file")
        real.lose_basemap()
        assert "placemark-gazetteer map" in _works(stage, real.url)[0]


def _says(stage, real, what, reason):
    try:
        problem, _ = _works(stage, real.url)
    except AssertionError as error:
        raise AssertionError(f"{what}: {error}") from error
    assert "basemap world" in problem and "cannot be read" in problem and reason in problem and "goes on without" in problem, f"{what}: {problem}"


def foreign(stage):
    """Tiles of Protomaps and OpenMapTiles, and of nobody, are styled too."""
    with box(stage) as real:
        for renamed in (
            {"land": "earth", "borders": "boundaries", "water_names": "physical_point"},
            {"land": "landcover", "places": "place", "borders": "boundary", "water_names": "water_name"},
            {"land": "ground", "places": "towns", "water": "wet", "borders": "lines"},
        ):
            real.tiles_file.write_bytes(basemap(renamed, {"generator": "another", "attribution": "<a href='https://example.org'>© Somebody</a>"}))
            problem, drawn = _works(stage, real.url)
            assert problem == "", problem
            assert renamed["land"] in drawn, f"{renamed}: {drawn}"


def languages(stage):
    """Names in the browser's language where the tiles have them; those written from right to left as pictures of whole words."""
    for locale, expected in (("en-GB", "Switzerland"), ("ar", "سويسرا"), ("de-CH", "Schweiz")):
        with tab(stage.browser, stage.box.url, locale=locale) as view:
            view.open()
            view.stop_following()
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
    track = straight(-500, 499, HOME[0] - 0.05, 0.05)
    with box(stage, track=track, configuration="[Track]\nKeep=disk\n") as real, tab(stage.browser, real.url) as view:
        real.ask("/v1/regions", "POST", circle("home", *HOME, 400))
        view.page.goto(view.url)
        view.live()
        assert view.ask("document.createElement('canvas').getContext('webgl2')") is None, "this Chromium has WebGL"
        view.until("document.querySelector('.simple-dot')", "the dot is drawn")
        view.until("document.querySelectorAll('.simple-map path').length > 0", "the way is drawn")
        assert "no WebGL" in view.ask("document.body.dataset.problem")
        view.until("Number(document.body.dataset.track) >= 500", "all of the way is known")
        view.until("document.querySelector('#here-city').textContent === 'Vaduz, Liechtenstein'", "the place is told")
        view.until("document.querySelectorAll('#regions .row').length === 1", "the region is told")
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
