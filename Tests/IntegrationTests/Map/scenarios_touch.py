"""What a click or a finger on the map and its buttons finds."""

import json
import re

from box import box
from browser import tab
from world import HOME, circle, straight

# Latitude, longitude, arrival and departure of a stay of 33 minutes.
VISIT = (HOME[0] + 0.02, HOME[1], -9000, -7000)
MAP = "document.querySelector('#map').map"
# In CSS pixels: what a finger hits without looking twice, by the guidelines of those who make phones.
FINGER = 44

# How large each control is to a finger: from its middle on, as far as a touch still finds it or its label. What pads it counts, and
# what lies over it does not.
SIZES = """() => {
    const least = 60
    // A pin goes with the map, below the panel, the buttons and the scale, which is at the top of a phone, and out of the window.
    const [panel, scale] = ["#panel", "#foot"].map((name) => document.querySelector(name).getBoundingClientRect())
    const isInTheOpen = ({ left, right, top, bottom }) =>
        left > 20 && right < innerWidth - 80 && top > Math.max(80, scale.bottom + 20) && bottom < panel.top - 20
    const controls = [...document.querySelectorAll("button, a[href], input, select, summary, [role=option], .handle")].filter((control) =>
        control.checkVisibility({ visibilityProperty: true }) && !control.disabled && !control.closest(".hidden")
        && (!control.matches(".maplibregl-marker") || isInTheOpen(control.getBoundingClientRect())))
    return controls.map((control) => {
        // The map itself must not be scrolled.
        if (control.closest("#panel")) control.scrollIntoView({ block: "center", inline: "nearest" })
        const label = control.closest("label")
        const { x, y, width, height } = control.getBoundingClientRect()
        const finds = (right, down) => {
            const hit = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)
            return hit !== null && (control.contains(hit) || (label?.contains(hit) ?? false))
        }
        const reach = (right, down) => {
            let steps = 0
            while (steps < least && finds((steps + 1) * right, (steps + 1) * down)) steps += 1
            return steps
        }
        return { what: control.outerHTML.slice(0, 90), found: finds(0, 0), width: reach(-1, 0) + reach(1, 0) + 1, height: reach(0, -1) + reach(0, 1) + 1 }
    })
}"""


def _small(view):
    """The controls that a finger misses."""
    return [size for size in view.ask(SIZES) if not size["found"] or size["width"] < FINGER or size["height"] < FINGER]


def fingers(stage):
    """On a phone each button, link, field and pin is at least 44 pixels wide and high to a finger, whatever is open."""
    missed = {}
    track, harbour = straight(-600, 599, HOME[0] - 0.06, 0.06), circle("harbour", HOME[0] - 0.03, HOME[1], 300)
    with box(stage, track=track, visits=[VISIT], regions=[harbour], configuration="[Track]\nKeep=disk\n") as real, \
            tab(stage.browser, real.url, width=360, height=740, has_touch=True) as view:
        real.ask("/v1/regions", "POST", circle("home", *HOME, 700))
        # Only a box that moves has a heading to turn the map by.
        real.receiver.drive(600 * 4.79e-6, 600 * 5.90e-6, 600, speed=1.39)
        view.open()
        page = view.page
        view.until("document.querySelectorAll('#regions .row').length === 2", "the regions are told")
        view.until("document.querySelector('#here-regions').textContent.includes('home')", "it is told that the box is in one")

        def look(state):
            for size in _small(view):
                missed.setdefault(size["what"], f"{state}: {size['width']} × {size['height']}, {'found' if size['found'] else 'covered'}")

        look("closed")
        page.click("#heading")
        view.until("!document.querySelector('#north').hidden", "the map is turned")
        look("turned")
        page.click("#north")
        view.until("document.querySelector('#north').hidden", "the north is up")
        page.click("#instruments-button")
        look("instruments")
        page.click("#instruments-button")
        page.fill("#search-text", "a")
        view.until("document.querySelectorAll('#search-results [role=option]').length > 1", "places are found")
        look("search")
        page.keyboard.press("Escape")
        page.fill("#search-text", "")
        page.click("#sheet-handle")
        for name in ("regions", "visits", "way", "trip", "options"):
            page.click(f"#tab-{name}")
            if name == "way":
                view.until("document.body.dataset.days === '1'", "a day has a way")
                look("way")
                page.locator(".calendar button").first.click()
                view.until("document.body.dataset.day", "the day is shown")
            look(name)
        page.click("#tab-way")
        page.click("text=Close the day")
        page.click("#tab-regions")
        page.click("#regions .row:has-text('home')")
        page.locator(".callout").wait_for()
        page.wait_for_timeout(2600)
        look("region")
        page.keyboard.press("Escape")
        view.ask(f"void {MAP}.jumpTo({{center: [{HOME[1]}, {HOME[0] + 0.02}], zoom: 14}})")
        page.wait_for_timeout(300)
        look("pin")
        page.click("#sheet-handle")
        page.click("#regions .row:has-text('home')")
        page.wait_for_timeout(2600)
        # Its callout is to be seen and pressed, and would lie below the sheet.
        assert page.locator("#sheet-handle").get_attribute("aria-expanded") == "false"
        page.click(".callout >> text=Change")
        page.wait_for_timeout(600)
        look("drawing")
        page.click(".more-button")
        look("drawing, with more")
    stage.note(f"{len(missed)} are too small")
    assert not missed, missed


