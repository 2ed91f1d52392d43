"""What people do with the map beyond looking at it: charts, links, a phone, and a display that is always on."""

import os
import re

from box import box
from browser import tab
from world import HOME, VADUZ, circle

MAP = "document.querySelector('#map').map"
# How many fixes the page has heard of.
FIXES = "Number(document.body.dataset.track ?? 0)"
# In degrees of latitude.
METRE = 1 / 111_200
# A boat is at rest after five minutes, and not after two: until then the daemon tells each fix, and from then on one in a minute.
RESTLESS = "[Location]\nActivityType=otherNavigation\n[Track]\nKeep=memory\n"


def _heard(view, count):
    """Waits until the page has heard of so many fixes more."""
    before = view.ask(FIXES)
    view.until(f"{FIXES} >= {before + count}", f"the page hears {count} fixes")


def _draws(view, seconds, fixes):
    """How often the map is drawn in so many seconds, and until the page has heard of so many fixes."""
    before = view.ask(FIXES)

    def act():
        view.page.wait_for_timeout(seconds * 1000)
        view.until(f"{FIXES} >= {before + fixes}", f"the page hears {fixes} fixes")

    return view.renders(act)


def at_rest(stage):
    """A display that is always on draws nothing while nothing changes: fixes that tremble, and a box that crawls; fault 95."""
    with box(stage, hertz=5, configuration=RESTLESS) as real, tab(stage.browser, real.url) as view:
        view.open()
        # Near enough that a metre is more than a pixel.
        view.ask(f"void {MAP}.jumpTo({{zoom: 16}})")
        view.at_rest()
        session = view.page.context.new_cdp_session(view.page)
        session.send("Performance.enable")

        def busy():
            return next(metric["value"] for metric in session.send("Performance.getMetrics")["metrics"] if metric["name"] == "TaskDuration")

        receiver = real.receiver
        receiver.visit([(HOME[0] + (index % 3 - 1) * METRE, HOME[1] + (index % 2) * METRE) for index in range(2000)], speed=0.1)
        trembling = _draws(view, 3, fixes=5)
        receiver.period = 1
        before = busy()
        slowly = _draws(view, 4, fixes=2)
        share = (busy() - before) / 4
        stage.note(f"{trembling} draws in 3 s of fixes at 5 Hz that tremble by a metre, {slowly} draws and {share:.1%} of a core in 4 s at 1 Hz")
        assert trembling <= 2 and slowly <= 2, (trembling, slowly)
        assert share <= 0.02 or os.getloadavg()[0] >= os.cpu_count(), f"at rest it costs {share:.1%} of a core"
        # From where it trembled last the map may have a metre to go first.
        receiver.period = 0.2
        receiver.visit([HOME], speed=0.1)
        _heard(view, 5)
        view.at_rest()
        # 0.4 km/h: 0.022 m with each fix. The page asks for the status each 15 s.
        receiver.visit([(HOME[0] + index * 0.022 * METRE, HOME[1]) for index in range(500)], speed=0.11)
        crawling = _draws(view, 16, fixes=30)
        stage.note(f"{crawling} draws in 16 s of crawling")
        assert crawling == 0, crawling
        receiver.rest()
        receiver.drive(300 * 3 * METRE, 0, 300, speed=15)
        _heard(view, 5)
        # A busy machine draws a step in one piece, and takes as long as it likes.
        start = view.ask(f"{MAP}.getCenter().lat")
        moved = f"window.renders > 10 && {MAP}.getCenter().lat > {start + 20 * METRE}"
        view.renders(lambda: view.until(moved, "who drives sees the map move"))
        receiver.rest()
        receiver.period = 1
        view.page.emulate_media(reduced_motion="reduce")
        # Nothing glides any more that has set out before.
        view.open()
        view.at_rest()
        receiver.drive(300 * 15 * METRE, 0, 300, speed=15)
        _heard(view, 1)
        reduced = _draws(view, 3, fixes=1)
        stage.note(f"{reduced} draws in 3 s at 1 Hz with reduced motion")
        assert reduced <= 15, f"with reduced motion nothing glides: {reduced}"
        assert not view.errors, view.errors


