import assert from "node:assert/strict"
import { test } from "node:test"
import { daysOfTrack } from "../model/days.js"
import { afterEvent, nothingKnown } from "../model/state.js"
import { daysOfTrips, placesOfTrip, stretch, timesOfTrip, timesOfTripInWords, tripInWords, tripOfLine, tripsOfDay, zoneInWords } from "../model/trips.js"

const noon = new Date(2026, 10, 20, 12).getTime()
const minute = 60_000
const offset = -new Date(noon).getTimezoneOffset() * 60
const time = (/** @type {number} */ minutes) => new Date(noon + minutes * minute).toISOString()
const coordinate = { latitude: 47, longitude: 9 }

/**
 * @param {number} from minutes after noon
 * @param {number} until
 * @param {any} [more]
 * @returns {Trip}
 */
const trip = (from, until, { start = {}, end = {}, ...more } = {}) => ({
    id: "5d0c3a7b9e1f2048", state: "final", duration: (until - from) * 60, distance: 23_400, movingTime: 4320,
    start: { coordinate, timestamp: time(from), utcOffset: offset, placemark: { locality: "Vaduz" }, ...start },
    end: { coordinate, timestamp: time(until), utcOffset: offset, placemark: { locality: "Feldkirch" }, ...end }, ...more,
})
const point = (/** @type {number} */ at, more = {}) => ({ longitude: 9, latitude: 47 + at * 0.001, time: noon + at * minute, speed: 2, startsSegment: false, ...more })

test("a trip is of each day on which it was under way; one without a time is of none", () => {
    const [day, night] = [trip(0, 60), trip(11 * 60, 13 * 60)]
    assert.deepEqual(tripsOfDay([day, night], "2026-11-20"), [day, night])
    assert.deepEqual(tripsOfDay([day, night], "2026-11-21"), [night])
    assert.deepEqual([...daysOfTrips([day, night])], [["2026-11-20", 2], ["2026-11-21", 1]])
    assert.equal(tripOfLine(trip(0, 1, { start: { timestamp: undefined } })), undefined)
    for (const line of [undefined, {}, { id: 5 }, { id: "x", start: {} }]) assert.equal(tripOfLine(line), undefined)
    assert.equal(timesOfTrip(trip(0, 60, { end: { timestamp: undefined } })).until, noon + 60 * minute, "from its length")
})

test("times are those of the places, with the zone where it is not the reader's, and the day where it is another", () => {
    assert.equal(timesOfTripInWords(trip(0, 72)), "12:00 – 13:12")
    assert.equal(timesOfTripInWords(trip(0, 72, { state: "underway" })), "since 12:00")
    assert.equal(timesOfTripInWords(trip(11 * 60, 13 * 60)), "23:00 – 21 Nov 01:00")
    const [west, east] = [{ utcOffset: offset - 3600 }, { utcOffset: offset + 19_800 }]
    const [westZone, eastZone] = [zoneInWords(offset / 60 - 60), zoneInWords(offset / 60 + 330)]
    assert.equal(timesOfTripInWords(trip(0, 72, { start: west, end: west })), `11:00 – 12:12 (${westZone})`)
    assert.equal(timesOfTripInWords(trip(0, 72, { end: east })), `12:00 (${zoneInWords(offset / 60)}) – 18:42 (${eastZone})`)
    assert.deepEqual([0, 60, -210, 345].map(zoneInWords), ["UTC+0", "UTC+1", "UTC−3:30", "UTC+5:45"])
})

test("a trip is told with its places, its length, its time under way, its gaps and what was said of it", () => {
    assert.deepEqual(placesOfTrip(trip(0, 72, { end: { placemark: undefined } })), ["Vaduz", "47.00000, 9.00000"])
    assert.equal(tripInWords(trip(0, 72), "metric"), "23 km · 1 h 12 min under way")
    assert.equal(tripInWords(trip(0, 72, { gaps: [{ duration: 720, distance: 5000 }], label: { class: "business" } }), "metric"), "23 km · 1 h 12 min under way · a gap of 12 min · business")
    assert.equal(tripInWords(trip(0, 72, { state: "provisional", gaps: [{ duration: 720 }, { duration: 480 }] }), "metric"), "23 km · 1 h 12 min under way · 2 gaps, 20 min in all · may go on")
})

test("the stretch of a trip begins and ends with it, also between two kept points and over midnight", () => {
    const midnight = 12 * 60
    const days = daysOfTrack([point(0, { startsSegment: true }), point(10), point(20), point(midnight - 10), point(midnight + 10), point(midnight + 20)])
    const way = stretch(days.values(), { from: noon + 5 * minute, until: noon + 15 * minute })
    assert.deepEqual(way.map(({ time }) => (time - noon) / minute), [5, 10, 15])
    assert.ok(Math.abs(way[0].latitude - 47.005) < 1e-9 && Math.abs(way[2].latitude - 47.015) < 1e-9, JSON.stringify(way))
    assert.deepEqual(way.map(({ startsSegment }) => startsSegment), [true, false, false])
    const night = stretch(days.values(), { from: noon + (midnight - 5) * minute, until: noon + (midnight + 15) * minute })
    assert.deepEqual(night.map(({ time }) => (time - noon) / minute - midnight), [-5, 10, 15])
})

test("of what the track does not know there is no way: before it, after it, and in a gap", () => {
    const days = daysOfTrack([point(0, { startsSegment: true }), point(10), point(60, { startsSegment: true }), point(70)])
    const times = (/** @type {number} */ from, /** @type {number} */ until) => stretch(days.values(), { from: noon + from * minute, until: noon + until * minute }).map(({ time }) => (time - noon) / minute)
    assert.deepEqual(times(-30, -20), [])
    assert.deepEqual(times(20, 50), [])
    assert.deepEqual(times(100, 110), [])
    assert.deepEqual(times(-10, 20), [0, 10])
    const across = stretch(days.values(), { from: noon + 5 * minute, until: noon + 65 * minute })
    assert.deepEqual(across.map(({ startsSegment }) => startsSegment), [true, false, true, false], "the gap stays one")
})

test("trips are kept where the daemon has an odometer to tell", () => {
    const told = (/** @type {Status} */ status) => afterEvent(nothingKnown, { event: "status", status }, 0).keepsTrips
    assert.equal(told({ odometer: 0 }), true)
    assert.equal(told({}), false)
})
