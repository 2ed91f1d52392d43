import assert from "node:assert/strict"
import { test } from "node:test"
import { cameraFollowing, direction, glideInMs, nextTrackingMode } from "../model/following.js"
import { afterConnection, afterEvent, badge, isStale, nothingKnown } from "../model/state.js"

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

test("the button goes none, follow, with heading, none; without a heading it skips that", () => {
    assert.equal(nextTrackingMode("none", true), "follow")
    assert.equal(nextTrackingMode("follow", true), "followWithHeading")
    assert.equal(nextTrackingMode("follow", false), "none")
    assert.equal(nextTrackingMode("followWithHeading", true), "none")
})

test("the camera turns only with the heading", () => {
    assert.equal(cameraFollowing("none", known), undefined)
    assert.deepEqual(cameraFollowing("follow", known), { center: [9.521, 47.141], bearing: 0 })
    assert.equal(cameraFollowing("followWithHeading", known)?.bearing, 90)
    assert.equal(direction({ ...known, heading: { trueHeading: 12 } }), 12)
    assert.equal(direction({ ...known, location: { coordinate, course: 90, speed: 0.1 } }), undefined)
})

test("a glide is as long as the fixes are apart, and a jump is none", () => {
    assert.equal(glideInMs(100, 1), 100)
    assert.equal(glideInMs(60_000, 1), 1000)
    assert.equal(glideInMs(100, 5000), 0)
})
