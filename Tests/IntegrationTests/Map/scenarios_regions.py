"""Regions, places and what can be done with them."""

import random

from box import box
from browser import tab
from world import HOME, VADUZ, circle

MARKUP = "<img src=x onerror=alert(1)>"


def regions(stage):
    """A circle and a polygon are drawn and saved; the box enters; one is changed and removed."""
    real = stage.box
    with tab(stage.browser, stage.box.url) as view:
        view.open()
        page = view.page
        page.click("#regions >> text=New circle")
        view.draw(*view.pixel(HOME[1], HOME[0]))
        page.fill("#region-radius", "400")
        page.fill("#region-name", "home")
        page.click("text=Save")
        view.until("document.body.dataset.regions === '1'", "the region is there")
        [saved] = real.regions()
        assert saved["properties"]["radius"] == 400 and saved["properties"]["identifier"] == "home"
        assert abs(saved["geometry"]["coordinates"][0] - HOME[1]) < 1e-4
        view.until("document.querySelector('#here-regions').textContent === 'home'", "it is said that the box is in it")
        view.until("document.querySelector('#map').map.getFeatureState({source: 'region-points', id: 'home'}).inside === true", "it lights up")
        assert page.locator("#regions li.inside").count() == 1

        # Its border is dragged.
        page.click("#regions .row")
        page.click(".callout >> text=Change")
        view.idle()
        view.until("document.querySelectorAll('.handle').length === 2", "it has a middle and a border")
        view.until("!document.querySelector('#map').map.isMoving()", "the map has come to the region")
        box = page.locator(".handle").nth(1).bounding_box()
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 60, box["y"] + 10, steps=4)
        # As slow as a hand is: it is no long press, and the next click counts.
        page.wait_for_timeout(700)
        page.mouse.up()
        assert int(page.input_value("#region-radius")) > 410
        before = page.locator(".handle").first.bounding_box()
        view.draw(before["x"] + 10, before["y"] + 90)
        view.until(f"Math.abs(document.querySelector('.handle').getBoundingClientRect().y - {before['y'] + 80}) < 3", "the middle is where the click was", 5)
        page.click("text=Save")
        view.until("!document.querySelector('.editor')", "it is saved")
        assert real.regions()[0]["properties"]["radius"] > 410

        page.click("#regions >> text=New polygon")
        # Four corners on one line.
        view.corners((700, 300), (800, 300), (900, 300), (1000, 300))
        page.fill("#region-name", "meadow")
        page.click("text=Save")
        view.until("document.querySelector('#notices').textContent.includes('to have an area')", "why it was refused is said", 20)
        page.keyboard.press("Escape")
        page.click("#regions >> text=New polygon")
        view.corners((700, 300), (900, 300), (900, 500), (700, 520))
        page.fill("#region-name", "meadow")
        page.click("text=Save")
        view.until("document.body.dataset.regions === '2'", "the polygon is there")
        [meadow] = [shape for shape in real.regions() if shape["properties"]["identifier"] == "meadow"]
        assert len(meadow["geometry"]["coordinates"][0]) == 5
        page.click("#regions .row:has-text('meadow')")
        page.click(".callout >> text=Remove")
        page.click(".callout >> text=Really remove")
        view.until("document.body.dataset.regions === '1'", "it is gone")
        assert not [error for error in view.errors if "400" not in error], view.errors
    _granted(stage)


def _granted(stage):
    """Who may not see them at first, and is allowed to while the page is open, can make some as well."""
    with tab(stage.browser, stage.box.url) as view:
        refusal = '{"code": "forbidden", "status": 403}'
        view.page.route(
            "**/v1/shapes", lambda route: route.fulfill(status=403, content_type="application/problem+json", body=refusal))
        view.open()
        view.until("document.querySelector('#regions').textContent.includes('Only precise readers')", "they are not for this reader")
        create = view.page.locator("#regions >> text=New circle")
        assert not create.is_visible()
        view.page.unroute_all(behavior="wait")
        # After a break, and when it is seen again, the page asks anew.
        view.set_hidden(True)
        view.set_hidden(False)
        view.until("document.body.dataset.regions === '1'", "now they are")
        create.click()
        assert view.page.locator("#region-name").is_visible()


