import assert from "node:assert/strict"
import { test } from "node:test"
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

test("words say how far the box is from where, and what is allowed", () => {
    assert.deepEqual(guardInWords({ state: "alarm", plan, distance: 84, bearing: 90 }, "metric"),
        { title: "Alarm: outside the ring", detail: "84 m east of the anchor, 60 m are allowed" })
    assert.equal(guardInWords({ state: "armed", plan: { ...plan, kind: "parked" }, distance: 3 }, "metric").detail, "3 m away from its place, 60 m are allowed")
    assert.match(guardInWords({ state: "blind", plan, seen: 150 }, "metric").detail, /last seen 2 min ago/)
})

test("readers with reduced precision are told an alarm in one word; a lost guard says what to do", () => {
    assert.deepEqual(guardInWords({ state: "alarm" }, "metric"), { title: "Alarm", detail: "" })
    assert.match(guardInWords({ state: "blind" }, "metric").detail, /arm the guard again/)
})
