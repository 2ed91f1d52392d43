"""The guard on the map: rings, a banner that one cannot miss, the sound, and what precise readers may do."""

import re

from browser import tab
from world import HOME


def _state(view, state, seconds=20):
    view.until(f"document.body.dataset.guard === '{state}'", f"the guard is {state}", seconds)


def _arm(view, radius, word):
    view.page.click("#tab-options")
    view.page.fill("#guard-radius", str(radius))
    view.page.click(f"#guard-form >> text={word}")


def _end(view):
    """Taps twice, as one has to within five seconds: a busy machine can take longer, and then is asked again."""
    ends = view.page.locator("#guard button", has_text=re.compile("End the guard|Really end it"))
    for _ in range(6):
        ends.click()
        if view.page.is_visible("#guard >> text=Really end it"):
            ends.click()
        try:
            _state(view, "off", 5)
            return
        except AssertionError:
            continue
    _state(view, "off")


def guard(stage):
    """Armed, near, an alarm with sound, acknowledged, blind, ended: all from the page."""
    # A real guard takes a minute to believe that a boat has gone so far, and two to be blind: a stand-in tells at once what becomes of it.
    # `real_guard` has the real one.
    world = stage.world
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        page = view.page
        assert page.is_hidden("#guard"), "nothing is guarded"
        _arm(view, 60, "At anchor")
        _state(view, "armed")
        assert world.orders == [{"kind": "anchor", "radius": 60}], world.orders
        assert "3 m east of the anchor; 60 m is allowed" in view.text("#guard"), view.text("#guard")
        view.until("document.querySelector('#map').map.getSource('guard').serialize().data.features.length === 2", "two rings")
        assert view.ask("document.body.dataset.sound") != "on"
        swing = {"coordinate": {"latitude": HOME[0], "longitude": HOME[1]}, "radius": 22}
        world.guards("guardWarning", state="warning", distance=52, swing=swing)
        _state(view, "warning")
        view.until("document.querySelector('#map').map.getSource('guard').serialize().data.features.length === 3", "and the swinging circle")
        assert page.is_hidden("#guard >> text=Acknowledge"), "a warning is no alarm"
        world.guards("guardAlarm", state="alarm", distance=84, told={"guardAlarm": "1"})
        _state(view, "alarm")
        assert page.is_visible("#guard >> text=Acknowledge")
        assert view.ask("document.title").startswith("Alarm"), "another tab sees it, too"
        box = page.locator("#guard").bounding_box()
        assert box["width"] > 0.9 * page.viewport_size["width"], box
        name = "getComputedStyle(document.querySelector('#guard')).animationName"
        assert view.ask(name) == "guard-alarm", "it flashes"
        page.emulate_media(reduced_motion="reduce")
        assert view.ask(name) == "none", "but not for who does not want that"
        page.emulate_media(reduced_motion="no-preference")
        # The page was touched: so it sounds.
        view.until("document.body.dataset.sound === 'on'", "the sound")
        page.click("text=Silence here")
        view.until("document.body.dataset.sound === 'off'", "silence")
        assert world.guard["state"] == "alarm", "nobody else is silenced"
        world.guards("guardAlarm", state="alarm", distance=130, told={"guardAlarm": "2"})
        view.until("document.body.dataset.sound === 'on'", "another alarm sounds again")
        page.click("#guard >> text=Acknowledge")
        _state(view, "acknowledged")
        assert view.ask("document.body.dataset.sound") == "off" and world.orders[-1] == "acknowledge"
        world.guards("guardBlind", state="blind", seen=130)
        _state(view, "blind")
        page.click("#guard >> text=End the guard")
        assert world.guard["state"] == "blind", "one tap does not end it"
        _end(view)
        assert page.is_hidden("#guard") and view.ask("document.body.dataset.sound") == "off"
        assert not view.errors, view.errors


def guard_untouched(stage):
    """An alarm that is on when the page is opened: before somebody touches the page, it says how to get the sound."""
    real = stage.box
    # It is guarded two kilometres from where it is: as soon as the guard has fixes enough, it is outside.
    there = {"latitude": HOME[0] + 0.02, "longitude": HOME[1]}
    real.ask("/v1/guard", "PUT", {"kind": "parked", "radius": 40, "coordinate": there})
    with tab(stage.browser, real.url) as view:
        view.open()
        _state(view, "alarm")
        view.until("document.querySelector('#guard').textContent.includes('touch the page to turn the sound on')", "it asks for a touch")
        assert view.ask("document.body.dataset.sound") == "off"
        view.page.mouse.click(5, 300)
        view.until("document.body.dataset.sound === 'on'", "after a touch it sounds")
        real.stop("placemarkd")
        view.until("document.querySelector('#guard').textContent.includes('not known')", "a lost connection does not end an alarm", 60)
        assert view.ask("document.body.dataset.guard") == "alarm"