def small_screen(stage):
    """Whatever has something to fill in or to read brings the sheet up, tells so, and leaves the rest of the screen to the map."""
    with tab(stage.browser, stage.box.url, width=360, height=740) as view:
        view.open()
        page = view.page
        expanded = "document.querySelector('#sheet-handle').getAttribute('aria-expanded')"
        assert view.ask(expanded) == "false"
        view.press(HOME[1], HOME[0], hold=900)
        page.click(".callout >> text=New region here")
        assert page.locator("#region-name").is_visible()
        assert view.ask(expanded) == "true"
        middle = "(() => { const covered = innerHeight - document.querySelector('#panel').getBoundingClientRect().top; return covered > 150 && Math.abs(document.querySelector('#map').map.getPadding().bottom - covered) < 2 })()"
        view.until(middle, "the map centres on what the sheet leaves of it")
        page.fill("#region-name", "here")
        page.click("text=Save")
        view.until("document.body.dataset.regions === '1'", "the region is there")
        page.click("#sheet-handle")
        assert view.ask(expanded) == "false" and not page.locator("#regions").is_visible()
        view.until("document.querySelector('#map').map.getPadding().bottom < 300", "the map has more room")
        view.idle()
        view.press(HOME[1], HOME[0])
        page.click(".callout >> text=Change")
        assert page.locator("#region-name").is_visible(), "what is to be changed can be seen"
        assert view.ask(expanded) == "true"
        assert not view.errors, view.errors


def by_keyboard(stage):
    """Everything without a mouse: search, a place in the middle of the map, a region, following, the tabs."""
    with tab(stage.browser, stage.box.url) as view:
        view.open()
        page = view.page
        page.keyboard.press("/")
        page.keyboard.type("springfield, illinois")
        view.until("document.querySelector('#search-results [role=option]')?.textContent.includes('Illinois')", "places are found")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        view.until("Math.abs(document.querySelector('#map').map.getCenter().lng + 89.64) < 0.2", "the map has flown there")
        assert "Springfield, Illinois" in view.text(".callout")
        page.keyboard.press("Escape")
        page.locator("#tab-regions").focus()
        page.keyboard.press("f")
        view.until(f"Math.abs(document.querySelector('#map').map.getCenter().lng - {HOME[1]}) < 0.01", "it follows again")
        page.keyboard.press("f")
        page.locator("#regions >> text=New circle").focus()
        page.keyboard.press("Enter")
        page.keyboard.type("here")
        page.locator("text=Use the middle of the map").focus()
        page.keyboard.press("Enter")
        page.locator("#region-name").focus()
        page.keyboard.press("Enter")
        view.until("document.body.dataset.regions === '1'", "the region is saved")
        page.locator("#tab-regions").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator("#visits").is_visible()
        page.keyboard.press("r")
        view.until("document.querySelector('.callout')?.textContent.includes('Vaduz')", "what is in the middle of the map is told")


def places(stage):
    """A long press asks what is there; visits are pins; a search for a place that is not there says so."""
    visits = [(47.145 + index * 1e-5, 9.525, -9000 + index, -7000 + index) for index in range(3)]
    with box(stage, visits=visits) as real, tab(stage.browser, real.url) as view:
        view.open()
        view.press(HOME[1], HOME[0] - 0.008, hold=800)
        view.until("document.querySelector('.callout')?.textContent.includes('Vaduz')", "the place is told")
        view.page.keyboard.press("Escape")
        view.until("document.querySelector('.pin.cluster')", "the visits are pins")
        assert view.text(".pin.cluster") == "3", "visits that lie on one another are one pin with their number"
        view.page.click("#tab-visits")
        view.page.locator("#visits .row").first.click()
        view.until("document.querySelector('.callout')?.textContent.includes('33 min')", "a visit says how long it was")
        view.requests.clear()
        view.page.locator("#search-text").press_sequentially("nowhere at all", delay=260)
        view.until("document.querySelector('#search-results').textContent.includes('No place of that name')", "no place is said")
        asked = lambda: [url for url in view.requests if "/v1/search" in url]
        assert asked() and all("&geocoder=gazetteer" in path for path in asked()), f"what is being typed is for the gazetteer alone: {asked()}"
        view.eventually(lambda: "/v1/search?text=nowhere%20at%20all&" in asked()[-1], "the last letter is asked for")
        typed = len(asked())
        view.page.keyboard.press("Enter")
        view.until("document.querySelector('#search-results').textContent.includes('No place of that name')", "no place is said")
        view.eventually(lambda: len(asked()) > typed, "Enter asks")
        assert len(asked()) == typed + 1 and "geocoder" not in asked()[-1], f"with Enter all are asked, once: {asked()[typed:]}"
        held, given_up = [], []
        view.page.on("requestfailed", lambda request: given_up.append(request.url))
        view.page.route("**/v1/search?*", lambda route: held.append(route.request.url))
        view.page.fill("#search-text", "Va")
        view.eventually(lambda: held, "what is being typed is asked for")
        view.page.locator("#search-text").press_sequentially("d")
        view.eventually(lambda: held[0] in given_up, "a question that the next letter supersedes is given up")
        entered = lambda: [url for url in held if "geocoder" not in url]
        view.page.keyboard.press("Enter")
        # On a busy machine what was typed is asked for before, and given up first.
        view.eventually(entered, "Enter asks")
        view.page.locator("#search-text").press_sequentially("uz")
        view.eventually(lambda: entered()[0] in given_up, "so is one that was entered")
        view.page.unroute_all(behavior="ignoreErrors")


