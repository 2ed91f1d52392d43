"""Places of the earth that the map has to get right, for pictures that somebody looks at: `page-test --server ADDRESS --pictures FOLDER atlas`."""

from browser import tab

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
    folder = stage.options.pictures
    if not folder:
        raise AssertionError("say where the pictures go, with --pictures FOLDER")
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with tab(stage.browser, stage.options.server) as view:
        view.open(wait=False)
        view.live(30)
        view.until("document.querySelector('.user-location')", "there is a position", 60)
        count += _pictures(view, folder, "box")
        while view.ask("document.querySelector('#tracking').dataset.mode !== 'none'"):
            view.page.click("#tracking")
            view.page.wait_for_timeout(300)
        for name, longitude, latitude, zooms in PLACES:
            for zoom in zooms:
                view.ask("([center, zoom]) => void document.querySelector('#map').map.jumpTo({ center, zoom, bearing: 0 })", [[longitude, latitude], zoom])
                count += _pictures(view, folder, f"{name}-{zoom}")
        assert not view.errors, view.errors
    stage.note(f"{count} pictures in {folder}: look at each")


atlas.takes_long = True
