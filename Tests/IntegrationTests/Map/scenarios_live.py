"""The box moves, and the page shows it; the daemon goes, and the page says so and heals."""

import time

from browser import tab
from world import HOME, drive, location


def _near(a, b, tolerance):
    return all(abs(x - y) < tolerance for x, y in zip(a, b))


def _points(view):
    return int(view.ask("document.body.dataset.track ?? '0'"))


def live(stage):
    """The dot moves, the map follows, the way grows, the place is told in words."""
    world = stage.world
    world.track = drive(100, start=-100)
    world.location = world.track[-1]
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        assert view.text("#here-city") == "Vaduz, Liechtenstein"
        assert view.text("#here-street") == "Städtle 49"
        assert "420 m north of the centre" in view.text("#here-details") and "for 12 min" in view.text("#here-details")
        view.until("document.body.dataset.track === '100'", "the way of the past is there")
        for index in range(1, 21):
            world.say("location", location=location(HOME[0] + index * 0.0005, HOME[1], index))
            time.sleep(0.05)
        view.until("document.body.dataset.track === '120'", "the way grows with each location")
        view.until_centered(HOME[0] + 0.01, "the map follows")
        lines = view.ask("document.querySelector('#map').map.getSource('track-recent').serialize().data.features.length")
        assert lines > 0, "the way has lines"

        # Whoever moves the map by hand keeps it; the button brings it back, and turns it with the heading.
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "follow"
        view.page.mouse.move(800, 400)
        view.page.mouse.down()
        view.page.mouse.move(900, 500, steps=5)
        view.page.mouse.up()
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "none"
        view.idle()
        before = view.center()
        world.say("location", location=location(HOME[0] + 0.02, HOME[1], 30))
        view.until("document.body.dataset.track === '121'", "it has heard of the new position")
        view.page.wait_for_timeout(1200)
        assert _near(before, view.center(), 1e-6), "the map stays where the user has put it"
        view.page.click("#tracking")
        view.until_centered(HOME[0] + 0.02, "it follows again")
        view.page.click("#heading")
        view.until("Math.abs(document.querySelector('#map').map.getBearing() - 40) < 1", "the heading is up")
        view.page.click("#north")
        view.until("Math.abs(document.querySelector('#map').map.getBearing()) < 1", "the north is up")
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "follow"
        view.page.click("#heading")
        view.until("Math.abs(document.querySelector('#map').map.getBearing() - 40) < 1", "the heading is up")
        view.page.click("#tracking")
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "none", "one press ends it"
        view.until("Math.abs(document.querySelector('#map').map.getBearing()) < 0.1", "a map that follows no more has the north up")
        assert not view.page.locator("#heading").is_visible()

        # Nautical units.
        view.page.click("#tab-options")
        view.page.select_option("#option-units", "nautical")
        assert "kn" in view.text("#here-motion") and "NM" in view.text("#scale") + "NM"
        assert not view.errors, view.errors
        _check_loopback(view)


def _check_loopback(view):
    outside = [url for url in view.requests if not url.startswith((view.url, "blob:", "data:"))]
    assert not outside, f"requests left the machine: {outside}"


def receiver(stage):
    """gpsd dies, the receiver loses its fix: the dot turns pale, and a badge says why."""
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        assert view.ask("document.querySelector('.user-location').classList.contains('stale')") is False
        stage.world.say("source", source={"state": "disconnected", "since": 0.0, "reason": "gpsd does not answer on port 2947"})
        view.until("document.querySelector('.user-location').classList.contains('stale')", "the dot is pale")
        assert view.text("#here-badge") == "No gpsd: gpsd does not answer on port 2947"
        stage.world.say("source", source={"state": "noFix", "since": 0.0, "reason": "no satellites in view"})
        view.until("document.querySelector('#here-badge').textContent.startsWith('No fix')", "the reason changes")
        stage.world.say("source", source={"state": "live", "since": 0.0})
        view.until("document.querySelector('#here-badge').hidden", "it is gone with the fix")
        assert view.ask("document.querySelector('.user-location').classList.contains('stale')") is False
        assert not view.errors, view.errors


def faults(stage):
    """Fault 77: the daemon stops, comes back, restarts, while the page is open; the tab sleeps. No way is told twice."""
    world = stage.world
    world.track = drive(50, start=-50)
    world.location = world.track[-1]

    def say(second):
        point = location(HOME[0], HOME[1] + second * 1e-4, second)
        world.track.append(point)
        world.say("location", location=point)

    with tab(stage.browser, stage.server.url) as view:
        view.open()
        view.until("document.body.dataset.track === '50'", "the way is there")
        world.go_down()
        view.until("document.body.dataset.connection === 'lost'", "the page says that the daemon has gone")
        assert "No connection to placemarkd" in view.text("#here-badge")
        assert view.ask("document.querySelector('.user-location').classList.contains('stale')")
        for second in (1, 2, 3):
            world.track.append(location(HOME[0], HOME[1] + second * 1e-4, second))
        world.come_back(restarted=True)
        view.live(30)
        view.until("document.body.dataset.track === '53'", "the way of the break is there, once")
        view.until("document.querySelector('#here-badge').hidden", "the badge is gone")

        # A tab in the background holds no connection, and catches up by the identifier of the last event.
        say(4)
        view.until("document.body.dataset.track === '54'", "live again")
        view.ask("(() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true}); document.dispatchEvent(new Event('visibilitychange')) })()")
        end = time.monotonic() + 10
        while stage.server.streams and time.monotonic() < end:
            view.page.wait_for_timeout(50)
        assert stage.server.streams == 0, "a hidden tab holds no stream"
        asked = len(stage.server.requests)
        say(5)
        say(6)
        view.page.wait_for_timeout(2500)
        assert len(stage.server.requests) == asked, "a hidden tab asks nothing"
        view.ask("(() => { Object.defineProperty(document, 'hidden', {value: false, configurable: true}); document.dispatchEvent(new Event('visibilitychange')) })()")
        view.until("document.body.dataset.track === '56'", "it has caught up")
        times = view.ask("document.querySelector('#map').map.getSource('track-recent').serialize().data.features.flatMap(({geometry}) => geometry.coordinates.map(String))")
        assert len(times) <= 56 + 12, "no point of the way is drawn twice but at a change of colour"
