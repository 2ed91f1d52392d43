import assert from "node:assert/strict"
import { test } from "node:test"
import { dayOf, daysOfTrack, gpxOf, pointAt, weeksOfMonth } from "../model/days.js"

const noon = new Date(2026, 10, 20, 12).getTime()
const point = (/** @type {number} */ minute, more = {}) => ({ longitude: 9, latitude: 47 + minute * 0.001, time: noon + minute * 60_000, speed: 2, startsSegment: false, ...more })

test("each day has its way, its length and its time under way; a gap counts for nothing, and so does a rest", () => {
    const rest = [100, 110, 120].map((minute) => point(minute, { latitude: 47.01 }))
    const days = daysOfTrack([point(0, { startsSegment: true }), point(10), point(90, { startsSegment: true, latitude: 47.01 }), ...rest, point(24 * 60 + 5, { startsSegment: true })])
    assert.deepEqual([...days.keys()], ["2026-11-20", "2026-11-21"])
    const day = days.get("2026-11-20")
    assert.ok(day && Math.abs(day.length - 1112) < 2 && day.movingInMs === 600_000, JSON.stringify(day))
    assert.equal(day.points.length, 6)
    assert.equal(days.get("2026-11-21")?.points.length, 1)
})

test("a way across midnight goes on in the next day where it was", () => {
    const days = daysOfTrack([point(11 * 60 + 55), point(12 * 60 + 5)])
    assert.deepEqual([...days.values()].map(({ points }) => points.length), [1, 2])
})

test("a month is in weeks from Monday on", () => {
    const weeks = weeksOfMonth(2026, 10)
    assert.equal(weeks[0].indexOf("2026-11-01"), 6, "the first of November 2026 is a Sunday")
    assert.equal(weeks.flat().filter(Boolean).length, 30)
    assert.ok(weeks.every((week) => week.length === 7))
    assert.equal(dayOf(noon), "2026-11-20")
})

test("the slider finds the point of its time", () => {
    const points = [0, 10, 20].map((minute) => point(minute))
    assert.deepEqual([-1, 0, 10, 99].map((minute) => points.indexOf(pointAt(points, noon + minute * 60_000))), [0, 0, 1, 2])
})

test("between two points the slider goes with the box, over ±180° too, and stands where the way is not known", () => {
    const at = (/** @type {import("../model/track.js").TrackPoint[]} */ points, /** @type {number} */ minute) => pointAt(points, noon + minute * 60_000)
    const steady = at([point(0, { latitude: 47, longitude: 179 }), point(10, { latitude: 48, longitude: -179 })], 7.5)
    assert.ok(Math.abs(steady.latitude - 47.75) < 1e-9 && Math.abs(steady.longitude + 179.5) < 1e-9, JSON.stringify(steady))
    const first = point(0)
    assert.equal(at([first, point(10, { startsSegment: true })], 5), first)
})

test("GPX has the segments, the times, and no longitude of 180", () => {
    const text = gpxOf([point(0, { startsSegment: true, longitude: 180 }), point(1), point(30, { startsSegment: true })])
    assert.equal(text.match(/<trkseg>/g)?.length, 2)
    assert.equal(text.match(/<\/trkseg>/g)?.length, 2)
    assert.match(text, /lon="-180.0000000"><time>2026-11-2/)
})
