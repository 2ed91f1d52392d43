"""The box moves, and the page shows it; the daemon goes, and the page says so and heals."""

import json

from box import box
from browser import tab
from world import HOME, straight

MAP = "document.querySelector('#map').map"
# Of the way that the map draws as the newest.
DRAWN_PLACES = f"{MAP}.getSource('track-recent').serialize().data.features.flatMap(({{geometry}}) => geometry.coordinates)"
KEPT = "[Track]\nKeep=disk\n"


def _near(a, b, tolerance):
    return all(abs(x - y) < tolerance for x, y in zip(a, b))


def _come_near(view):
    """From afar the page draws a short piece of way only with the next one."""
    view.ask(f"void {MAP}.jumpTo({{ zoom: 13 }})")


def _heard(view, places):
    """Waits until the way that the map draws has each of these places."""
    view.until(
        f"((drawn) => {json.dumps(places)}.every(([latitude, longitude]) => drawn.some((place) => "
        f"Math.abs(place[1] - latitude) + Math.abs(place[0] - longitude) < 4e-7)))({DRAWN_PLACES})",
        f"the way has {len(places)} places more")


def live(stage):
    """The dot moves, the map follows, the way grows, the place is told in words."""
    # Half a kilometre to the north of the middle of Vaduz.
    start = HOME[0] + 0.005
    track = straight(-100, 99, start - 0.01, 0.01)
    with box(stage, track=track, configuration=KEPT, near=(start, HOME[1])) as real, tab(stage.browser, real.url) as view:
        view.open()
        placemark = real.ask("/v1/status")["placemark"]
        assert view.text("#here-city") == "Vaduz, Liechtenstein" and 300 < placemark["distance"] < 900, placemark
        words = f"{placemark['distance']:.0f} m north of the centre · (for less than a minute|for \\d+ min)"
        # On a busy machine the box may be without a fix for a moment.
        view.until(f"/{words}/.test(document.querySelector('#here-details').innerText)", "where it is is told from the middle, and since when")
        view.until("Number(document.body.dataset.track) >= 100", "the way of the past is there")
        _come_near(view)
        places = real.receiver.drive(0.01, 0, 12)
        _heard(view, places)
        view.until_centered(places[-1][0], "the map follows")

        # Whoever moves the map by hand keeps it; the button brings it back, and turns it with the heading.
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "follow"
        view.page.mouse.move(800, 400)
        view.page.mouse.down()
        view.page.mouse.move(900, 500, steps=5)
        view.page.mouse.up()
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "none"
        view.idle()
        before = view.center()
        places = real.receiver.drive(0.01, 0, 12)
        _heard(view, places)
        view.page.wait_for_timeout(1200)
        assert _near(before, view.center(), 1e-6), "the map stays where the user has put it"
        view.page.click("#tracking")
        view.until_centered(places[-1][0], "it follows again")

        # Only a box that moves has a heading: two minutes to the northeast, at 50 km/h.
        real.receiver.drive(240 * 4.79e-5, 240 * 5.90e-5, 240)
        view.until(
            "document.querySelector('#here-motion').textContent.startsWith('50 km/h · northeast')", "speed and direction are told")
        view.page.click("#heading")
        view.until(f"Math.abs({MAP}.getBearing() - 40) < 1", "the heading is up")
        view.page.click("#north")
        view.until(f"Math.abs({MAP}.getBearing()) < 1", "the north is up")
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "follow"
        view.page.click("#heading")
        view.until(f"Math.abs({MAP}.getBearing() - 40) < 1", "the heading is up")
        view.page.click("#tracking")
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "none", "one press ends it"
        view.until(f"Math.abs({MAP}.getBearing()) < 0.1", "a map that follows no more has the north up")
        assert not view.page.locator("#heading").is_visible()

        # Nautical units.
        view.page.click("#tab-options")
        view.page.select_option("#option-units", "nautical")
        motion, scale = view.text("#here-motion"), view.text("#scale")
        assert motion.startswith("27 kn") and " NM" in scale, (motion, scale)
        assert not view.errors, view.errors
        _check_loopback(view)


def _check_loopback(view):
    origin = view.url.split("?")[0]
    outside = [url for url in view.requests if not url.startswith((origin, "blob:", "data:"))]
    assert not outside, f"requests left the machine: {outside}"