def markup(stage):
    """Fault 76: markup in a region, a place, a visit, a trip and the basemap is text. No daemon has such places by itself: a stand-in has."""
    world = stage.world
    world.shapes = [circle(MARKUP, *HOME, 500)]
    world.inside = [MARKUP]
    world.placemark = {**VADUZ, "cityWithContext": MARKUP, "name": MARKUP, "attribution": MARKUP}
    world.source = {"state": "noFix", "reason": MARKUP}
    world.problems = [MARKUP]
    world.visits = {"recent": [{"coordinate": {"latitude": HOME[0], "longitude": HOME[1]}, "placemark": world.placemark}]}
    world.replay_lines = [
        {"event": "location", "elapsed": 0, "location": world.location}, {"event": "placemark", "elapsed": 0, "placemark": world.placemark},
        {"event": "regionEntered", "elapsed": 1, "region": MARKUP}, {"event": "comparison", "policies": [{"policy": MARKUP, "requests": 1}]}]
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        page = view.page
        assert view.text("#here-city") == MARKUP and view.text("#here-regions") == MARKUP
        page.locator("#regions .row").click()
        assert MARKUP in view.text(".callout")
        page.click("#tab-visits")
        page.locator("#visits .row").click()
        assert MARKUP in view.text(".callout")
        page.fill("#search-text", "<img")
        view.until("document.querySelectorAll('#search-results [role=option]').length === 2", "the region and the place are found")
        page.click("#tab-trip")
        page.set_input_files("#trip-file", {"name": f"{MARKUP}.gpx", "mimeType": "application/gpx+xml", "buffer": b"<gpx/>"})
        view.until("document.body.dataset.trip === 'shown'", "the trip is shown")
        assert MARKUP in view.text("#trip table")
        page.wait_for_timeout(300)
        assert view.ask("document.images.length") == 0, "no name has become an element"
        assert not view.dialogs and not [error for error in view.errors if "Content Security" in error], view.errors


def many_regions(stage):
    """Fault 79: a hundred thousand regions are there, in bounded memory, and the page can be used."""
    chance = random.Random(7)
    regions = [
        circle(f"region {index}", HOME[0] + chance.uniform(-8, 8), HOME[1] + chance.uniform(-12, 12), chance.uniform(100, 3000), origin="file") for index in range(100_000)]
    with box(stage, regions=regions) as real, tab(stage.browser, real.url) as view:
        view.page.goto(view.url)
        view.live(60)
        view.until("document.body.dataset.regions === '100000'", "all regions are there", 90)
        view.idle()
        view.stop_following()
        view.ask("void document.querySelector('#map').map.jumpTo({center: [9.5, 47], zoom: 5})")
        view.until("document.querySelector('#map').map.queryRenderedFeatures({layers: ['region-clusters']}).length > 5", "far off they are clusters", 60)
        view.idle()
        assert "The nearest 100 of 100,000" in view.text("#regions")
        view.page.fill("#regions input[type=search]", "region 4711")
        view.until("document.querySelectorAll('#regions li').length === 11", "one is found by its name")
        view.ask("void document.querySelector('#map').map.easeTo({zoom: 7, duration: 3000})")
        frames = view.frames_per_second(3)
        view.ask("void document.querySelector('#map').map.jumpTo({center: [9.5, 47], zoom: 12})")
        view.idle()
        view.until("document.querySelector('#map').map.queryRenderedFeatures({layers: ['region-circles']}).length > 5", "near they are circles", 30)
        memory = view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)")
        stage.note(f"{frames:.0f} frames/s while zooming, {memory:.0f} MB of JavaScript heap")
        assert frames >= 1 and memory < 250, "the page stands still, or keeps too much"
