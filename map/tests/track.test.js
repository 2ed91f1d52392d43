import assert from "node:assert/strict"
import { test } from "node:test"
import { daysOfTrack } from "../model/days.js"
import { speedClass, Track, trackLines, trackPoint } from "../model/track.js"

const line = (/** @type {number} */ second, more = {}) => ({
    coordinate: { latitude: 47 + second / 10_000, longitude: 9 }, timestamp: new Date(1.79e12 + second * 1000).toISOString(), speed: 10, ...more,
})
const point = (/** @type {number} */ second, more = {}) => {
    const result = trackPoint(line(second, more))
    assert.ok(result)
    return result
}

test("a point needs a position and a time", () => {
    assert.equal(trackPoint({ coordinate: { latitude: 1, longitude: 2 } }), undefined)
    assert.equal(trackPoint(/** @type {any} */ ({ timestamp: "2026-11-20T20:24:49Z" })), undefined)
})

test("what is told twice after a break is taken once", () => {
    const track = new Track()
    for (const second of [0, 1, 2, 1, 2, 3]) track.add(point(second))
    assert.equal(track.points.length, 4)
    assert.equal(track.lastTime, 1.79e12 + 3000)
})

const lengths = (/** @type {Track} */ track) => track.recentLines.map(({ geometry }) => geometry.coordinates.length)

test("stored points that are ten minutes or five kilometres apart are one way: a gap is where the daemon says so", () => {
    const track = new Track()
    // A boat on a steady course at 5 m/s, thinned as docs/guide/track.md says.
    for (const minute of [0, 10, 20, 30, 37]) track.add(point(minute * 60, { coordinate: { latitude: 47, longitude: 9 + minute * 0.004 } }))
    track.add(point(38 * 60, { startsSegment: true }))
    track.add(point(48 * 60))
    assert.deepEqual(lengths(track), [5, 2])
})

test("a live way has a gap after a receiver that was lost, or that had no fix for five minutes, and not after a rest", () => {
    const track = new Track()
    const at = (/** @type {number} */ second) => track.addLive(point(second))
    at(0); at(10)
    at(1000) // Moved too little to be told for so long; the receiver was there.
    track.sourceIs("noFix"); track.sourceIs("live")
    at(1200)
    track.sourceIs("noFix"); track.sourceIs("live")
    at(1600)
    track.sourceIs("lost"); track.sourceIs("live")
    at(1610); at(1620)
    assert.deepEqual(lengths(track), [4, 2], "the point between two gaps is no line")
    track.missedSomething()
    track.add(point(2100))
    track.caughtUp()
    track.addLive(point(2500))
    assert.deepEqual(lengths(track).at(-1), 4, "the daemon has told of the break: no gap")
    track.missedSomething()
    track.addLive(point(3000))
    track.addLive(point(3001))
    assert.deepEqual(lengths(track).at(-1), 2, "nobody has told of this one")
})

test("neighbours of different colours share their point", () => {
    const points = [point(0, { speed: 1 }), point(1, { speed: 1 }), point(2, { speed: 30 }), point(3, { speed: 30 })]
    const lines = trackLines(points, 0, 4)
    assert.deepEqual(lines.map(({ properties }) => properties.speed), [0, 4])
    assert.deepEqual(lines[0].geometry.coordinates.at(-1), lines[1].geometry.coordinates[0])
})

test("a speed about a limit keeps its colour", () => {
    assert.equal(speedClass(13.8), 2)
    assert.equal(speedClass(14.2, 2), 2)
    assert.equal(speedClass(15.5, 2), 3)
    assert.equal(speedClass(13.5, 3), 3)
    assert.equal(speedClass(12, 3), 2)
    assert.equal(speedClass(NaN, 4), 4)
})

test("a suspect time in the far future does not end the way", () => {
    const track = new Track()
    const future = { coordinate: { latitude: 47, longitude: 9.5 }, timestamp: "2046-07-10T00:00:00Z", timestampSuspect: true }
    const taken = [0, 1].map((second) => track.add(point(second)))
    assert.equal(trackPoint(future), undefined)
    taken.push(track.add(point(3)))
    assert.deepEqual(taken, [true, true, true])
    assert.equal(track.points.length, 3)
})

test("the daemon's track has no time where the receiver's was suspect: the way goes on after it, in the map and in the calendar", () => {
    const undated = { coordinate: { latitude: 47, longitude: 9.5 }, secondsSinceBoot: 4711 }
    const lines = [line(0, { startsSegment: true }), line(1), { ...undated, startsSegment: true }, undated, line(10, { startsSegment: true }), line(11)]
    const points = lines.map((each) => trackPoint(each)).filter((each) => each !== undefined)
    const track = new Track()
    assert.deepEqual(points.map((each) => track.add(each)), [true, true, true, true])
    assert.equal(track.lastTime, 1.79e12 + 11_000)
    assert.deepEqual(lengths(track), [2, 2])
    assert.equal([...daysOfTrack(points).values()].flatMap((day) => day.points).length, 4)
})

test("without speeds the distance tells them", () => {
    const points = [0, 1, 2].map((second) => point(second, { speed: undefined }))
    assert.equal(trackLines(points, 0, 3)[0].properties.speed, 2)
})

test("a way across the antimeridian stays in one piece", () => {
    const points = [179.9, -179.9].map((longitude, second) => point(second, { coordinate: { latitude: 0, longitude } }))
    assert.deepEqual(trackLines(points, 0, 2)[0].geometry.coordinates.map(([longitude]) => Math.round(longitude * 10)), [1799, 1801])
})

test("a day at 1 Hz: only the last minutes are drawn with each fix, and the old way rarely", () => {
    const track = new Track()
    let drawn = 0
    for (let second = 0; second < 86_400; second += 1) {
        track.add(point(second))
        if (track.freeze()) drawn += 1
        assert.ok(track.points.length - track.frozen <= 600)
    }
    assert.ok(drawn < 200, `${drawn}`)
    const old = track.oldLines.at(-1)?.geometry.coordinates.at(-1)
    assert.deepEqual(track.recentLines[0].geometry.coordinates[0], old)
})

test("memory is bounded", () => {
    const track = new Track()
    for (let second = 0; second < 450_000; second += 1) track.add({ longitude: 9, latitude: 47, time: second * 1000, speed: 1, startsSegment: false })
    assert.ok(track.points.length <= 200_000)
})
