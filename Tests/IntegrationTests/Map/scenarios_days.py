"""The way by date, and the trips of a day, as the real daemon keeps them."""

import subprocess
import time

from axe_playwright_python.sync_playwright import Axe

from box import box
from browser import tab
from world import EPOCH, HOME, drive, iso, straight

MAP = "document.querySelector('#map').map"

# Noon of the day before, UTC: at this place two hours later.
NOON = EPOCH - EPOCH % 86_400 - 86_400 + 43_200 - EPOCH
KEPT = "[Track]\nKeep=disk\n[Trips]\nKeep=disk\n"
ARROW = f"{MAP}.getSource('trip').serialize().data.features.flatMap(({{geometry}}) => geometry.coordinates)"


def _end(city, latitude, longitude, seconds, hours=2):
    return {"coordinate": {"latitude": latitude, "longitude": longitude}, "timestamp": iso(EPOCH + seconds), "utcOffset": hours * 3600,
            "placemark": {"locality": city, "geocoder": "gazetteer"}}


def _trip(digit, start, end, distance, moving, **more):
    from datetime import datetime

    moments = [datetime.fromisoformat(each["timestamp"].replace("Z", "+00:00")).timestamp() for each in (start, end)]
    return {"id": digit * 16, "state": "final", "start": start, "end": end, "duration": moments[1] - moments[0], "distance": distance,
            "distanceError": 20, "movingTime": moving, "countries": [], "places": [], **more}


# To Schaan and, after an hour, on to Feldkirch with a receiver that was silent for twelve minutes; the night before from London, of which
# no way is kept.
TRACK = [*straight(NOON, 900, HOME[0], 0.03), *straight(NOON + 4500, 600, HOME[0] + 0.03, 0.03), *straight(NOON + 5820, 600, HOME[0] + 0.1, 0.03)]
TRIPS = [
    _trip("c", _end("London", 51.5, -0.12, NOON - 90_000, hours=1), _end("Vaduz", *HOME, NOON - 54_000), 950_000, 30_000),
    _trip("a", _end("Vaduz", *HOME, NOON), _end("Schaan", HOME[0] + 0.03, HOME[1], NOON + 900), 3336, 900),
    _trip("b", _end("Schaan", HOME[0] + 0.03, HOME[1], NOON + 4500), _end("Feldkirch", HOME[0] + 0.13, HOME[1], NOON + 6420), 11_120, 1200,
          gaps=[{"from": iso(EPOCH + NOON + 5100), "until": iso(EPOCH + NOON + 5820), "duration": 720, "distance": 4448}]),
]


def way(stage):
    """The way by date: a calendar, a day with its length, its time and its GPX, a slider through it, and its address."""
    track = [
        {**point, "startsSegment": True} if index == 0 else point
        for start in (-86_400, -600) for index, point in enumerate(drive(600, start=start))]
    last = track[-1]["coordinate"]
    with box(stage, track=track, configuration="[Track]\nKeep=disk\n", near=(last["latitude"], last["longitude"])) as real:
        _a_day(stage, real)


def _a_day(stage, real):
    with tab(stage.browser, real.url) as view:
        view.open()
        page = view.page
        page.click("#tab-way")
        view.until("document.body.dataset.days === '2'", "two days have a way")
        assert page.locator(".calendar button").count() == 2 and "September 2026" in view.text("#way")
        page.locator(".calendar button").first.click()
        view.until("document.body.dataset.day", "a day is shown")
        text = view.text("#way")
        assert "km" in text and "9 min under way" in text, text
        assert "Trips" not in text and not [url for url in view.requests if "/v1/trips" in url], "where no trips are kept, nothing is said of them"
        view.until(f"{MAP}.getSource('trip').serialize().data.features.length > 0", "its way is drawn")
        assert page.locator(".pin.trip").count() == 1
        # The fit has ended: until then each step of it makes the pins anew.
        view.idle()
        before = _pin(view)
        page.locator("#way input[type=range]").press("End")
        view.until(f"document.querySelector('.pin.trip').getBoundingClientRect().x !== {before['x']}", "the slider moves the pin")
        with page.expect_download() as download:
            page.click("text=Save as GPX")
        gpx = download.value.path().read_text()
        assert gpx.count("<trkpt") == 600 and download.value.suggested_filename == view.ask("document.body.dataset.day") + ".gpx"
        view.until("/\\/2026-09-\\d\\d$/.test(location.hash)", "the day is in the address")
        day = view.ask("document.body.dataset.day")
        page.reload()
        view.until(f"document.body.dataset.day === '{day}'", "a reload shows the same day")
        # Until the map has come to the day, the pin moves between two questions.
        view.idle()
        if stage.options.pictures:
            page.screenshot(path=stage.options.pictures / "way.png")
        _check_round(view)
        _check_print(view)
        page.click("#tab-way")
        page.click("text=Close the day")
        assert page.locator(".pin.trip").count() == 0
        assert not view.errors, view.errors