# Longitude, latitude and zoom of what the made-up basemap has: a town, two lakes, a river, a street, a port, an airport, a state.
NAMED = (
    (9.37, 47.42, 8, "St. Gallen"), (9.4, 47.57, 8, "Lake Constance"), (9.2, 47.14, 9, "Walensee"),
    (12.45, 47.5, 9, "Salzach"), (12.45, 47.8, 13, "Alte Landstraße"), (12.45, 47.65, 9, "Port of Seeham"),
    (12.45, 47.95, 9, "Salzburg Airport"), (12.45, 48.1, 7, "Salzburg"),
)


def _look_at(view, longitude, latitude, zoom, name):
    """Goes there, and waits until nothing else than this is written in the middle: names are placed some frames after the rest, and until
    then MapLibre finds those that were in the middle before."""
    view.ask(f"void {MAP}.jumpTo({{center: [{longitude}, {latitude}], zoom: {zoom}, bearing: 0}})")
    view.idle()
    x, y = view.pixel(longitude, latitude)
    reach = 8
    is_wanted = f"Object.values(properties).some((value) => String(value).includes({json.dumps(name)}))" if name else "false"
    view.until(
        f"{MAP}.queryRenderedFeatures([[{x - reach}, {y - reach}], [{x + reach}, {y + reach}]])"
        f".every(({{ layer, properties }}) => layer.type !== 'symbol' || {is_wanted})", f"no other name than {name} is written there")


def click_names(stage):
    """A click on what has a name, or on the dot, says it, and its callout leads on: copy, a region here. Where nothing has a name it asks nothing."""
    with tab(stage.browser, stage.box.url, permissions=["clipboard-read", "clipboard-write"]) as view:
        view.open()
        page = view.page
        view.stop_following()
        for longitude, latitude, zoom, name in NAMED:
            _look_at(view, longitude, latitude, zoom, name)
            view.press(longitude, latitude)
            view.until(f"document.querySelector('.callout .strong')?.textContent.includes('{name}')", f"{name} says its name")
            text = view.text(".callout")
            assert re.search(r"\d k?m, \d{3}° from the box", text), f"how far and in which direction it is: {text}"
            assert page.locator(".callout button").all_inner_texts() == ["Copy", "New region here"], text
            if name == "St. Gallen":
                page.click(".callout >> text=Copy")
                view.until("document.querySelector('#notices').textContent.startsWith('Copied')", "the position is copied")
                latitude_copied, longitude_copied = (float(part) for part in view.ask("navigator.clipboard.readText()").split(","))
                assert abs(latitude_copied - latitude) < 0.01 and abs(longitude_copied - longitude) < 0.01, "the town's own position, not the pointer's"
            page.keyboard.press("Escape")
            view.until("!document.querySelector('.callout')", "Escape closes it")
        questions = lambda: len([url for url in view.requests if "/v1/reverse" in url])
        asked = questions()
        assert asked == len(NAMED), f"each click asks once: {asked}"
        _look_at(view, 2.0, 50.0, 8, None)
        view.press(2.0, 50.0)
        page.wait_for_timeout(600)
        assert not page.locator(".callout").count() and asked == questions()
        _late_answer(view)
        view.ask(f"void {MAP}.jumpTo({{center: [{HOME[1]}, {HOME[0]}], zoom: 12}})")
        view.idle()
        view.press(HOME[1], HOME[0])
        view.until("document.querySelector('.callout')?.textContent.includes('The box is here.')", "a click on the dot tells what is here")
        page.keyboard.press("Escape")
        view.until("!document.querySelector('.callout')", "Escape closes it")

        _look_at(view, 9.37, 47.42, 8, "St. Gallen")
        view.press(9.37, 47.42)
        page.click(".callout >> text=New region here")
        view.until("document.querySelectorAll('.handle').length === 2", "a circle is begun there")
        assert page.locator("#region-name").is_visible()
        assert not view.errors, view.errors


