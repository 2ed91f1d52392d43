// The way by date: which days have one, how long it is, and as a file to take away.

import { distanceInMeters, unwrapped, wrapped } from "./geometry.js"

/**
 * The way of one day in the time zone of the browser.
 * @typedef {object} DayOfTrack
 * @property {string} day `2026-11-20`
 * @property {import("./track.js").TrackPoint[]} points in the order of time
 * @property {number} length metres
 * @property {number} movingInMs how long it was under way
 */

/** Slower than this, in m/s, from one kept point to the next, it rests: a box that stands still keeps the same place every ten minutes. */
const slowestWay = 0.3

/**
 * The name of the day of a moment; by local time, as people name days.
 * @param {number} time milliseconds since 1970
 */
export function dayOf(time) {
    const date = new Date(time)
    return nameOfDay(date.getFullYear(), date.getMonth(), date.getDate())
}

/**
 * @param {number} year
 * @param {number} month 0 to 11
 * @param {number} day
 */
const nameOfDay = (year, month, day) => `${String(year).padStart(4, "0")}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`

/**
 * The days that have a way, by their names. What crosses midnight belongs to the day in which it ends.
 * @param {readonly import("./track.js").TrackPoint[]} points
 * @returns {Map<string, DayOfTrack>}
 */
export function daysOfTrack(points) {
    /** @type {Map<string, DayOfTrack>} */
    const days = new Map()
    /** @type {import("./track.js").TrackPoint | undefined} */
    let before
    for (const point of points) {
        const name = dayOf(point.time)
        let day = days.get(name)
        if (!day) {
            day = { day: name, points: [], length: 0, movingInMs: 0 }
            days.set(name, day)
            // So that the line begins where the night's ended.
            if (before && !point.startsSegment) day.points.push({ ...before, startsSegment: true })
        }
        if (before && !point.startsSegment) {
            const [meters, milliseconds] = [distanceInMeters(before, point), point.time - before.time]
            if (meters * 1000 >= slowestWay * milliseconds) {
                day.length += meters
                day.movingInMs += milliseconds
            }
        }
        day.points.push(point)
        before = point
    }
    return days
}

/**
 * The weeks of a month, from Monday to Sunday; nothing where a week has days of other months.
 * @param {number} year
 * @param {number} month 0 to 11
 * @returns {(string | undefined)[][]}
 */
export function weeksOfMonth(year, month) {
    const empty = (new Date(year, month, 1).getDay() + 6) % 7
    const count = new Date(year, month + 1, 0).getDate()
    /** @type {(string | undefined)[]} */
    const cells = [...Array(empty).fill(undefined), ...Array.from({ length: count }, (_, index) => nameOfDay(year, month, index + 1))]
    return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => Array.from({ length: 7 }, (_, day) => cells[week * 7 + day]))
}

/**
 * Where the box was at a time: between two points on the straight way from one to the other, because of a steady way few are kept; where
 * nothing is known of the way, at the last point before it, or the first one.
 * @param {readonly import("./track.js").TrackPoint[]} points
 * @param {number} time
 */
export function pointAt(points, time) {
    let [low, high] = [0, points.length]
    while (low < high) {
        const middle = (low + high) >> 1
        if (points[middle].time <= time) low = middle + 1
        else high = middle
    }
    const [before, after] = [points[Math.max(0, low - 1)], points[low]]
    if (!after || after.startsSegment || time <= before.time) return before
    const share = (time - before.time) / (after.time - before.time)
    const east = before.longitude + share * (unwrapped(after.longitude, before.longitude) - before.longitude)
    return { ...before, time, latitude: before.latitude + share * (after.latitude - before.latitude), longitude: wrapped(east) }
}

/**
 * GPX 1.1, as `placemarkctl track --format gpx` writes it: a segment wherever the way is not known.
 * @param {readonly import("./track.js").TrackPoint[]} points
 */
export function gpxOf(points) {
    const segments = points.reduce((text, { latitude, longitude, time, startsSegment }, index) => {
        const begin = index === 0 ? "<trkseg>\n" : startsSegment ? "</trkseg>\n<trkseg>\n" : ""
        // GPX has longitudes below 180 only.
        const east = longitude >= 180 ? longitude - 360 : longitude
        return `${text}${begin}<trkpt lat="${latitude.toFixed(7)}" lon="${east.toFixed(7)}"><time>${new Date(time).toISOString()}</time></trkpt>\n`
    }, "")
    return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="placemarkd" xmlns="http://www.topografix.com/GPX/1/1">\n<trk>\n${segments}${points.length ? "</trkseg>\n" : ""}</trk>\n</gpx>\n`
}
