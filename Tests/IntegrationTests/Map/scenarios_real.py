"""The page with the real placemark-map, a real daemon and whatever that hears: for `--server`."""

from attacker import attack
from browser import tab
from scenarios_guard import _arm as arm, _end as end, _state as has_state


def real(stage):
    """The place is told, the dot moves, the way grows, a region is drawn, saved, entered and removed, gpsd ends; nothing leaves the machine."""
    with tab(stage.browser, stage.options.server) as view:
        view.open(wait=False)
        view.live(30)
        view.until("document.querySelector('.user-location')", "there is a position", 60)
        view.idle()
        assert view.ask("location.search") == "", "the token is gone from the address"
        attack(view)
        before = int(view.ask("document.body.dataset.track ?? '0'"))
        view.until(f"Number(document.body.dataset.track) > {before}", "the way grows", 60)
        page = view.page
        _helm(view)
        count = int(view.ask("document.body.dataset.regions"))
        page.click("#regions >> text=New circle")
        page.fill("#region-name", "page-test")
        page.click("text=Use the middle of the map")
        page.fill("#region-radius", "5000")
        page.click("text=Save")
        view.until(f"document.body.dataset.regions === '{count + 1}'", "the region is saved")
        if stage.options.pictures:
            page.screenshot(path=stage.options.pictures / "real.png")
        view.until("document.querySelector('#here-regions').textContent.includes('page-test')", "the box is in the region", 90)
        page.locator("#regions .row:has-text('page-test')").first.click()
        page.click(".callout >> text=Remove")
        page.click(".callout >> text=Really remove")
        view.until(f"document.body.dataset.regions === '{count}'", "the region is gone")
        assert not view.errors, view.errors
        # Who has started the daemon reads these lines, and stops it and lets it go on.
        print("now placemarkd hangs", flush=True)
        view.until("document.body.dataset.connection === 'lost'", "the page says that placemarkd does not answer", 90)
        assert "No connection to placemarkd" in view.text("#here-badge")
        view.until("document.querySelector('.user-location').classList.contains('stale')", "the dot is pale")
        print("now placemarkd goes on", flush=True)
        view.live(90)
        view.until("!document.querySelector('.user-location').classList.contains('stale')", "the dot has its colour again")
        seen = int(view.ask("document.body.dataset.track"))
        view.until(f"Number(document.body.dataset.track) > {seen}", "the way grows again", 60)
        # What the page asks a daemon that hangs is answered with 503 after half a minute; a slow machine takes that long to go on.
        assert all("status of 503" in error for error in view.errors), view.errors
        view.errors.clear()
        # Who has started gpsd reads this line, and ends it.
        print("now gpsd ends", flush=True)
        view.until("!document.querySelector('#here-badge').hidden", "the page says that there is no receiver", 60)
        view.until("document.querySelector('.user-location').classList.contains('stale')", "the dot is pale")
        origin = stage.options.server.split("/?")[0]
        outside = [url for url in view.requests if not url.startswith((origin, "blob:", "data:"))]
        assert not outside, f"requests left the server: {outside}"
        assert not view.errors, view.errors
        stage.note(f"city: {view.text('#here-city')!r}, problem: {view.ask('document.body.dataset.problem ?? null')!r}")


def _helm(view):
    """The instruments, the day in the calendar, and the address, with what the real daemon says."""
    page = view.page
    page.keyboard.press("i")
    view.until("document.querySelector('#instrument-position').textContent.startsWith('47.')", "the position is told")
    view.until("document.querySelector('#instruments .age strong').textContent === 'now'", "and how old it is")
    page.keyboard.press("i")
    page.click("#tab-way")
    view.until("document.body.dataset.days === '1'", "today has a way", 30)
    page.locator(".calendar button").click()
    view.until("document.body.dataset.day && location.hash.endsWith(document.body.dataset.day)", "it is shown, and stands in the address")
    page.click("text=Close the day")
    page.click("#tracking")
    view.until("location.hash.endsWith('/follow')", "while the map follows there is no place in the address")
    page.click("#tab-regions")


def real_reduced(stage):
    """A reader who may not know precisely sees a cell, no dot, and neither a way nor regions. Of a guard he learns at most that there is an
    alarm, and may do nothing about it."""
    with tab(stage.browser, stage.options.server) as view:
        view.open(wait=False)
        view.live(30)
        cell = "document.querySelector('#map').map?.queryRenderedFeatures({layers: ['cell-fill']}).length > 0"
        view.until(cell, "the cell is drawn", 60)
        assert view.ask("document.querySelector('.user-location')") is None, "no dot says more than is known"
        assert "about 3 km" in view.text("#here-motion")
        assert "Only precise readers" in view.text("#regions")
        view.page.click("#tab-way")
        view.until("document.querySelector('#way').textContent.includes('Only precise readers')", "the way is not for this reader")
        assert "Trips" not in view.text("#way") and not [url for url in view.requests if "/v1/trips" in url], "nor are trips, which are not even asked for"
        assert view.ask("document.body.dataset.track ?? '0'") == "0", "no way either"
        has_state(view, "alarm", 60)
        assert view.text("#guard").startswith("Alarm"), view.text("#guard")
        assert view.page.is_hidden("#guard >> text=Acknowledge") and view.page.is_hidden("#guard >> text=End the guard")
        view.page.click("#tab-options")
        assert view.page.is_hidden("#guard-form")
        assert not any("/v1/guard" in url for url in view.requests), "what would be refused is not asked"
        errors = [error for error in view.errors if "403" not in error]
        assert not errors, errors


def real_guard(stage):
    """The real daemon is armed, raises the alarm as the box drives away, is acknowledged and ended, from the page."""
    with tab(stage.browser, stage.options.server) as view:
        view.open(wait=False)
        view.live(30)
        view.until("document.querySelector('.user-location')", "there is a position", 60)
        arm(view, 20, "Parked")
        view.until("['armed', 'warning', 'alarm'].includes(document.body.dataset.guard)", "it is on", 20)
        has_state(view, "alarm", 120)
        view.until("document.body.dataset.sound === 'on'", "the sound")
        if stage.options.pictures:
            view.page.screenshot(path=stage.options.pictures / "guard.png")
        view.page.click("#guard >> text=Acknowledge")
        has_state(view, "acknowledged", 20)
        end(view)
        assert not view.errors, view.errors
