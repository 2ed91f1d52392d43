"""The instruments of a skipper, and what goes with them: a night, drawing under way, keys, the pole."""

from box import box
from browser import tab
from world import HOME, location

MAP = "document.querySelector('#map').map"


def helm(stage):
    """The instruments in every unit and form, the night, drawing while the map follows, notices, a thinned way."""
    # A steady course, thinned: a point in ten minutes. It is one way (fault of issue 30, item 3).
    track = [location(HOME[0] - 0.05 + index * 0.01, HOME[1], -2460 + index * 600) for index in range(5)]
    track[0]["startsSegment"] = True
    with box(stage, track=track, configuration="[Track]\nKeep=disk\n") as real:
        real.receiver.satellites = 9, 14
        with tab(stage.browser, real.url, permissions=["clipboard-read", "clipboard-write"]) as view:
            view.open()
            _thinned(view, [point["coordinate"]["latitude"] for point in track])
            _instruments(stage, real, view)
            _drawing(real, view)
            _keys(view)
            assert not view.errors, view.errors
    _pole(stage)


def _thinned(view, latitudes):
    view.until("Number(document.body.dataset.track) >= 6", "the way is there")
    view.until(
        f"{MAP}.getSource('track-recent').serialize().data.features.some(({{ geometry: {{ coordinates }} }}) => "
        f"{latitudes}.every((latitude) => coordinates.some((place) => Math.abs(place[1] - latitude) < 1e-6)))",
        "points of one segment are one line")


def _instruments(stage, real, view):
    """Each value in its units, large enough; the position in each form, copied by a tap; red at night."""
    page = view.page
    assert not page.locator("#instruments").is_visible()
    page.keyboard.press("i")
    accuracy = real.ask("/v1/status")["location"]["horizontalAccuracy"]

    def shows(name, words):
        view.until(f"document.querySelector('#instruments .{name} strong').textContent === '{words}'", f"{name} is {words}")

    shows("altitude", "455 m")
    shows("accuracy", f"{accuracy:.0f} m")
    shows("satellites", "9 of 14")
    small = view.ask("[...document.querySelectorAll('#instruments strong, #instrument-position')].filter((value) => parseFloat(getComputedStyle(value).fontSize) < 38).map(({ id, parentElement }) => id || parentElement.className)")
    assert not small, f"smaller than what can be read from two metres, digits of 10 mm, at 96 pixels an inch: {small}"
    page.click("#tab-options")
    page.select_option("#option-form", "minutes")
    page.click("#instrument-position")
    view.until("document.querySelector('#notices').textContent.startsWith('Copied')", "a tap copies the position")
    assert view.ask("navigator.clipboard.readText()") == "47° 08.460' N 009° 31.290' E"
    page.select_option("#option-form", "utm")
    assert page.locator("#instrument-position").inner_text().startswith("32T 5395"), page.locator("#instrument-position").inner_text()

    # To the northeast at 50 km/h.
    real.receiver.drive(600 * 4.79e-5, 600 * 5.90e-5, 600)
    for units, speed in (("metric", "50 km/h"), ("imperial", "31 mph"), ("nautical", "27 kn")):
        page.select_option("#option-units", units)
        shows("speed", speed)
        shows("course", "040°")
    real.receiver.rest()

    # Notices do not swallow taps.
    assert view.ask("getComputedStyle(document.querySelector('#notices')).pointerEvents") == "none"

    page.select_option("#option-appearance", "night")
    view.eventually(lambda: _is_red(page.screenshot()), "at night there is nothing but red")
    if stage.options.pictures:
        page.screenshot(path=stage.options.pictures / "night.png")
    page.select_option("#option-appearance", "light")


def _drawing(real, view):
    """While one draws, the map stays where it is, and follows again afterwards."""
    page = view.page
    page.click("#tab-regions")
    # From afar the page draws a short piece of way only with the next one.
    view.ask(f"void {MAP}.jumpTo({{ zoom: 13 }})")
    page.click("#regions >> text=New circle")
    before = view.center()
    last = real.receiver.drive(0.01, 0, 10)[-1]
    view.until(
        f"{MAP}.getSource('track-recent').serialize().data.features.some(({{ geometry: {{ coordinates }} }}) => Math.abs(coordinates.at(-1)[1] - {last[0]}) < 2e-7)",
        "it has heard of the new position")
    page.wait_for_timeout(1200)
    assert view.center() == before, "the map does not move under the finger"
    page.keyboard.press("Escape")
    view.until_centered(last[0], "it follows again")


