"""Recorded trips."""

from browser import tab
from world import VADUZ, drive

GPX = {"name": "trip.gpx", "mimeType": "application/gpx+xml", "buffer": b"<gpx/>" * 1000}


def _lines(count=600):
    lines = [{"event": "progress", "bytes": 100, "of": 6000}]
    for index, point in enumerate(drive(count)):
        lines.append({"event": "location", "elapsed": index, "location": point})
        if index == 10:
            lines.append({"event": "placemark", "elapsed": index, "placemark": VADUZ})
        if index == 200:
            lines.append({"event": "regionEntered", "elapsed": index, "region": "home"})
        if index == 400:
            lines.append({"event": "placemark", "elapsed": index, "placemark": {"cityWithContext": "Schaan, Liechtenstein"}})
    lines.append({"event": "comparison", "policies": [
        {"policy": "distance-and-time", "requests": 102, "rightShare": 0.893, "rightShareDriving": 0.925}, {"policy": "hindsight", "requests": 21, "rightShare": 0.999}]})
    lines.append({"event": "summary", "elapsed": count, "distance": 12_345})
    return lines


def trips(stage):
    """A file that is dropped or chosen becomes a way with a slider, its events, and the policies side by side."""
    world = stage.world
    world.replay_lines = _lines()
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        page = view.page
        page.click("#tab-trip")
        page.check("#trip-compare")
        page.set_input_files("#trip-file", GPX)
        view.until("document.body.dataset.trip === 'shown'", "the trip is shown")
        assert world.replay_bodies == [("/replay?compare=all", 6000)], world.replay_bodies
        assert "trip.gpx" in view.text("#trip h3") and "12 km" in view.text("#trip")
        assert "89.3 %" in view.text("#trip table") and "hindsight" in view.text("#trip table")
        rows = page.locator("#trip .rows .row")
        assert rows.count() == 3
        rows.nth(1).click()
        assert view.text("#trip output") == "0:03:20"
        page.locator("#trip input[type=range]").fill("450")
        assert "Schaan" in view.text("#trip p.strong")
        assert page.locator(".pin.trip").count() == 1
        view.page.click("#trip >> text=Play")
        view.until("Number(document.querySelector('#trip input[type=range]').value) > 460", "it plays")
        view.page.click("#trip >> text=Close the trip")
        assert page.locator(".pin.trip").count() == 0

        # Dropped on the page, and one that is none.
        world.replay_lines = [{"event": "failed", "detail": "trip.gpx is no recording: unknown format"}]
        view.ask("""(() => {
            const transfer = new DataTransfer()
            transfer.items.add(new File(["nonsense"], "trip.gpx"))
            for (const type of ["dragover", "drop"]) window.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}))
        })()""")
        view.until("document.querySelector('#trip').textContent.includes('is no recording')", "why it came to nothing is said")
        assert not view.errors, view.errors


def long_trip(stage):
    """Fault 79: a trip of 345,000 fixes in bounded memory, with progress."""
    points = drive(2000)
    stage.world.replay_lines = [{"event": "location", "elapsed": index, "location": points[index % 2000]} for index in range(345_000)] + [{"event": "summary", "distance": 1e7}]
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        view.page.click("#tab-trip")
        view.page.set_input_files("#trip-file", GPX)
        view.until("document.body.dataset.trip === 'shown'", "the trip is shown", 120)
        memory = view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)")
        stage.note(f"{memory:.0f} MB of JavaScript heap")
        assert memory < 120