def _check_round(view):
    """The pin of a day is a circle: its middle is where the box was."""
    longitude, latitude = view.ask(f"{MAP}.getSource('trip').serialize().data.features.at(-1).geometry.coordinates.at(-1)")
    view.page.locator("#way input[type=range]").press("End")

    def is_there():
        box, (x, y) = _pin(view), view.pixel(longitude, latitude)
        return abs(box["x"] + box["width"] / 2 - x) < 3 and abs(box["y"] + box["height"] / 2 - y) < 3

    view.eventually(is_there, "the pin is where the box was last")


def _pin(view):
    """Where the pin of the day is, asked in one go: the page makes it anew when the slider or the map moves."""
    return view.ask("(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('.pin.trip').getBoundingClientRect())")


def _check_print(view):
    """What is printed has the dot and the pin in it, where they are on the map: the paper scales all of it alike."""
    # In one go: the page makes the pin anew when the slider or the map moves.
    color = view.ask("""(() => {
        dispatchEvent(new Event('beforeprint'))
        const pin = document.querySelector('.pin.trip').getBoundingClientRect()
        const picture = document.querySelector('#printed-map')
        const ratio = picture.width / document.querySelector('#map').getBoundingClientRect().width
        return [...picture.getContext('2d').getImageData((pin.x + pin.width / 2) * ratio, (pin.y + 5) * ratio, 1, 1).data]
    })()""")
    view.page.emulate_media(media="print")
    shown = view.ask("[...document.querySelectorAll('#map > *')].filter((part) => getComputedStyle(part).display !== 'none').map((part) => part.id)")
    view.page.emulate_media(media="screen")
    view.ask("dispatchEvent(new Event('afterprint'))")
    assert color[:3] == [15, 118, 110], f"the pin is in the picture: {color}"
    assert shown == ["printed-map"], f"nothing lies beside it: {shown}"
    assert view.page.locator("#printed-map").count() == 0


def day_trips(stage):
    """The trips of a day: places, times there, gaps; a tap shows one alone, by its own address; without a way, its ends."""
    with box(stage, track=TRACK, trips=TRIPS, configuration=KEPT) as real:
        with tab(stage.browser, real.url) as view:
            view.open()
            page = view.page
            page.click("#tab-way")
            view.until("document.body.dataset.trips === '3'", "the trips of the month are there")
            labels = page.locator(".calendar button").evaluate_all("(days) => days.map((day) => day.getAttribute('aria-label'))")
            assert [label.split(": ")[1] for label in labels[:2]] == ["1 trip", "10 km, 2 trips"], labels
            page.locator(".calendar button").nth(1).click()
            view.until("document.body.dataset.day === '2026-09-20'", "the day is shown")
            rows = page.locator("#way .trips .row")
            assert rows.all_inner_texts() == [
                "Vaduz to Schaan\n14:00 – 14:15\n3.3 km · 15 min under way",
                "Schaan to Feldkirch\n15:15 – 15:47\n11 km · 20 min under way · a gap of 12 min"], rows.all_inner_texts()
            whole = len(view.ask(ARROW))
            rows.first.focus()
            page.keyboard.press("Enter")
            view.until("location.hash.endsWith('/2026-09-20/aaaaaaaaaaaaaaaa')", "the trip is in the address")
            assert view.ask("document.activeElement.dataset.key") == "a" * 16, "who has chosen it by the keyboard is still there"
            _first_alone(view)
            assert len(view.ask(ARROW)) < whole
            with page.expect_download() as download:
                page.click("text=Save as GPX")
            assert download.value.suggested_filename == f"2026-09-20-{'a' * 16}.gpx" and download.value.path().read_text().count("<trkpt") == 901
            if stage.options.pictures:
                view.idle()
                page.screenshot(path=stage.options.pictures / "day-trips.png")
            address = view.ask("location.hash")
            page.reload()
            view.until("document.querySelector('#way .row[aria-pressed=true]')", "a reload shows the same trip")
            _first_alone(view)
            view.idle()
            assert view.ask("location.hash") == address, "and the same part of the map"
            # From far away the map flies for longer than the address waits.
            view.ask(f"void {MAP}.jumpTo({{ center: [9.5, 43] }})")
            view.until("location.hash.includes('/43.00000/')", "the address is that of the place")
            far, steps = view.ask("[location.hash, history.length]")
            page.locator("#way .trips .row").nth(1).click()
            view.until("location.hash.endsWith('/bbbbbbbbbbbbbbbb')", "the other trip is shown")
            near = _arrived(view)
            assert view.ask("history.length") == steps + 1, "where the map has flown through is no step"
            pieces = view.ask(f"{MAP}.getSource('trip').serialize().data.features.map(({{geometry}}) => geometry.coordinates.map(([, latitude]) => latitude))")
            assert not any(min(piece) < HOME[0] + 0.061 and max(piece) > HOME[0] + 0.099 for piece in pieces), f"no line through what nobody knows: {pieces}"
            # The map arrives before the way has been read.
            page.route("**/v1/track", lambda route: (time.sleep(4), route.continue_()))
            page.go_back()
            _chosen(view, "a" * 16, "Back goes back to the first")
            assert _arrived(view) == far, "and to the part of the map that was shown with it"
            page.unroute("**/v1/track")
            page.go_forward()
            _chosen(view, "b" * 16, "Forward goes to the other again")
            assert _arrived(view) == near
            page.go_back()
            _chosen(view, "a" * 16, "and Back to the first")
            page.locator("#way .row[aria-pressed=true]").click()
            view.until("location.hash.endsWith('/2026-09-20')", "pressed again, the whole day is shown")
            assert len(view.ask(ARROW)) == whole
            _without_way(view)
            _labelled(stage, real, view)
            assert not view.errors, view.errors
        _on_a_phone(stage, real)


