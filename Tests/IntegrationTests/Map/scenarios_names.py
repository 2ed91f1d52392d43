"""What the map of the real world shows: with --tiles, the world file's own."""

from box import box
from browser import tab

# Name, longitude, latitude: cities that everybody looks for, some of them beside others that are nearly as large.
CITIES = [
    ("Paris", 2.349, 48.853), ("London", -0.126, 51.509), ("Munich", 11.576, 48.137), ("Milan", 9.19, 45.464), ("Berlin", 13.411, 52.524),
    ("New York City", -74.006, 40.714), ("Madrid", -3.703, 40.417), ("Rome", 12.511, 41.892), ("Vienna", 16.372, 48.208),
    ("Warsaw", 21.012, 52.23), ("Prague", 14.421, 50.088), ("Budapest", 19.04, 47.498), ("Stockholm", 18.065, 59.333),
    ("Oslo", 10.746, 59.913), ("Hamburg", 9.993, 53.551), ("Barcelona", 2.159, 41.388), ("Istanbul", 28.949, 41.014),
    ("Cairo", 31.249, 30.063), ("Nairobi", 36.817, -1.283), ("Tokyo", 139.692, 35.69), ("Seoul", 126.978, 37.566),
    ("Sydney", 151.207, -33.868), ("Mexico City", -99.128, 19.428), ("Buenos Aires", -58.377, -34.613), ("Los Angeles", -118.244, 34.052),
]
ZOOMS = (4, 6, 8)


def names(stage):
    """Each great city has its name at zooms 4, 6 and 8, and its dot is on land."""
    if not stage.options.tiles:
        raise AssertionError("the made-up basemap has no such cities: give the world's own with --tiles")
    missing, wet = [], []
    with _still(stage, 480, 360) as view:
        view.open()
        view.stop_following()
        for name, longitude, latitude in CITIES:
            for zoom in ZOOMS:
                shown = _shown(view, [longitude, latitude], zoom)
                if name not in shown["names"]:
                    missing.append(f"{name} at zoom {zoom}")
                if not shown["touchesLand"]:
                    wet.append(f"{name} at zoom {zoom}")
        if stage.options.pictures:
            stage.options.pictures.mkdir(parents=True, exist_ok=True)
            for zoom in (4, 6, 8):
                view.ask("(zoom) => void document.querySelector('#map').map.jumpTo({ center: [6, 49], zoom })", zoom)
                view.idle()
                view.page.screenshot(path=stage.options.pictures / f"names-{zoom}.png")
    stage.note(f"{len(CITIES)} cities at {len(ZOOMS)} zooms: {len(missing)} without a name, {len(wet)} in the water")
    assert not missing, missing
    assert not wet, wet


# Forty capitals and more, by names as the map has them, of each continent; some look at each other over a river, or have a million beside them.
CAPITALS = {
    "Brazzaville": (15.283, -4.266), "Kinshasa": (15.314, -4.327), "Bratislava": (17.107, 48.148), "Vienna": (16.372, 48.208),
    "Budapest": (19.04, 47.498), "Paris": (2.349, 48.853), "London": (-0.126, 51.509), "Berlin": (13.411, 52.524), "Madrid": (-3.703, 40.417),
    "Rome": (12.511, 41.892), "Warsaw": (21.012, 52.23), "Prague": (14.421, 50.088), "Stockholm": (18.065, 59.333), "Oslo": (10.746, 59.913),
    "Copenhagen": (12.566, 55.676), "Helsinki": (24.935, 60.17), "Tallinn": (24.754, 59.437), "Athens": (23.728, 37.984), "Lisbon": (-9.133, 38.717),
    "Dublin": (-6.249, 53.333), "Reykjavik": (-21.895, 64.135), "Bucharest": (26.106, 44.432), "Sofia": (23.324, 42.698), "Kyiv": (30.524, 50.454),
    "Moscow": (37.616, 55.752), "Ankara": (32.854, 39.92), "Cairo": (31.249, 30.063), "Nairobi": (36.817, -1.283), "Tunis": (10.166, 36.819),
    "Dakar": (-17.444, 14.694), "Tokyo": (139.692, 35.69), "Seoul": (126.978, 37.566), "Beijing": (116.397, 39.908), "Bangkok": (100.501, 13.754),
    "Hanoi": (105.841, 21.025), "Jakarta": (106.845, -6.215), "Canberra": (149.128, -35.284), "Wellington": (174.776, -41.287), "Ottawa": (-75.698, 45.411),
    "Lima": (-77.028, -12.043), "Santiago": (-70.648, -33.457), "Caracas": (-66.879, 10.488), "Havana": (-82.383, 23.133), "Montevideo": (-56.167, -34.903),
    "Buenos Aires": (-58.377, -34.613), "Damascus": (36.291, 33.51), "Beirut": (35.494, 33.888), "Amman": (35.945, 31.955), "New Delhi": (77.209, 28.614),
}