def receiver(stage):
    """gpsd dies, the receiver loses its fix: the dot turns pale, and a badge says why."""
    is_stale = "document.querySelector('.user-location').classList.contains('stale')"

    def says(*words):
        view.until(f"{json.dumps(words)}.includes(document.querySelector('#here-badge').textContent)", f"the badge says one of {words}")
        view.until(is_stale, "the dot is pale")

    def is_live():
        view.until("document.querySelector('#here-badge').hidden", "the badge is gone with the fix")
        view.until(f"!{is_stale}", "the dot has its colour again")

    real = stage.box
    with tab(stage.browser, real.url) as view:
        view.open()
        is_live()
        real.stop("gpsd")
        says(f"No gpsd: gpsd at 127.0.0.1:{real.gpsd_port} refused the connection: is gpsd running?")
        real.receiver.tells = "no fix"
        real.start("gpsd")
        says("No fix: the receiver has no position")
        real.receiver.tells = "fix"
        is_live()
        real.receiver.tells = "silence"
        # The first for five seconds alone, in which a busy machine may not have looked.
        says("No fix for several seconds: the receiver is silent", "Receiver lost: the receiver is silent")
        real.receiver.tells = "fix"
        is_live()
        assert not view.errors, view.errors


def faults(stage):
    """Fault 77: the daemon stops and comes back while the page is open, the page hears of it late, the tab sleeps.

    No way is told twice, and none is missed.
    """
    start = HOME[0] + 0.005
    track = straight(-50, 49, start - 0.005, 0.005)
    with box(stage, track=track, configuration=KEPT, near=(start, HOME[1])) as real, tab(stage.browser, real.url) as view:
        view.open()
        view.until("Number(document.body.dataset.track) >= 50", "the way is there")
        _come_near(view)
        view.page.route("**/v1/events", lambda route: route.abort())
        real.stop("placemarkd")
        view.until("document.body.dataset.connection === 'lost'", "the page says that the daemon has gone")
        assert "No connection to placemarkd" in view.text("#here-badge")
        assert view.ask("document.querySelector('.user-location').classList.contains('stale')")
        real.start("placemarkd")
        # To the north, and then to the east.
        corner = real.receiver.drive(0.005, 0, 6)[-1]
        end = real.receiver.drive(0, 0.005, 4)[-1]
        view.eventually(lambda: _is_at(real, end), "the daemon has heard of all of it")
        view.page.unroute_all(behavior="wait")
        view.live(30)
        _has_way(view, corner, end)
        view.until("document.querySelector('#here-badge').hidden", "the badge is gone")
        _goes_on(view)

        # A tab in the background holds no connection, and catches up by the identifier of the last event.
        _heard(view, real.receiver.drive(0.002, 0, 3))
        view.set_hidden(True)
        view.eventually(lambda: real.subscribers() == 0, "a hidden tab holds no stream")
        asked = len(view.requests)
        corner = real.receiver.drive(0, 0.003, 3)[-1]
        end = real.receiver.drive(0.003, 0, 4)[-1]
        view.eventually(lambda: _is_at(real, end), "the daemon has heard of it")
        view.page.wait_for_timeout(2500)
        assert len(view.requests) == asked, "a hidden tab asks nothing"
        view.set_hidden(False)
        _has_way(view, corner, end)
        _goes_on(view)


def _is_at(real, place):
    location = real.ask("/v1/status").get("location")
    if location is None:
        return False
    found = location["coordinate"]
    return abs(found["latitude"] - place[0]) + abs(found["longitude"] - place[1]) < 2e-7


def _has_way(view, *places):
    """Of a way that the page has not heard itself: the daemon keeps its corners and its ends, and so the page has these."""
    for latitude, longitude in places:
        view.until(
            f"{DRAWN_PLACES}.some((drawn) => Math.abs(drawn[1] - {latitude}) + Math.abs(drawn[0] - {longitude}) < 2e-4)",
            "the way of the break is there")


def _goes_on(view):
    """The way goes to the north and to the east, and nowhere back: so nothing of it is drawn twice."""
    drawn = view.ask(DRAWN_PLACES)
    back = [(before, after) for before, after in zip(drawn, drawn[1:]) if after[0] < before[0] or after[1] < before[1]]
    assert not back, back
