"""Recorded trips."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from box import box
from browser import tab
from recording import along, metres, metres_to_way, recorded

MAP = "document.querySelector('#map').map"
# All of it, the oldest first.
DRAWN = (f"['track-old', 'track-recent'].flatMap((name) => {MAP}.getSource(name).serialize().data.features)"
         ".flatMap(({geometry}) => geometry.coordinates.map(([longitude, latitude]) => [latitude, longitude]))")


def _rhine():
    """A drive along the Rhine, as a receiver's own program writes it."""
    points = "".join(
        f'<trkpt lat="{47.07 + index * 0.0003:.6f}" lon="{9.50 + index * 0.0001:.6f}"><time>2026-03-01T10:{index // 60 % 60:02d}:{index % 60:02d}Z</time></trkpt>'
        for index in range(600))
    gpx = f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{points}</trkseg></trk></gpx>'
    return {"name": "trip.gpx", "mimeType": "application/gpx+xml", "buffer": gpx.encode()}


def trips(stage):
    """A file that is dropped or chosen becomes a way with a slider, its events, and the policies side by side; a reload shows it again."""
    with tab(stage.browser, stage.box.url) as view:
        view.open()
        page = view.page
        page.click("#tab-trip")
        page.check("#trip-compare")
        page.set_input_files("#trip-file", _rhine())
        view.until("document.body.dataset.trip === 'shown'", "the trip is shown")
        assert "trip.gpx" in view.text("#trip h2") and "20 km" in view.text("#trip"), view.text("#trip")
        for policy in ("distance-and-time", "on-change", "every-fix", "hindsight"):
            assert policy in view.text("#trip table"), view.text("#trip table")
        rows = page.locator("#trip .rows .row")
        assert rows.count() >= 3, "the towns on its way"
        words = rows.nth(2).inner_text().split("\n")
        rows.nth(2).click()
        assert view.text("#trip output") == words[1], "a row leads to its time"
        assert view.text("#trip p.strong") == words[0], (view.text("#trip p.strong"), words)
        # Far from its end: there, a click on a busy machine would play it again instead of pausing it.
        page.locator("#trip input[type=range]").fill("50")
        assert page.locator(".pin.trip").count() == 1
        page.click("#trip >> text=Play")
        view.until("Number(document.querySelector('#trip input[type=range]').value) > 60", "it plays")
        page.click("#trip >> text=Pause")
        _reload(view)
        page.click("#trip >> text=Close the trip")
        assert page.locator(".pin.trip").count() == 0
        page.reload()
        view.live()
        view.idle()
        assert view.ask("document.body.dataset.trip ?? null") is None and page.is_hidden("#trip"), "what was closed is forgotten"

        # Dropped on the page, and one that is none.
        view.ask("""(() => {
            const transfer = new DataTransfer()
            transfer.items.add(new File(["nonsense"], "trip.gpx"))
            for (const type of ["dragover", "drop"]) window.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}))
        })()""")
        view.until("document.querySelector('#trip').textContent.includes('no format that can be replayed')", "why it came to nothing is said")
        assert page.is_visible("#trip") and not page.locator("#trip h2").count()
        _dates(view)
        assert not view.errors, view.errors


def _dates(view):
    """A table whose dates do not tell the month from the day: the page asks which comes first, once, and not again after a reload."""
    page = view.page
    rows = "".join(f"{47.07 + index * 0.0003:.6f},9.5,01/05/2026 10:00:{index:02d}\n" for index in range(60))
    assert page.is_hidden("#trip >> text=Day first")
    page.set_input_files("#trip-file", {"name": "table.csv", "mimeType": "text/csv", "buffer": f"lat,lon,time\n{rows}".encode()})
    view.until("document.querySelector('#trip').textContent.includes('which number in its dates is the month')", "what is not clear is said")
    page.click("#trip >> text=Day first")
    view.until("document.body.dataset.trip === 'shown'", "the trip is shown")
    assert "table.csv" in view.text("#trip h2") and page.is_hidden("#trip >> text=Day first"), view.text("#trip")
    view.until("sessionStorage.getItem('placemarkd.recording')", "the tab keeps the recording")
    page.reload()
    view.until("document.body.dataset.trip === 'shown'", "a reload shows it again, and asks nothing")
    page.click("#trip >> text=Close the trip")