def capitals(stage):
    """Each of these capitals has its name written beside its dot at zooms 4 to 8: its letters, and not its dot alone."""
    if not stage.options.tiles:
        raise AssertionError("the made-up basemap has no such cities: give the world's own with --tiles")
    assert len(CAPITALS) >= 40
    missing = []
    with _still(stage, 400, 320) as view:
        view.open()
        view.stop_following()
        for name, place in CAPITALS.items():
            for zoom in range(4, 9):
                if not _is_written(view, name, place, zoom):
                    missing.append(f"{name} at zoom {zoom}")
                    if stage.options.pictures:
                        stage.options.pictures.mkdir(parents=True, exist_ok=True)
                        view.page.screenshot(path=stage.options.pictures / f"capitals-{name}-{zoom}.png")
    stage.note(f"{len(CAPITALS)} capitals at 5 zooms: {len(missing)} without a name")
    assert not missing, missing


def _is_written(view, name, place, zoom):
    """Whether the letters of a capital are on the map. Its dot has a place of its own, and is there without them as well."""
    view.ask("([center, zoom]) => { const { map } = document.querySelector('#map'); map.jumpTo({ center, zoom, bearing: 0 }) }", [place, zoom])
    view.idle()
    return view.ask(
        """([center, name]) => {
            const { map } = document.querySelector('#map')
            const { x, y } = map.project(center)
            // What is asked for is boxes of letters and dots: these four leave out the dot, which is 8 pixels wide, and reach all corners of a name.
            const around = [[[x - 60, y - 24], [x + 60, y - 7]], [[x - 60, y + 7], [x + 60, y + 24]], [[x - 60, y - 7], [x - 9, y + 7]], [[x + 9, y - 7], [x + 60, y + 7]]]
            return around.some((box) => map.queryRenderedFeatures(box, { layers: ['capitals'] }).some(({ properties }) => properties.name === name))
        }""", [list(place), name])


# What a browser of this language shows and says, where the labels of the map stand.
TRANSLATED = {
    "de-AT": [("Wien", 16.372, 48.208), ("München", 11.576, 48.137), ("London", -0.126, 51.509)],
    "fr": [("Vienne", 16.372, 48.208), ("Londres", -0.126, 51.509)],
    "ru": [("Вена", 16.372, 48.208), ("Мюнхен", 11.576, 48.137)],
    "zh-CN": [("慕尼黑", 11.576, 48.137)],
    "en-GB": [("Vienna", 16.372, 48.208), ("Munich", 11.576, 48.137)],
}

# The lines of a capital's label, for readers of its script and of others. The tiles have no Greek names for Greeks.
IN_SCRIPTS = {
    "en-GB": [("Athens", 23.728, 37.984, ["Athens", "Αθήνα"]), ("Sofia", 23.324, 42.698, ["Sofia", "София"])],
    "ru": [("Athens", 23.728, 37.984, ["Афины", "Αθήνα"]), ("Sofia", 23.324, 42.698, ["София"])],
    "el": [("Athens", 23.728, 37.984, ["Athens", "Αθήνα"])],
}


def translated(stage):
    """Great cities are called as the reader's browser calls them, and a click says the same name."""
    if not stage.options.tiles:
        raise AssertionError("the made-up basemap has no such cities: give the world's own with --tiles")
    for locale, cities in TRANSLATED.items():
        with _still(stage, 900, 600, locale=locale) as view:
            view.open()
            view.stop_following()
            for name, longitude, latitude in cities:
                _shown(view, [longitude, latitude], 6)
                view.press(longitude, latitude)
                view.until(f"document.querySelector('.callout')?.textContent.includes('{name}')", f"{name} is said in {locale}")
                view.page.keyboard.press("Escape")
            if stage.options.pictures:
                stage.options.pictures.mkdir(parents=True, exist_ok=True)
                _shown(view, [12, 49], 5)
                view.page.screenshot(path=stage.options.pictures / f"translated-{locale}.png")
    for locale, cities in IN_SCRIPTS.items():
        _in_scripts(stage, locale, cities)


def _in_scripts(stage, locale, cities):
    """Where people write another script than the reader's, a label is in both, one below the other: from zoom 6 on."""
    with _still(stage, 900, 600, locale=locale) as view:
        view.open()
        view.stop_following()
        for name, longitude, latitude, lines in cities:
            for zoom, wanted in ((5, lines[:1]), (7, lines)):
                _shown(view, [longitude, latitude], zoom)
                written = view.ask(
                    """(name) => document.querySelector('#map').map.queryRenderedFeatures({ layers: ['capitals'] })
                        .filter(({ properties }) => properties.name === name).map(({ layer }) => String(layer.layout['text-field']))""", name)
                assert written and all(text.split("\n") == wanted for text in written), f"{name} in {locale} at zoom {zoom}: {written}"
                if stage.options.pictures:
                    stage.options.pictures.mkdir(parents=True, exist_ok=True)
                    view.page.screenshot(path=stage.options.pictures / f"scripts-{name}-{locale}-{zoom}.png")


