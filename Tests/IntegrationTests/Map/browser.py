"""A real Chromium, and what the scenarios ask of it."""

import time
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

# A limit says what a quiet machine may take. A busy one, on which several suites draw, gets so many times as long, as in the tests'
# `poll`; no wait that succeeds lasts longer by that.
BUSY = 6

GRAPHICS = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
NO_GRAPHICS = ["--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis"]

# So long the button is held for a long press (map/view/mapGestures.js).
LONG_PRESS_MS = 550

# When a press and its release happened, as the page is told, and when it is.
NOTE_PRESSES = """for (const kind of ['mousedown', 'mouseup'])
    addEventListener(kind, ({ timeStamp }) => { window[`${kind}At`] = [timeStamp, performance.now()] }, true)"""

# Whether three frames in a row have been drawn with all tiles, within five seconds.
IS_DRAWN = """new Promise((tell) => {
    const { map } = document.querySelector('#map')
    const end = performance.now() + 5000
    let frames = 0
    const look = () => {
        frames = map.areTilesLoaded() && !map.isMoving() ? frames + 1 : 0
        if (frames === 3 || performance.now() > end) return tell(frames === 3)
        map.once('render', look)
        map.triggerRepaint()
    }
    look()
    // A page that draws nothing, because it is hidden, never comes here again.
    setTimeout(() => tell(false), 6000)
})"""