def _keys(view):
    """Keys without a focus on the map; R moves the focus to the answer and back."""
    page = view.page
    view.ask("document.activeElement.blur()")
    zoom = view.ask(f"{MAP}.getZoom()")
    page.keyboard.press("+")
    view.until(f"Math.abs({MAP}.getZoom() - {zoom} - 1) < 0.01", "+ zooms")
    page.keyboard.press("-")
    view.until(f"Math.abs({MAP}.getZoom() - {zoom}) < 0.01", "- zooms")

    # The pin goes with the answer.
    page.locator("#tab-visits").focus()
    page.keyboard.press("r")
    view.until("document.activeElement.classList.contains('callout')", "the answer has the focus")
    assert "from the box" in view.text(".callout") or "The box is here" in view.text(".callout"), view.text(".callout")
    font = view.ask("(() => { const style = getComputedStyle(document.querySelector('.callout p')); return [style.fontFamily, parseFloat(style.fontSize)] })()")
    assert "Helvetica" not in font[0] and font[1] >= 14, font
    assert page.locator(".pin.place").count() == 1
    page.keyboard.press("Escape")
    view.until("!document.querySelector('.pin.place')", "the pin is gone with its callout")
    assert view.ask("document.activeElement.id") == "tab-visits"


def _is_red(picture):
    from io import BytesIO

    from PIL import Image

    _, green, blue = Image.open(BytesIO(picture)).convert("RGB").split()
    return max(green.getextrema()[1], blue.getextrema()[1]) <= 2


def _pole(stage):
    """Beyond 85°, where a Mercator map has nothing, the dot is at its edge, and the page says so."""
    with box(stage, near=(89.0, 30.0), configuration="[Track]\nKeep=memory\n") as real, tab(stage.browser, real.url) as view:
        view.open()
        view.until("!document.querySelector('#here-edge').hidden", "it is said that the map ends before the box")
        view.until("(() => { const { x, y } = document.querySelector('.user-dot').getBoundingClientRect(); return x > 0 && y >= -20 && x < innerWidth && y < innerHeight })()", "the dot is in the window")
        assert not view.errors, view.errors


def satellites(stage):
    """The instruments say how many satellites the fix was made of, as long as the receiver tells of them."""
    receiver = stage.box.receiver
    with tab(stage.browser, stage.box.url) as view:
        # On foot: of a box at rest the page hears each fifteen seconds.
        receiver.drive(600 * 4.79e-6, 600 * 5.90e-6, 600, speed=1.39)
        view.open()
        view.page.keyboard.press("i")
        shown = "document.querySelector('#instruments .satellites strong').textContent"
        view.until("document.querySelector('#instruments .age strong').textContent === 'now'", "there is a fix")
        unknown = view.ask(shown)
        assert not any(letter.isdigit() for letter in unknown), unknown
        for count, words in (((9, 14), "9 of 14"), ((0, 3), "0 of 3"), (None, unknown)):
            receiver.satellites = count
            view.until(f"{shown} === '{words}'", f"{words or 'nothing'} is shown")
        view.until("document.querySelector('#instruments .age strong').textContent === 'now'", "there is a fix still")
        assert not view.errors, view.errors


def compass(stage):
    """A compass says where the box points, and beside it stand the heading from magnetic north and the declination; a course is no heading."""
    stage.world.heading = {"trueHeading": 40.0, "magneticHeading": 36.6, "declination": 3.4, "origin": "compass", "age": 0.1}
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        view.page.keyboard.press("i")
        heading = "document.querySelector('#instruments .heading')"
        for report, words, beside in (
                (None, "040°", "HDG 037° M, 3.4° E"),
                ({"magneticHeading": 359.6, "origin": "compass", "age": 0}, "000° M", "HDG"),
                ({"trueHeading": 7.4, "magneticHeading": 354.0, "declination": -0.2, "declinationSuspect": True, "origin": "compass", "age": 0},
                 "007°", "HDG 354° M, about 0.2° W")):
            if report:
                stage.world.say("heading", heading=report)
            view.until(f"{heading}.querySelector('strong').textContent === '{words}'", f"the heading is {words}")
            view.until(f"{heading}.querySelector('span').textContent === '{beside}'", f"beside it stands {beside}")
        stage.world.say("heading", heading={"trueHeading": 7.4, "origin": "course", "age": 0})
        view.until(f"{heading}.hidden", "without a compass there is none")
        assert not view.errors, view.errors