# About Vaduz, what OpenStreetMap has there, by longitude and latitude, and the layer that paints it: each place lies 30 m and more inside of it,
# and nothing else is mapped there.
PAINTED = {
    "the Rhine": (9.5096, 47.138, "areas-water"), "the wood above the town": (9.5298, 47.149, "areas-wood"), "houses": (9.514, 47.1456, "areas-built"),
}

# Roads that OpenStreetMap has a number for there, and a point of each.
NUMBERED = {"28": (9.5223, 47.1369), "16": (9.4893, 47.1691), "L191": (9.571, 47.2184)}


def town(stage):
    """With the pack of Liechtenstein in the file, the land goes on below its streets, its water and woods are painted, its roads wear their numbers,
    and the map begins as near as there is something to see."""
    if not stage.options.tiles:
        raise AssertionError("the made-up basemap has no streets: give one with Liechtenstein's pack with --tiles")
    with tab(stage.browser, stage.box.url, width=900, height=600) as view:
        view.open()
        view.until("Math.round(document.querySelector('#map').map.getZoom()) === 15", "streets are there: the map begins near")
        view.stop_following()
        for zoom in range(7, 17):
            shown = _shown(view, [9.5216, 47.1392], zoom)
            assert shown["ground"] == "land", f"Vaduz at zoom {zoom}: {shown['ground']}"
            assert shown["streets"] > 20 or zoom < 13, f"Vaduz at zoom {zoom} has {shown['streets']} pieces of street"
            if stage.options.pictures and zoom in (10, 13, 15):
                stage.options.pictures.mkdir(parents=True, exist_ok=True)
                view.page.screenshot(path=stage.options.pictures / f"town-{zoom}.png")
        for name, (longitude, latitude, layer) in PAINTED.items():
            _shown(view, [longitude, latitude], 14)
            ground = view.ground(longitude, latitude)
            assert ground == layer, f"{name}: {ground}"
        for number, (longitude, latitude) in NUMBERED.items():
            _shown(view, [longitude, latitude], 15)
            shields = view.ask("document.querySelector('#map').map.queryRenderedFeatures({ layers: ['road-numbers'] }).map(({ properties }) => properties.ref)")
            assert number in shields, f"the road {number} wears {shields}"
        # The world has no pack here.
        for zoom in (9, 11, 13, 15):
            assert _shown(view, [8.541, 47.376], zoom)["ground"] == "land", f"Zürich at zoom {zoom}"
        assert _shown(view, [-4.0, 46.0], 12)["ground"] == "sea", "the Bay of Biscay"
    with box(stage, near=(47.376, 8.541)) as real, tab(stage.browser, real.url, width=900, height=600) as view:
        view.open()
        view.until("document.querySelector('#here-city').textContent === 'Zurich, Switzerland'", "the box is in a town of which there is no pack")
        assert round(view.ask("document.querySelector('#map').map.getZoom()")) == 10, "no streets here: the map begins farther off"


def _still(stage, width, height, **more):
    """A page on which nothing glides: hundreds of views would each wait for that."""
    return tab(stage.browser, stage.box.url, width=width, height=height, reduced_motion="reduce", **more)


def _shown(view, center, zoom):
    """What is drawn in the window, and on what its middle lies."""
    view.ask("([center, zoom]) => { const { map } = document.querySelector('#map'); map.jumpTo({ center, zoom, bearing: 0 }) }", [center, zoom])
    view.idle()
    return view.ask(
        """(center) => {
            const { map } = document.querySelector('#map')
            // The style has only the layers for which the file has something.
            const there = (...layers) => ({ layers: layers.filter((layer) => map.getLayer(layer)) })
            const at = map.queryRenderedFeatures(map.project(center), there('land', 'water', 'areas-water'))
            // As large as the dot of a place.
            const { x, y } = map.project(center)
            const around = map.queryRenderedFeatures([[x - 4, y - 4], [x + 4, y + 4]], { layers: ['land'] })
            const streets = map.queryRenderedFeatures(there('streets-case'))
            const places = map.queryRenderedFeatures({ layers: ['capitals', 'great-places', 'large-places', 'middle-places', 'small-places'] })
            return { touchesLand: around.length > 0, ground: at[0]?.sourceLayer ?? 'sea', streets: streets.length, names: places.map(({ properties }) => properties.name) }
        }""", center)


names.takes_long = capitals.takes_long = translated.takes_long = town.takes_long = True