class Tab:
    """A page under test: it keeps errors, dialogs and requests, and waits by asking, since the page forbids `eval`."""

    def __init__(self, context, url):
        self.url = url
        self.page = context.new_page()
        self.page.add_init_script(NOTE_PRESSES)
        self.errors = []
        self.dialogs = []
        self.requests = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("dialog", self._dialog)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _dialog(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def ask(self, expression, argument=None):
        return self.page.evaluate(expression, argument)

    def until(self, expression, why, seconds=60.0):
        """Waits until JavaScript says something true, and gives it. `seconds` are what a quiet machine may take."""
        return self.eventually(lambda: self.ask(expression), f"{why} ({expression})", seconds)

    def eventually(self, condition, why, seconds=60.0):
        """Likewise for something beside the page, while the page goes on."""
        limit = seconds * BUSY
        end = time.monotonic() + limit
        while not (value := condition()):
            if time.monotonic() > end:
                shown = self.ask("[...document.querySelectorAll('.callout, #notices, #here-badge')].map((part) => part.textContent)")
                raise AssertionError(f"after {limit:.0f} s still not: {why}; the page says {shown}")
            self.page.wait_for_timeout(30)
        return value

    def open(self, wait=True):
        self.page.goto(self.url)
        if wait:
            self.live()
            self.idle()
        return self

    def live(self, seconds=60.0):
        self.until("document.body.dataset.connection === 'live'", "the page hears from the daemon", seconds)

    def idle(self):
        """Waits until the map is drawn: it says that it is idle, or all its tiles have been there for three frames, and it has not moved. On a busy
        machine something else on the map, such as the way, may change before it is idle."""
        limit = 60 * BUSY
        end, asked = time.monotonic() + limit, time.monotonic()
        while not self.ask("document.querySelector('#map').dataset.idle"):
            if time.monotonic() > end:
                state = self.ask("(({ map }) => ({ isMoving: map.isMoving(), hasTiles: map.areTilesLoaded(), isLoaded: map.loaded() }))(document.querySelector('#map'))")
                raise AssertionError(f"after {limit} s the map is not drawn: {state}")
            if time.monotonic() - asked > 1:
                if self.ask(IS_DRAWN):
                    return
                asked = time.monotonic()
            self.page.wait_for_timeout(30)

    def set_hidden(self, is_hidden):
        """Puts the tab into the background, or brings it back."""
        self.ask("(value) => void Object.defineProperty(document, 'hidden', { value, configurable: true })", is_hidden)
        self.ask("void document.dispatchEvent(new Event('visibilitychange'))")

    def text(self, selector):
        return self.page.locator(selector).inner_text()

    def stop_following(self):
        """Before the map is sent elsewhere: while it follows, each state of the box may send it back."""
        assert self.ask("document.querySelector('#tracking').dataset.mode") != "none", "it does not follow"
        self.page.click("#tracking")

    def center(self):
        return self.ask("(() => { const { lng, lat } = document.querySelector('#map').map.getCenter(); return [lng, lat] })()")

    def until_centered(self, latitude, why):
        """Waits until the map has gone to the box. What is left of a pixel at the end of its way is not drawn, and a pixel of zoom 10 has 52 m."""
        self.until(f"Math.abs(document.querySelector('#map').map.getCenter().lat - {latitude}) < 1e-3", why)

    def at_rest(self):
        """Waits until the map is drawn no more: for longer than the page waits with the rest of a step, or with the way."""
        limit = 60 * BUSY
        end = time.monotonic() + limit
        while self.renders(lambda: self.page.wait_for_timeout(3000)) > 0:
            if time.monotonic() > end:
                raise AssertionError(f"after {limit} s the map is still drawn")

    def renders(self, act):
        """How often the map is drawn while something is done."""
        self.ask("""() => {
            const { map } = document.querySelector('#map')
            if (window.renders === undefined) map.on('render', () => { window.renders += 1 })
            window.renders = 0
        }""")
        act()
        return self.ask("window.renders")

    def pixel(self, longitude, latitude):
        """Where a place is in the window."""
        return self.ask("([lng, lat]) => { const { x, y } = document.querySelector('#map').map.project([lng, lat]); return [x, y] }", [longitude, latitude])

    def ground(self, longitude, latitude):
        """The layer that fills the map at a place: the topmost one."""
        return self.ask(
            """(place) => {
                const { map } = document.querySelector('#map')
                return map.queryRenderedFeatures(map.project(place)).find(({ layer }) => layer.type === 'fill')?.layer.id ?? 'background'
            }""", [longitude, latitude])

    def press(self, longitude, latitude, hold=0):
        """A click on a place of the map, where nothing is drawn, or a long press."""
        x, y = self.pixel(longitude, latitude)
        if hold:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.wait_for_timeout(hold)
            self.page.mouse.up()
            return
        asked = len(self.requests)
        while max(self._click(x, y)) >= LONG_PRESS_MS - 50:
            # The page may have asked what is there, which the next click takes back.
            del self.requests[asked:]

    def draw(self, x, y):
        """A click where a region is drawn: the page takes no long press for one."""
        while self._click(x, y)[0] >= LONG_PRESS_MS:
            pass

    def _click(self, x, y):
        """A click in one go, and for how many milliseconds the button was held: as the page was told, and as it saw. On a busy machine that can be
        half a second, and no click any more."""
        self.page.mouse.click(x, y)
        # Two clicks in quick succession would be one that zooms.
        self.page.wait_for_timeout(350)
        return self.ask("[0, 1].map((clock) => window.mouseupAt[clock] - window.mousedownAt[clock])")

    def corners(self, *places):
        """Clicks on a polygon's corners, each when the one before it is there."""
        for count, (x, y) in enumerate(places, 1):
            self.draw(x, y)
            self.until(f"document.querySelectorAll('.handle').length === {count}", f"corner {count} is there")

    def frames_per_second(self, seconds=3.0):
        return self.ask(
            """(ms) => new Promise((done) => {
                let frames = 0
                const start = performance.now()
                const count = (now) => { frames += 1; if (now - start < ms) requestAnimationFrame(count); else done(frames * 1000 / (now - start)) }
                requestAnimationFrame(count)
            })""", seconds * 1000)

    def close(self):
        self.page.close()


@contextmanager
def _launched(kind, graphics, executable):
    """A browser with a profile that is new."""
    browser = kind.launch(
        executable_path=executable,
        args=[*(GRAPHICS if graphics else NO_GRAPHICS), "--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc", "--force-color-profile=srgb"])
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def chromium(graphics=True, executable="/usr/bin/chromium"):
    with sync_playwright() as playwright, _launched(playwright.chromium, graphics, executable) as browser:
        yield browser


def another(browser, executable):
    """One more browser beside this one: nothing is in its caches, and its processes work for nobody else."""
    return _launched(browser.browser_type, True, executable)


@contextmanager
def tab(browser, url, width=1280, height=800, dark=False, locale="en-GB", cookies=None, reduced_motion="no-preference", **more):
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", locale=locale, timezone_id="Europe/Vaduz",
        reduced_motion=reduced_motion, **more)
    # A click waits for what it clicks on, and another page for its server: on a busy machine longer than the 30 s that are the default.
    context.set_default_timeout(120_000)
    try:
        yield Tab(context, url)
    finally:
        context.close()
