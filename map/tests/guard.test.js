import assert from "node:assert/strict"
import { test } from "node:test"
import { bearingInDegrees, distanceInMeters } from "../model/geometry.js"
import { guardInWords, guardShapes, isAlarm, noGuard } from "../model/guard.js"

const center = { latitude: 47.141, longitude: 9.5215 }
/** @type {import("../model/guard.js").GuardPlan} */
const plan = { kind: "anchor", coordinate: center, radius: 60, warning: 48, grace: 0 }

test("an alarm is to be outside, and to be blind; one that is acknowledged is none", () => {
    const states = ["off", "armed", "warning", "alarm", "blind", "acknowledged"]
    assert.deepEqual(states.filter((state) => isAlarm({ state })), ["alarm", "blind"])
})

test("both rings are drawn, and the circle that the boat has swung in once there is one", () => {
    assert.deepEqual(guardShapes(noGuard), [])
    const parts = (/** @type {any} */ guard) => guardShapes(guard).map(({ properties }) => [properties.part, properties.isAlarm])
    assert.deepEqual(parts({ state: "armed", plan }), [["ring", false], ["warning", false]])
    const swing = { coordinate: center, radius: 22 }
    assert.deepEqual(parts({ state: "alarm", plan, swing }), [["ring", true], ["warning", true], ["swing", true]])
})

test("towards a shore the ring is the one that warns elsewhere, and that one is narrower still, also across north", () => {
    for (const sector of [{ from: 120, to: 200 }, { from: 350, to: 20 }]) {
        const isTowardsShore = (/** @type {number} */ bearing) =>
            sector.from < sector.to ? bearing > sector.from && bearing < sector.to : bearing > sector.from || bearing < sector.to
        const [ring, warning] = guardShapes({ state: "armed", plan: { ...plan, sector } })
        for (const [shape, outer, inner] of [[ring, 60, 48], [warning, 48, 38.4]]) {
            const corners = /** @type {any} */ (shape).geometry.coordinates[0].map((/** @type {any} */ [longitude, latitude]) => ({ longitude, latitude }))
            assert.deepEqual(corners.at(-1), corners[0])
            const radii = new Set()
            for (const corner of corners) {
                const [radius, bearing] = [distanceInMeters(center, corner), bearingInDegrees(center, corner)]
                const isEdge = [sector.from, sector.to].some((edge) => Math.abs(bearing - edge) < 0.01)
                const expected = isEdge ? [outer, inner] : [isTowardsShore(bearing) ? inner : outer]
                const found = expected.find((length) => Math.abs(radius - length) < 0.01)
                assert.ok(found, `${radius} m at ${bearing}°`)
                radii.add(found)
            }
            assert.deepEqual([...radii].sort(), [inner, outer])
        }
    }
})

test("a shore all round leaves one circle", () => {
    const [ring] = guardShapes({ state: "armed", plan: { ...plan, sector: { from: 0, to: 360 } } })
    for (const [longitude, latitude] of /** @type {any} */ (ring).geometry.coordinates[0])
        assert.ok(Math.abs(distanceInMeters(center, { longitude, latitude }) - 48) < 0.01)
})

test("words say how far the box is from where, and what is allowed", () => {
    assert.deepEqual(guardInWords({ state: "alarm", plan, distance: 84, bearing: 90 }, "metric"),
        { title: "Alarm: outside the ring", detail: "84 m east of the anchor; 60 m is allowed" })
    assert.equal(guardInWords({ state: "armed", plan: { ...plan, kind: "parked" }, distance: 3 }, "metric").detail, "3 m away from its place; 60 m is allowed")
    assert.match(guardInWords({ state: "blind", plan, seen: 150 }, "metric").detail, /last seen 2 min ago/)
})

test("readers with reduced precision are told an alarm in one word; a lost guard says what to do", () => {
    assert.deepEqual(guardInWords({ state: "alarm" }, "metric"), { title: "Alarm", detail: "" })
    assert.match(guardInWords({ state: "blind" }, "metric").detail, /arm the guard again/)
})
