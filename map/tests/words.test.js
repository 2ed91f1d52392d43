import assert from "node:assert/strict"
import { test } from "node:test"
import { lengthInWords, scaleBar, speedInWords } from "../model/units.js"
import { agoInWords, distanceFromPlaceInWords, durationInWords, eventInWords, motionInWords, sinceInWords, streetInWords, visitInWords } from "../model/words.js"

test("lengths and speeds in metric and nautical units", () => {
    assert.equal(lengthInWords(12.4, "metric"), "12 m")
    assert.equal(lengthInWords(999.6, "metric"), "1.0 km")
    assert.equal(lengthInWords(12_345, "metric"), "12 km")
    assert.equal(lengthInWords(1852, "nautical"), "1.0 NM")
    assert.equal(lengthInWords(100, "nautical"), "100 m")
    assert.equal(speedInWords(10, "metric"), "36 km/h")
    assert.equal(speedInWords(3.6, "nautical"), "7.0 kn")
})

test("a scale is a round number and no longer than asked", () => {
    for (let power = -2; power < 18; power += 0.3) {
        for (const units of /** @type {const} */ (["metric", "nautical"])) {
            const bar = scaleBar(2 ** power, 110, units)
            assert.ok(bar.pixels <= 110.001 && bar.pixels > 40, `${power} ${bar.pixels}`)
            assert.match(bar.label, /^(0\.0*)?[125]0* (m|km|NM)$/)
        }
    }
})

test("durations", () => {
    assert.deepEqual([0, 40, 60, 3599, 3600, 3660, 86_400, 200_000].map(durationInWords), ["now", "40 s", "1 min", "59 min", "1 h", "1 h 1 min", "1 day", "2 days"])
    assert.equal(agoInWords(2), "now")
    assert.equal(agoInWords(720), "12 min ago")
})

test("the box lies on the side of the centre that is away from where the bearing leads", () => {
    assert.equal(distanceFromPlaceInWords({ distance: 1200, bearing: 135 }, "metric"), "1.2 km northwest of the centre")
    assert.equal(distanceFromPlaceInWords({ distance: 87_000, bearing: 1, distant: true }, "metric"), undefined)
    assert.equal(distanceFromPlaceInWords({}, "metric"), undefined)
})

test("a stale place says that the box may be elsewhere", () => {
    assert.match(sinceInWords({ stale: true }, 720), /12 min ago; the box may be elsewhere/)
    assert.equal(sinceInWords({}, 720), "for 12 min")
    assert.equal(sinceInWords({}, 40), "for less than a minute")
})

test("the street is the name, unless that is the city's", () => {
    assert.equal(streetInWords({ name: "Städtle 49", locality: "Vaduz" }), "Städtle 49")
    assert.equal(streetInWords({ name: "Vaduz", locality: "Vaduz" }), undefined)
    assert.equal(streetInWords({ name: "Tamanghasset", distant: true }), undefined)
    assert.equal(streetInWords({ name: "South Pacific Ocean", ocean: "South Pacific Ocean" }), undefined)
    assert.equal(streetInWords({ name: "Lake Geneva", inlandWater: "Lake Geneva" }), undefined)
})

test("motion: at rest there is no speed, and a course only while it moves", () => {
    const coordinate = { latitude: 0, longitude: 0 }
    assert.equal(motionInWords({ coordinate, speed: 0.2, course: 90, horizontalAccuracy: 8 }, undefined, "metric"), "0.7 km/h · ± 8 m")
    assert.equal(motionInWords({ coordinate, speed: 10, course: 90 }, "moving", "metric"), "36 km/h · east")
    assert.equal(motionInWords({ coordinate, speed: 10, simulated: true }, "stationary", "metric"), "at rest · simulated")
})

test("a visit that goes on has no departure, and one without times says so", () => {
    const coordinate = { latitude: 0, longitude: 0 }
    assert.match(visitInWords({ coordinate, arrival: "2026-11-20T08:02:11Z", duration: 1740 }, "en"), /^since .* · 29 min$/)
    assert.match(visitInWords({ coordinate, departure: "2026-11-20T08:02:11Z" }, "en"), /^arrival unknown – /)
})

test("markup in a name stays what it is", () => {
    assert.equal(eventInWords({ event: "regionEntered", region: "<img onerror=x>" }), "Entered <img onerror=x>")
})
