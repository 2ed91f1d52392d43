"""Another web page in the same browser, which tries to get at the map with what the user's browser has of it (fault 75)."""

import http.server
import threading
from contextlib import contextmanager


class _Page(http.server.BaseHTTPRequestHandler):
    # The heads of all requests: what a browser gives to another user's server on this machine.
    heads = []

    def do_GET(self):
        self.heads.append(str(self.headers))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Another page</title>")

    def log_message(self, *_):
        pass


@contextmanager
def _site():
    """A port of the same host: for a browser the same site, to which it would give the host's cookies."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()


# Each way in which a page can use another one; what it got, or nothing.
ATTEMPTS = """
    async (map) => {
        const got = {}
        const loaded = (tag, more) => new Promise((done) => {
            const element = Object.assign(document.createElement(tag), more, { onload: () => done(element), onerror: () => done(undefined) })
            document.body.append(element)
        })
        for (const path of ['', 'map.json', 'v1/status', 'v1/track?since=24h', 'tiles/world.pmtiles']) {
            got['fetch ' + path] = await fetch(map + path, { credentials: 'include' }).then((answer) => answer.text(), () => undefined)
            const blind = await fetch(map + path, { mode: 'no-cors', credentials: 'include' }).then((answer) => answer.text(), () => undefined)
            got['blind fetch ' + path] = blind || undefined
        }
        got.script = await loaded('script', { src: map + 'page/main.js' })
        got.style = await loaded('link', { rel: 'stylesheet', href: map + 'page/page.css' })
        got.picture = await loaded('img', { src: map + 'page/icon.svg' })
        got.events = await new Promise((done) => {
            const events = new EventSource(map + 'v1/events', { withCredentials: true })
            events.onopen = events.onmessage = () => done('open')
            events.onerror = () => done(undefined)
        })
        const frame = await loaded('iframe', { src: map })
        try { got.frame = frame?.contentWindow.document.body.textContent || undefined } catch { got.frame = undefined }
        await fetch(map + 'v1/regions', { method: 'POST', mode: 'no-cors', credentials: 'include', body: JSON.stringify(
            { type: 'Feature', properties: { identifier: 'attack', radius: 900 }, geometry: { type: 'Point', coordinates: [9.52, 47.14] } }) }).catch(() => {})
        const window_ = open(map)
        got.window = await new Promise((done) => setTimeout(() => {
            try { done(window_?.document?.body?.textContent || undefined) } catch { done(undefined) }
        }, 500))
        window_?.close()
        return Object.entries(got).filter(([, value]) => value !== undefined).map(([name]) => name)
    }
"""


class _Wire:
    """What the browser has sent to the map for a page, and the answers' statuses: also where it keeps them from the page."""

    def __init__(self, page, map_url):
        self.urls, self.statuses = {}, {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", lambda event: self.urls.update({event["requestId"]: event["request"]["url"]})
                   if event["request"]["url"].startswith(map_url) else None)
        session.on("Network.responseReceivedExtraInfo", lambda event: self.statuses.update({event["requestId"]: event["statusCode"]}))
        session.send("Network.enable")

    def answers(self):
        return [(self.urls[request], self.statuses.get(request)) for request in self.urls]


def attack(view):
    """Nothing of the map reaches another page or its server, neither what is on it nor what opens it."""
    map_url = view.ask("location.origin") + "/"
    secret = view.ask("localStorage.getItem('placemark-map-session')")
    assert len(secret or "") == 64, "there is no session that could be stolen"
    _Page.heads.clear()
    with _site() as address:
        page = view.page.context.new_page()
        page.goto(address)
        wire = _Wire(page, map_url)
        got = page.evaluate(ATTEMPTS, map_url)
        assert not got, f"another page got at: {got}"
        refused = [url for url, status in wire.answers() if status == 403]
        served = [(url, status) for url, status in wire.answers() if status not in (403, None)]
        assert not served, f"the server answered another page: {served}"
        assert len(refused) >= 14, f"too few attempts have reached the server: {wire.answers()}"
        assert page.evaluate("localStorage.length + document.cookie.length") == 0, "another page finds something that the map has kept"
        assert not page.context.cookies(), f"the map has cookies: {page.context.cookies()}"
        told = [head for head in _Page.heads if "cookie" in head.lower() or secret in head]
        assert _Page.heads and not told, f"the browser tells another server: {told}"
        page.close()
    regions = view.ask("(session) => fetch('/v1/shapes', { headers: { 'Map-Session': session } }).then((answer) => answer.text())", secret)
    assert "features" in regions and "attack" not in regions, f"another page has made a region: {regions}"