def _late_answer(view):
    """A question is given up when something else is asked for, and with Escape."""
    page = view.page
    held, given_up = [], []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    page.route("**/v1/reverse?*", lambda route: route.continue_() if held else held.append(route))
    (*first, first_name), (*second, second_name) = NAMED[0], NAMED[3]
    _look_at(view, *first, first_name)
    # A long press would ask as well.
    page.mouse.click(*view.pixel(*first[:2]))
    view.eventually(lambda: held, "the first click asks")
    _look_at(view, *second, second_name)
    view.press(*second[:2])
    view.eventually(lambda: held[0].request.url in given_up, "a question that is superseded is given up")
    view.until(f"document.querySelector('.callout .strong')?.textContent.includes('{second_name}')", f"{second_name} says its name")
    page.keyboard.press("Escape")
    view.until("!document.querySelector('.callout')", "Escape closes it")
    held.clear()
    page.mouse.click(*view.pixel(*second[:2]))
    view.eventually(lambda: held, "a click asks")
    page.keyboard.press("Escape")
    view.eventually(lambda: held[0].request.url in given_up, "Escape gives the question up")
    page.unroute_all(behavior="ignoreErrors")


def callouts(stage):
    """From a region and a visit one goes on as from a place: what is here, copy; what stands in a file cannot be changed."""
    harbour = circle("harbour", HOME[0] + 0.01, HOME[1], 300)
    with box(stage, visits=[VISIT], regions=[harbour], configuration="[Track]\nKeep=memory\n") as real, \
            tab(stage.browser, real.url, permissions=["clipboard-read", "clipboard-write"]) as view:
        real.ask("/v1/regions", "POST", circle("home", HOME[0] - 0.01, HOME[1], 300))
        view.open()
        page = view.page
        buttons = lambda: page.locator(".callout button").all_inner_texts()
        page.click("#regions .row:has-text('harbour')")
        page.locator(".callout").wait_for()
        assert buttons() == ["What is here?", "Copy"] and "It comes from a file" in view.text(".callout"), view.text(".callout")
        assert "from the box" in view.text(".callout")
        page.click("#regions .row:has-text('home')")
        view.until("document.querySelector('.callout')?.textContent.includes('home')", "the other region is told")
        assert buttons() == ["Change", "Remove", "What is here?", "Copy"], buttons()
        page.click(".callout >> text=Copy")
        view.until("document.querySelector('#notices').textContent.startsWith('Copied')", "its position is copied")
        assert view.ask("navigator.clipboard.readText()").startswith("47.131"), view.ask("navigator.clipboard.readText()")
        page.click("#tab-visits")
        page.locator("#visits .row").first.click()
        view.until("document.querySelector('.callout')?.textContent.includes('33 min')", "the visit is told")
        assert buttons() == ["What is here?", "Copy"], buttons()
        page.click(".callout >> text=What is here?")
        place = real.ask(f"/v1/reverse?latitude={VISIT[0]}&longitude={VISIT[1]}")
        view.until(f"document.querySelector('.callout')?.textContent.includes('{place['fullAddress']}')", "the place is told")
        assert not view.errors, view.errors