def _reload(view):
    """The tab has kept the recording: the same trip at the same time, and the same part of the map."""
    page = view.page
    view.until("sessionStorage.getItem('placemarkd.recording')", "the tab keeps the recording")
    view.ask("void document.querySelector('#map').map.jumpTo({center: [9.52, 47.2], zoom: 9})")
    view.until("location.hash.startsWith('#9.00/47.2')", "the address is that of the place")
    shown, address = float(page.input_value("#trip input[type=range]")), view.ask("location.hash")
    page.reload()
    view.until("document.body.dataset.trip === 'shown'", "a reload shows the trip again")
    view.until(f"Math.abs(Number(document.querySelector('#trip input[type=range]').value) - {shown}) < 2", "at the same time")
    assert "hindsight" in view.text("#trip table"), "with its comparison"
    view.idle()
    assert view.ask("location.hash") == address, "the map has not moved"


def recorded_trip(stage):
    """A drive as a real receiver has recorded it, from Tokyo to Mount Fuji: its way, its length and time, its cities, and no policy is missing."""
    with tab(stage.browser, stage.box.url) as view:
        view.open()
        page = view.page
        page.click("#tab-trip")
        page.check("#trip-compare")
        page.set_input_files("#trip-file", stage.options.shared / recorded_trip.needs)
        view.until("document.body.dataset.trip === 'shown'", "the trip is shown", 240)
        text = view.text("#trip")
        # Summed from fix to fix, noise and all, it is 153 km in 16,874 s.
        kilometres = re.search(r"(\d+) km", text)
        assert "drive-tokyo-fuji.nmea" in text and kilometres and 135 <= int(kilometres[1]) <= 165, text
        assert 16_500 < float(page.get_attribute("#trip input[type=range]", "max")) < 17_500
        for policy in ("distance-and-time", "on-change", "every-fix", "hindsight"):
            assert policy in view.text("#trip table"), view.text("#trip table")
        assert page.locator("#trip .rows .row").count() >= 10, "the cities on its way"
        way = view.ask("document.querySelector('#map').map.getSource('trip').serialize().data.features.flatMap(({geometry}) => geometry.coordinates)")
        # A fix every five seconds; the first ones and those of a pause are not all believed, or say nothing new.
        assert len(way) > 500, len(way)
        for name, (longitude, latitude), there in (("Tokyo", way[0], (139.918, 35.746)), ("Mount Fuji", way[-1], (138.692, 35.377))):
            assert abs(longitude - there[0]) < 0.01 and abs(latitude - there[1]) < 0.01, f"{name}: {longitude} {latitude}"
        page.locator("#trip input[type=range]").press("End")
        assert page.locator(".pin.trip").count() == 1 and view.text("#trip p.strong"), "the city at its end"
        if stage.options.pictures:
            view.idle()
            page.screenshot(path=stage.options.pictures / "recorded-trip.png")
        assert not view.errors, view.errors


recorded_trip.needs = "traces/drive-tokyo-fuji.nmea"


