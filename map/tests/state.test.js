import assert from "node:assert/strict"
import { test } from "node:test"
import { cameraFollowing, direction, glideInMs, leastCameraWay, nextHeadingMode, nextTrackingMode, onTheMap } from "../model/following.js"
import { afterConnection, afterEvent, badge, isStale, nothingKnown } from "../model/state.js"
import { headingInWords, magneticInWords } from "../model/words.js"

const coordinate = { latitude: 47.141, longitude: 9.521 }
const live = afterConnection(nothingKnown, { kind: "live" })
const status = {
    event: "status",
    status: { precision: /** @type {const} */ ("precise"), source: { state: "live" }, location: { coordinate, age: 2, course: 90, speed: 10 }, placemark: { locality: "Vaduz", age: 60 }, regions: ["home"] },
}
const known = afterEvent(live, status, 100_000)

test("a status is everything, with ages counted from now", () => {
    assert.equal(known.locationTakenAt, 98_000)
    assert.equal(known.placemarkNamedAt, 40_000)
    assert.deepEqual([...known.regions], ["home"])
    assert.equal(badge(known), undefined)
    assert.equal(isStale(known), false)
    const other = afterEvent(known, { event: "status", status: { source: { state: "noFix" } } }, 200_000)
    assert.equal(other.location, undefined)
    assert.deepEqual([...other.regions], [])
})

test("regions are entered and left without touching the value before", () => {
    const inside = afterEvent(known, { event: "regionEntered", region: "work" }, 1)
    assert.deepEqual([...inside.regions], ["home", "work"])
    assert.deepEqual([...afterEvent(inside, { event: "regionExited", region: "home" }, 1).regions], ["work"])
    assert.deepEqual([...known.regions], ["home"])
})

test("an unknown event changes nothing", () => {
    assert.equal(afterEvent(known, { event: "somethingNew" }, 1), known)
})

test("rest and motion", () => {
    assert.equal(afterEvent(known, { event: "paused" }, 1).motion, "stationary")
    assert.equal(afterEvent(known, { event: "resumed" }, 1).motion, "moving")
})

test("no fix, no gpsd and no connection make the dot pale, and say why", () => {
    const lost = afterEvent(known, { event: "source", source: { state: "disconnected", reason: "connection refused" } }, 1)
    assert.deepEqual(badge(lost), { title: "No gpsd", detail: "connection refused" })
    assert.ok(isStale(lost))
    const gone = afterConnection(known, { kind: "lost" })
    assert.equal(badge(gone)?.title, "No connection to placemarkd")
    assert.ok(isStale(gone))
    assert.ok(isStale({ ...known, location: { coordinate, stale: true } }))
})

test("one button follows and ends that at once, another turns the map; without a heading it does not", () => {
    assert.deepEqual((/** @type {const} */ (["none", "follow", "followWithHeading"])).map(nextTrackingMode), ["follow", "none", "none"])
    assert.equal(nextHeadingMode("follow", true), "followWithHeading")
    assert.equal(nextHeadingMode("followWithHeading", true), "follow")
    assert.equal(nextHeadingMode("follow", false), "follow")
})

test("a box that hardly moves does not move the map with each of its fixes", () => {
    assert.equal(leastCameraWay({ ...known, motion: "stationary" }), 12)
    assert.equal(leastCameraWay({ ...known, location: { coordinate, speed: 0.11 } }), 12)
    assert.equal(leastCameraWay({ ...known, location: { coordinate, speed: 1 } }), 0)
})

test("what lies beyond the edge of a Mercator map is drawn at its edge", () => {
    assert.deepEqual(onTheMap({ latitude: 89, longitude: 30 }), { latitude: 85.05, longitude: 30 })
    assert.deepEqual(onTheMap(coordinate), coordinate)
})

test("a compass tells where the box points, from magnetic north where that is all it knows; a course is none", () => {
    assert.equal(headingInWords(undefined), undefined)
    assert.equal(headingInWords({ trueHeading: 7.4, magneticHeading: 354, origin: "compass" }), "007°")
    assert.equal(headingInWords({ magneticHeading: 359.6, origin: "compass" }), "000° M")
    assert.equal(headingInWords({ trueHeading: 7.4, origin: "course" }), undefined)
})

test("beside a true heading stand the magnetic one and the declination; of a date beyond the model it is about that", () => {
    const heading = { trueHeading: 7.4, magneticHeading: 354, declination: 13.4, origin: "compass" }
    assert.equal(magneticInWords(heading), "354° M, 13.4° E")
    assert.equal(magneticInWords({ ...heading, declination: -0.2, declinationSuspect: true }), "354° M, about 0.2° W")
    assert.equal(magneticInWords({ ...heading, origin: "course" }), undefined)
    assert.equal(magneticInWords({ magneticHeading: 354, origin: "compass" }), undefined)
    assert.equal(magneticInWords(undefined), undefined)
})

test("the camera turns only with the heading", () => {
    assert.equal(cameraFollowing("none", known), undefined)
    assert.deepEqual(cameraFollowing("follow", known), { center: [9.521, 47.141], bearing: 0 })
    assert.equal(cameraFollowing("followWithHeading", known)?.bearing, 90)
    assert.equal(direction({ ...known, heading: { trueHeading: 12 } }), 12)
    // A magnetic compass that does not know where it is does not know where north is on the map.
    assert.equal(direction({ ...known, heading: { magneticHeading: 12 }, location: { coordinate, course: 90, speed: 5 } }), 90)
    assert.equal(direction({ ...known, location: { coordinate, course: 90, speed: 0.1 } }), undefined)
})

test("a glide is as long as the fixes are apart, and a jump is none", () => {
    assert.equal(glideInMs(100, 1), 100)
    assert.equal(glideInMs(60_000, 1), 1000)
    assert.equal(glideInMs(100, 5000), 0)
})