def _chosen(view, trip, why):
    """Waits until the list shows this trip as the chosen one."""
    view.until(f"document.querySelector('#way .row[aria-pressed=true]')?.dataset.key === '{trip}'", why)


def _arrived(view):
    """The address, once the map has come to where it says. While the map flies, it is that of a place on the way."""
    view.until(f"""!{MAP}.isMoving() && location.hash.includes(
        (({{ lat, lng }}) => `/${{lat.toFixed(5)}}/${{lng.toFixed(5)}}/`)({MAP}.getCenter()))""", "the address is that of where the map has come to")
    return view.ask("location.hash")


def _first_alone(view):
    """The first trip: its words, its stretch, and a slider through it."""
    text = view.text("#way .player").replace("\n\n", "\n")
    assert text.startswith("Sunday, 20 September 2026\nVaduz to Schaan\n14:00 – 14:15 · 3.3 km · 15 min under way"), text
    latitudes = [latitude for _, latitude in view.ask(ARROW)]
    assert abs(min(latitudes) - HOME[0]) < 1e-4 and abs(max(latitudes) - HOME[0] - 0.03) < 1e-4, (min(latitudes), max(latitudes))
    slider = view.page.locator("#way input[type=range]")
    assert int(slider.get_attribute("max")) - int(slider.get_attribute("min")) == 900_000


def _without_way(view):
    """The night from London: the times of both places, and pins where it began and ended."""
    page = view.page
    page.locator(".calendar button").first.click()
    view.until("document.body.dataset.day === '2026-09-19'", "a day with a trip alone can be chosen")
    row = page.locator("#way .trips .row")
    assert row.all_inner_texts() == ["London to Vaduz\n12:00 (UTC+1) – 23:00 (UTC+2)\n950 km · 8 h 20 min under way"], row.all_inner_texts()
    row.click()
    view.until("document.querySelectorAll('.pin.trip').length === 2", "its ends are pins")
    assert "The track has nothing from this time" in view.text("#way .player")
    view.until(f"{MAP}.getBounds().contains([-0.12, 51.5]) && {MAP}.getBounds().contains([{HOME[1]}, {HOME[0]}])", "both are on the map")


def _labelled(stage, real, view):
    """What somebody has said of a trip is there with the next look."""
    said = subprocess.run([str(stage.options.programs / "placemarkctl"), "trips", "label", "c" * 16, "business", "--note", "<b>fair</b>", "--socket", real.socket], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    view.until(f"location.hash.endsWith('/{'c' * 16}')", "the trip is in the address")
    view.page.reload()
    view.until("document.querySelector('#way .trips .row')?.textContent.includes('business')", "the class is told")
    view.until("document.querySelector('#way .player').innerText.includes('<b>fair</b>')", "and the note, as text")


def _on_a_phone(stage, real):
    """The list fits on a phone, fingers find its rows, and the trip is above the sheet; also in the dark."""
    with tab(stage.browser, real.url, width=360, height=740, dark=True, has_touch=True) as view:
        view.open()
        page = view.page
        page.click("#sheet-handle")
        page.click("#tab-way")
        page.locator(".calendar button").nth(1).click()
        row = page.locator("#way .trips .row").first
        row.click()
        view.until("location.hash.endsWith('/aaaaaaaaaaaaaaaa')", "the trip is shown")
        view.idle()
        top = view.ask("document.querySelector('#panel').getBoundingClientRect().top")
        ends = [view.pixel(HOME[1], HOME[0] + more) for more in (0, 0.03)]
        assert all(0 <= x <= 360 and 0 <= y <= top for x, y in ends), f"all of it is above the sheet, at {top}: {ends}"
        slider = page.locator("#way input[type=range]")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert top >= 740 * 0.45 and box["y"] + box["height"] <= 740, f"map and slider have room: {top} {box}"
        assert row.bounding_box()["height"] >= 44
        wide = view.ask("[...document.querySelectorAll('#way *')].filter((part) => part.getBoundingClientRect().right > 360).map((part) => part.outerHTML.slice(0, 60))")
        assert not wide, wide
        shut_out = [f"{found['id']}: {found['nodes'][0]['html'][:120]}" for found in Axe().run(page).response["violations"]]
        assert not shut_out, shut_out
        if stage.options.pictures:
            page.screenshot(path=stage.options.pictures / "day-trips-phone.png")
        page.click("text=Close the day")
        assert page.locator("#search").is_visible(), "the sheet is as before"
        assert not view.errors, view.errors