def chart(stage):
    """With nautical units there is the grid of a chart, in degrees and minutes, at every zoom, and over the antimeridian; at rest it costs nothing."""
    labels = "[...document.querySelectorAll('#grid span:not([hidden])')].map((label) => [label.textContent, label.className, label.getBoundingClientRect().toJSON()])"
    lines = f"{MAP}.getSource('grid').serialize().data.features.length"
    with tab(stage.browser, stage.box.url) as view:
        view.open()
        page = view.page
        assert view.ask(lines) == 0 and not page.locator("#grid").is_visible(), "in other units there is none"
        page.click("#tab-options")
        page.select_option("#option-units", "nautical")
        assert " NM" in view.text("#scale"), view.text("#scale")
        panel = page.locator("#panel").bounding_box()
        view.stop_following()
        for longitude, latitude, zoom, form in ((9.5, 47.1, 15, "′"), (9.5, 47.1, 10, "′"), (-179.98, -16.85, 9, "′"), (10, 30, 2, "°"), (30, 84.9, 4, "°")):
            view.ask(f"void {MAP}.jumpTo({{center: [{longitude}, {latitude}], zoom: {zoom}}})")
            view.idle()
            found = view.ask(labels)
            across, down = [text for text, edge, _ in found if edge == "bottom"], [text for text, edge, _ in found if edge == "right"]
            assert view.ask(lines) >= 4 and len(across) >= 2 and len(down) >= 2, (zoom, found)
            assert all(re.fullmatch(r"(180|0)°( 00′)?|.* [EW]", text) for text in across) and all(re.fullmatch(r"0°( 00′)?|.* [NS]", text) for text in down), found
            assert all(("′" in text) == (form == "′") for text in across + down), found
            for text, edge, box in found:
                assert box["right"] <= 1281 and box["bottom"] <= 801 and (edge == "right" or box["right"] > panel["x"] + panel["width"]), (text, box)
            if zoom == 9:
                assert any("W" in text for text in across) and any("E" in text for text in across), f"both sides of 180°: {across}"
            if stage.options.pictures:
                page.screenshot(path=stage.options.pictures / f"chart-{zoom}.png")
        view.ask(f"void {MAP}.jumpTo({{zoom: 12}})")
        page.click("#tracking")
        view.until_centered(HOME[0], "it follows again")
        view.at_rest()
        view.ask("() => { window.changes = 0; new MutationObserver(() => { window.changes += 1 }).observe(document.querySelector('#grid'), {subtree: true, attributes: true, childList: true, characterData: true}) }")
        drawn = view.renders(lambda: page.wait_for_timeout(3000))
        assert drawn <= 1 and view.ask("window.changes") == 0, f"at rest nothing is drawn: {drawn}"
        page.select_option("#option-units", "metric")
        assert view.ask(lines) == 0 and not page.locator("#grid").is_visible()
        assert not view.errors, view.errors


def links(stage):
    """The address is that of the place: a reload shows it again, Back goes back; none of the box's positions is kept in it. Search."""
    stage.box.ask("/v1/regions", "POST", circle("harbour", HOME[0] + 0.03, HOME[1], 300))
    with tab(stage.browser, stage.box.url) as view:
        view.open()
        page = view.page
        view.until("location.hash.endsWith('/follow')", "while it follows, the address has no place")

        def search(text, why):
            page.fill("#search-text", text)
            view.until("document.querySelectorAll('#search-results [role=option]').length >= 1 && !document.querySelector('#search-results').hidden", why)

        for text in ("43.73, 7.42", "N 43° 43.8' E 7° 25.2'"):
            search(text, "a coordinate is a place")
            page.keyboard.press("Enter")
            view.until(f"Math.abs({MAP}.getCenter().lat - 43.73) < 1e-3 && Math.abs({MAP}.getCenter().lng - 7.42) < 1e-3", "the map shows it")
        view.until("location.hash.includes('/43.73')", "the address is that of the place")
        address = view.ask("location.hash")
        page.reload()
        view.live()
        view.idle()
        assert abs(view.center()[1] - 43.73) < 1e-3 and view.ask("location.hash") == address, "a reload shows the same"
        assert view.ask("document.querySelector('#tracking').dataset.mode") == "none"

        search("harb", "regions are found")
        assert page.locator("#search-results li").first.inner_text().split() == ["harbour", "Region"]
        page.keyboard.press("Enter")
        view.until(f"Math.abs({MAP}.getCenter().lat - {HOME[0] + 0.03}) < 1e-3", "the map shows the region")
        view.until("location.hash.includes('/47.17')", "the address follows")
        page.go_back()
        view.until(f"Math.abs({MAP}.getCenter().lat - 43.73) < 1e-3", "Back goes back")

        page.route("**/v1/search?*", lambda route: route.fulfill(json={"results": [
            {**VADUZ, "name": "Städtle", "subThoroughfare": None, "coordinate": {"latitude": 47.14, "longitude": 9.52}}]}))
        search("städtle", "a street is found")
        assert page.locator("#search-results strong, #search-results .strong").first.inner_text() == "Städtle", "it has its own name, not its city's"
        # A place of which the daemon knows nothing is no fault of the page.
        assert not [error for error in view.errors if "404" not in error], view.errors


