// The trips that the daemon keeps (docs/guide/trips.md): which belong to a day, what is said of them, and their stretch of the way.

import { dayOf, pointAt } from "./days.js"
import { lengthInWords } from "./units.js"
import { cityInWords, coordinateInWords, durationInWords } from "./words.js"

/** A trip that lasts longer, in days, is not in the calendar beyond them. */
const mostDays = 400

/**
 * A line of `/v1/trips`; nothing where it is none, or where the receiver knew no time: such a trip is of no day.
 * @param {any} line
 * @returns {Trip | undefined}
 */
export function tripOfLine(line) {
    if (typeof line?.id !== "string" || !line.start?.coordinate || !line.end?.coordinate) return undefined
    return Number.isNaN(Date.parse(line.start.timestamp ?? "")) ? undefined : line
}

/**
 * When it began and ended, in milliseconds since 1970.
 * @param {Trip} trip
 */
export function timesOfTrip(trip) {
    const from = Date.parse(trip.start.timestamp ?? "")
    const end = Date.parse(trip.end.timestamp ?? "")
    return { from, until: Number.isNaN(end) ? from + trip.duration * 1000 : Math.max(from, end) }
}

/**
 * Those that were under way on a day, by the clock of the browser, as the days of the track are.
 * @param {readonly Trip[]} trips
 * @param {string} day `2026-11-20`
 */
export function tripsOfDay(trips, day) {
    return trips.filter((trip) => {
        const { from, until } = timesOfTrip(trip)
        return dayOf(from) <= day && day <= dayOf(until)
    })
}

/**
 * How many trips each day has.
 * @param {readonly Trip[]} trips
 * @returns {Map<string, number>}
 */
export function daysOfTrips(trips) {
    /** @type {Map<string, number>} */
    const days = new Map()
    for (const trip of trips) {
        const { from, until } = timesOfTrip(trip)
        const [date, last] = [new Date(from), dayOf(until)]
        for (let count = 0; count < mostDays && dayOf(date.getTime()) <= last; count += 1) {
            const day = dayOf(date.getTime())
            days.set(day, (days.get(day) ?? 0) + 1)
            date.setDate(date.getDate() + 1)
        }
    }
    return days
}

/**
 * The way between two times, out of the ways of days; it begins and ends at these times, where the way is known there.
 * @param {Iterable<import("./days.js").DayOfTrack>} days in the order of time
 * @param {{from: number, until: number}} times
 * @returns {import("./track.js").TrackPoint[]} nothing where nothing of it is known
 */
export function stretch(days, { from, until }) {
    /** @type {import("./track.js").TrackPoint[]} */
    const points = []
    for (const day of days) {
        const [first, last] = [day.points[0], day.points[day.points.length - 1]]
        if (!first || last.time < from || first.time > until) continue
        // A day begins with the last point of the night before.
        for (const point of day.points) if (point.time > (points.at(-1)?.time ?? -Infinity)) points.push(point)
    }
    if (points.length === 0) return []
    // Before the first point and in a gap nobody knows where it was: the way begins and ends with what is known.
    const isKnown = (/** @type {number} */ time) => {
        const next = points.findIndex((point) => point.time >= time)
        return next >= 0 && (points[next].time === time || (next > 0 && !points[next].startsSegment))
    }
    const way = points.filter(({ time }) => from < time && time < until)
    if (isKnown(from)) way.unshift({ ...pointAt(points, from), time: from })
    if (isKnown(until)) way.push({ ...pointAt(points, until), time: until, startsSegment: false })
    return way.length > 1 ? [{ ...way[0], startsSegment: true }, ...way.slice(1)] : []
}

/** @param {TripEnd} end */
const nameOfEnd = ({ placemark, coordinate }) => (placemark ? placemark.locality || cityInWords(placemark) : coordinateInWords(coordinate))

/**
 * Where it began, and where it ended or has come to.
 * @param {Trip} trip
 */
export const placesOfTrip = (trip) => [nameOfEnd(trip.start), nameOfEnd(trip.end)]

/**
 * Date and time at a place, and how far its clocks are ahead of UTC, in minutes; by the browser's clock where the daemon does not know it.
 * @param {TripEnd} end
 * @param {number} time
 */
function local({ utcOffset }, time) {
    const browser = -new Date(time).getTimezoneOffset()
    const minutes = utcOffset === undefined ? browser : Math.round(utcOffset / 60)
    const text = new Date(time + minutes * 60_000).toISOString()
    return { date: text.slice(0, 10), clock: text.slice(11, 16), minutes, isForeign: minutes !== browser }
}

/**
 * `UTC+5:30`
 * @param {number} minutes
 */
export function zoneInWords(minutes) {
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
    return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`
}

/**
 * `08:12 – 09:40`, in the time of the places where it began and ended. The zone is said where it is not the reader's, and the day where
 * it is another one.
 * @param {Trip} trip
 */
export function timesOfTripInWords(trip) {
    const { from, until } = timesOfTrip(trip)
    const [start, end] = [local(trip.start, from), local(trip.end, until)]
    const withZone = (/** @type {typeof start} */ { clock, minutes, isForeign }) => (isForeign || start.minutes !== end.minutes ? `${clock} (${zoneInWords(minutes)})` : clock)
    if (trip.state === "underway") return `since ${withZone(start)}`
    const day = end.date === start.date ? "" : `${Number(end.date.slice(8))} ${new Date(`${end.date}T12:00Z`).toLocaleDateString("en-GB", { month: "short", timeZone: "UTC" })} `
    const [first, last] = [withZone(start), withZone(end)]
    // One zone is said once.
    const isSaidTwice = start.minutes === end.minutes && start.isForeign && end.isForeign
    return `${isSaidTwice ? start.clock : first} – ${day}${last}`
}

/**
 * Its length, its time under way, what nobody knows of it, and what somebody has said of it.
 * @param {Trip} trip
 * @param {import("./units.js").Units} units
 */
export function tripInWords(trip, units) {
    const gaps = trip.gaps ?? []
    const missing = durationInWords(gaps.reduce((sum, { duration }) => sum + duration, 0))
    return [
        lengthInWords(trip.distance, units),
        trip.movingTime < 60 ? "" : `${durationInWords(trip.movingTime)} under way`,
        gaps.length === 1 ? `a gap of ${missing}` : gaps.length > 1 ? `${gaps.length} gaps, ${missing} in all` : "",
        trip.state === "provisional" ? "may go on" : "",
        trip.label?.class ?? "",
    ].filter(Boolean).join(" · ")
}