def recorded_live(stage):
    """Another one, told to gpsd a hundred times as fast as it was driven: the way grows along it, the map follows, and the city of its end is told."""
    epochs = recorded(stage.options.shared / recorded_live.needs)
    places = [epoch.place for epoch in epochs]
    first, last = (_city(stage, place) for place in (places[0], places[-1]))
    assert first != last, first
    # How often the geocoder is asked is reckoned by the machine's clock.
    settings = "[Track]\nKeep=memory\n[Geocoding]\nDistance=10m\nInterval=1s\n"
    with box(stage, recording=epochs, configuration=settings, hertz=20) as real, tab(stage.browser, real.url) as view:
        view.open()
        _until_told(view, first)
        # From afar the page draws only long pieces of way.
        view.ask(f"void {MAP}.jumpTo({{ zoom: 13 }})")
        real.receiver.play()
        marks = [len(places) * quarter // 4 for quarter in range(4)]
        for before, mark in zip(marks, marks[1:]):
            _until_drawn(view, places, mark)
            longitude, latitude = view.center()
            away = min(metres((latitude, longitude), place) for place in places[before:])
            # In a second the box goes 1.5 km, and the map glides from fix to fix.
            assert away < 1000, f"the map follows, and is not {away:.0f} m beside what came after epoch {before}"
        view.eventually(lambda: not real.receiver.untold, "the recording has been told")
        view.until_centered(places[-1][0], "the map has followed to the end")
        _until_told(view, last)
        # From near it draws what is left, however short it is.
        view.ask(f"void {MAP}.jumpTo({{ zoom: 16 }})")
        view.eventually(lambda: metres(view.ask(DRAWN)[-1], places[-1]) < 2, "the way leads to the end")
        drawn = view.ask(DRAWN)
        along(drawn, places)
        # A machine that is busy misses a fix now and then, and cuts a bend.
        aside = [(index, round(away)) for index in range(0, len(places), 20) if (away := metres_to_way(places[index], drawn)) > 100]
        assert not aside, f"epochs that the way does not pass, and how far it is: {aside}"
        stage.note(f"{len(drawn)} points drawn of {len(places)} epochs")
        if stage.options.pictures:
            view.idle()
            view.page.screenshot(path=stage.options.pictures / "recorded-live.png")
        assert not view.errors, view.errors


recorded_live.needs = "traces/drive-fukushima.nmea"


def _city(stage, place):
    """What `placemarkctl reverse` calls the city of a place."""
    world = stage.options.programs.parent / "gazetteer" / "world.gazetteer"
    answer = subprocess.run(
        [str(stage.options.programs / "placemarkctl"), "reverse", "--json", "--language", "en", "--gazetteer", str(world), *map(str, place)],
        check=True, capture_output=True, encoding="utf-8")
    return json.loads(answer.stdout)["cityWithContext"]


def _until_told(view, city):
    view.until(f"document.querySelector('#here-city').textContent === {json.dumps(city)}", "the page tells the city of this place")


def _until_drawn(view, places, mark):
    """Waits until the way is drawn so far."""
    def is_drawn():
        view.page.wait_for_timeout(300)
        return along(view.ask(DRAWN), places) >= mark

    view.eventually(is_drawn, f"the way has grown to epoch {mark} of {len(places)}")


def long_trip(stage):
    """Fault 79: a trip of 345,000 fixes in bounded memory, with progress."""
    with tempfile.TemporaryDirectory(prefix="page-test.") as folder, tab(stage.browser, stage.box.url) as view:
        recording = Path(folder) / "long.nmea"
        # From Lisbon to Vladivostok (docs/guide/replay.md, "Making a long trip").
        subprocess.run(
            [str(stage.options.programs / "placemarkctl"), "simulate", "38.7,-9.1", "43.1,131.9", "--speed", "106", "--output", str(recording)], check=True)
        view.open()
        view.page.click("#tab-trip")
        view.page.set_input_files("#trip-file", recording)
        view.until("document.querySelector('#trip progress').value > 0", "how much of it has been read is told")
        view.until("document.body.dataset.trip === 'shown'", "the trip is shown", 240)
        assert float(view.page.get_attribute("#trip input[type=range]", "max")) > 340_000, "all of it is there, a fix a second"
        memory = view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)")
        stage.note(f"{memory:.0f} MB of JavaScript heap")
        assert memory < 120