def late(stage):
    """A daemon that answers late, in a window that is larger than the world: the map comes to the box all the same, and not to the equator."""
    with tab(stage.browser, stage.box.url, width=2560, height=1300) as view:
        held = []
        view.page.route("**/v1/status", lambda route: held.append(route))
        view.open(wait=False)
        view.live()
        view.until(f"Math.abs({MAP}.getCenter().lat - {HOME[0]}) < 1e-3 && {MAP}.getZoom() > 9", "the map shows the box")
        for route in held:
            route.abort()
        view.page.unroute_all(behavior="wait")


def phone(stage):
    """A phone: a form leaves most of the map, a crosshair shows the middle, and fingers hit what they want; the instruments fit."""
    with tab(stage.browser, stage.box.url, width=360, height=740, has_touch=True) as view:
        view.open()
        page = view.page
        page.click("#sheet-handle")
        page.click("#regions >> text=New circle")
        top = view.ask("document.querySelector('#panel').getBoundingClientRect().top")
        stage.note(f"{top / 740:.0%} of the screen are above the form")
        assert top >= 740 * 0.55, top
        assert page.locator("#crosshair").is_visible()
        cross = view.ask("(() => { const { x, y, width, height } = document.querySelector('#crosshair').getBoundingClientRect(); return [x + width / 2, y + height / 2] })()")
        x, y = view.pixel(*view.center())
        assert abs(cross[0] - x) < 3 and abs(cross[1] - y) < 3, f"the crosshair is where the middle is: {cross} {x} {y}"
        page.click("text=Use the middle of the map")
        page.fill("#region-name", "here")
        if stage.options.pictures:
            page.screenshot(path=stage.options.pictures / "phone-drawing.png")
        page.click(".more-button")
        box = page.locator("#region-entry").bounding_box()
        assert box["width"] >= 24 and box["height"] >= 24, box
        page.click("text=Save")
        view.until("document.body.dataset.regions === '1'", "the region is saved")
        page.click("#sheet-handle")
        link = page.locator("#attribution a").bounding_box()
        assert link["height"] >= 24, link
        page.click("#instruments-button")
        small = view.ask("[...document.querySelectorAll('#instruments strong, #instrument-position')].filter((value) => parseFloat(getComputedStyle(value).fontSize) < 30).map(({ id, parentElement }) => id || parentElement.className)")
        assert not small, f"smaller than what can be read from 1.6 m: {small}"
        # The line is broken between latitude and longitude alone.
        rows = view.ask("[...document.querySelectorAll('#instrument-position .half')].map((half) => half.getClientRects()[0].height / parseFloat(getComputedStyle(half).fontSize))")
        assert len(rows) == 2 and max(rows) < 1.6, f"the position is broken inside of a number: {rows}"
        line = page.locator("#instruments").bounding_box()
        assert line["x"] >= 0 and line["x"] + line["width"] <= 360 and line["height"] < 240, line
        assert view.ask(f"{MAP}.getPadding().top") >= line["height"] - 1, "the map centres on what is left below them"
        wide = view.ask("[...document.querySelectorAll('#instruments *')].filter((part) => part.getBoundingClientRect().right > 360).map((part) => part.className || part.id)")
        assert not wide, wide
        # They grow by a row, where the speed takes more room, and nothing lies upon them for that.
        for speed in (1.0, 55.0):
            stage.box.receiver.go(*HOME, speed)
            view.until(f"document.querySelector('#instruments .speed strong').textContent.startsWith('{speed * 3.6:.3g}')", "the speed is told", 15)
            bottom = "document.querySelector('#instruments').getBoundingClientRect().bottom"
            for part in ("#foot", "#controls"):
                view.until(f"document.querySelector('{part}').getBoundingClientRect().top >= {bottom}", f"{part} is below the instruments", 5)
        if stage.options.pictures:
            page.screenshot(path=stage.options.pictures / "phone-instruments.png")
        assert not view.errors, view.errors
