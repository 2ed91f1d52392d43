import assert from "node:assert/strict"
import { test } from "node:test"
import { Lines } from "../model/lines.js"
import { ServerSentEvents } from "../model/serverSentEvents.js"
import { clockInWords, Timeline } from "../model/timeline.js"

test("events come whole, cut at any place", () => {
    const text = 'event: location\nid: a-1\ndata: {"event":"location"}\n\nid: a-2\n\n: comment\ndata: {"event":\ndata: "x"}\nid: a-3\r\n\r\n'
    for (let cut = 0; cut <= text.length; cut += 1) {
        const events = new ServerSentEvents()
        const all = [...events.take(text.slice(0, cut)), ...events.take(text.slice(cut))]
        assert.deepEqual(all.map((data) => JSON.parse(data).event), ["location", "x"], `cut at ${cut}`)
        assert.equal(events.lastEventID, "a-3")
    }
})

test("an event that a break cut in two is forgotten, but not the identifier before", () => {
    const events = new ServerSentEvents()
    events.take('id: a-1\ndata: {"event":"x"}\n\ndata: {"eve')
    events.reset()
    assert.deepEqual(events.take('data: {"event":"y"}\n\n'), ['{"event":"y"}'])
    assert.equal(events.lastEventID, "a-1")
})

test("lines of JSON come whole, and what is none is left out", () => {
    const lines = new Lines()
    assert.deepEqual(lines.take('{"a":1}\n{"b"'), [{ a: 1 }])
    assert.deepEqual(lines.take(":2}\nnonsense\n\n"), [{ b: 2 }])
    lines.take('{"c":3}')
    assert.deepEqual(lines.finish(), [{ c: 3 }])
})

const location = (/** @type {number} */ elapsed, longitude = 9 + elapsed / 1000) => ({ event: "location", elapsed, location: { coordinate: { latitude: 47, longitude }, speed: 10 } })

test("a trip: where it was at a time, what it had been told, how long it is", () => {
    const trip = new Timeline()
    for (const line of [
        { event: "progress", bytes: 5, of: 10 }, location(0), { event: "placemark", elapsed: 1, placemark: { locality: "A" } }, location(10),
        { event: "placemark", elapsed: 12, placemark: { locality: "B" } }, { event: "regionEntered", elapsed: 15, region: "home" }, location(20),
        { event: "comparison", policies: [{ policy: "on-change", requests: 3 }] }, { event: "summary", distance: 1500 },
    ]) trip.take(line)
    assert.ok(Math.abs((trip.at(5)?.longitude ?? 0) - 9.005) < 1e-9)
    assert.equal(trip.at(-3)?.longitude, 9)
    assert.equal(trip.at(99)?.longitude, 9.02)
    assert.equal(trip.latest(11, "placemark")?.placemark?.locality, "A")
    assert.equal(trip.latest(13, "placemark")?.placemark?.locality, "B")
    assert.equal(trip.duration, 20)
    assert.deepEqual(trip.progress, { bytes: 5, of: 10 })
    assert.equal(trip.summary?.distance, 1500)
    assert.equal(trip.policies.length, 1)
    assert.equal(trip.events.length, 3)
    assert.deepEqual(trip.bounds, [9, 47, 9.02, 47])
})

test("a trip of a million positions and events stays small", () => {
    const trip = new Timeline()
    for (let second = 0; second < 1_000_000; second += 1) trip.take(location(second, 9))
    for (let second = 0; second < 20_000; second += 1) trip.take({ event: "paused", elapsed: second })
    assert.ok(trip.moments.length <= 50_000)
    assert.ok(trip.moments.length > 10_000)
    assert.equal(trip.events.length + trip.eventsLeftOut, 20_000)
    assert.ok(trip.events.length <= 5_000)
})

test("a recording whose dates do not tell the month asks for their order, and another failure does not", () => {
    const failed = { event: "failed", detail: "it came to nothing" }
    const other = new Timeline()
    other.take(failed)
    assert.deepEqual([other.failure, other.lacksOrderOfDates], ["it came to nothing", false])
    const table = new Timeline()
    for (const event of [{ event: "question", option: "dates" }, failed]) table.take(event)
    assert.match(table.failure ?? "", /which number in its dates is the month/)
    assert.ok(table.lacksOrderOfDates)
})

test("a gap of the recording is a gap of the line", () => {
    const trip = new Timeline()
    for (const second of [0, 1, 2, 700, 701]) trip.take(location(second))
    assert.deepEqual(trip.lines().map(({ geometry }) => geometry.coordinates.length), [3, 2])
})

test("points ten minutes apart, as placemarkd itself writes a steady course, are one line, however many of them are left out", () => {
    const trip = new Timeline()
    for (let point = 0; point < 4; point += 1) trip.take(location(point * 600, 9 + point / 100))
    assert.deepEqual(trip.lines().map(({ geometry }) => geometry.coordinates.length), [4])
    const long = new Timeline()
    for (let point = 0; point < 60_000; point += 1) long.take(location(point * 600 + (point > 30_000 ? 700 : 0), 9 + point / 1e6))
    assert.ok(long.moments.length <= 50_000)
    assert.equal(long.lines().length, 2, "one gap, and no other")
})

test("a failure keeps its words", () => {
    const trip = new Timeline()
    trip.take({ event: "failed", detail: "no recording" })
    assert.equal(trip.failure, "no recording")
})

test("the clock of the slider", () => {
    assert.equal(clockInWords(3723.9), "1:02:03")
    assert.equal(clockInWords(-1), "0:00:00")
})
