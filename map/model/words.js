// What the page says about a place and about time: everything that a screen reader reads is made here.

import { courseInWords, lengthInWords, speedInWords } from "./units.js"

/**
 * `now`, `40 s`, `12 min`, `3 h 5 min`, `2 days`.
 * @param {number} seconds
 */
export function durationInWords(seconds) {
    if (seconds < 5) return "now"
    if (seconds < 60) return `${Math.floor(seconds)} s`
    const minutes = Math.floor(seconds / 60)
    if (minutes < 60) return `${minutes} min`
    const hours = Math.floor(minutes / 60)
    if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`
    const days = Math.floor(hours / 24)
    return days === 1 ? "1 day" : `${days} days`
}

/**
 * `now` or `12 min ago`.
 * @param {number} seconds
 */
export function agoInWords(seconds) {
    const words = durationInWords(seconds)
    return words === "now" ? words : `${words} ago`
}

const directions = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]

/**
 * One of eight directions.
 * @param {number} degrees
 */
export function directionInWords(degrees) {
    return directions[((Math.round(degrees / 45) % 8) + 8) % 8]
}

/**
 * `+47.14100°, +9.52100°` the way people type it: `47.14100, 9.52100`.
 * @param {Coordinate} coordinate
 */
export function coordinateInWords(coordinate) {
    return `${coordinate.latitude.toFixed(5)}, ${coordinate.longitude.toFixed(5)}`
}

/**
 * The city, or what there is instead of one.
 * @param {Placemark} placemark
 */
export function cityInWords(placemark) {
    return placemark.cityWithContext || placemark.locality || placemark.inlandWater || placemark.ocean || placemark.name || "Unnamed place"
}

/**
 * What was searched for: a street is called by its own name, and not by that of its city.
 * @param {Placemark} placemark
 */
export function titleInWords(placemark) {
    if (!placemark.thoroughfare) return cityInWords(placemark)
    return placemark.subThoroughfare && placemark.name ? placemark.name : placemark.thoroughfare
}

/**
 * The street with its number where that is known, else what else the place is called; nothing that the city's line says already.
 * @param {Placemark} placemark
 * @returns {string | undefined}
 */
export function streetInWords(placemark) {
    const { name, locality, distant } = placemark
    if (name && name !== locality && name !== cityInWords(placemark) && !distant) return name
    return placemark.thoroughfare || placemark.subLocality || undefined
}

/**
 * How far the middle of the place is. `placemark.bearing` leads to it, so the box is on the other side.
 * @param {Placemark} placemark
 * @param {import("./units.js").Units} units
 * @returns {string | undefined}
 */
export function distanceFromPlaceInWords(placemark, units) {
    if (placemark.distance === undefined || placemark.distant) return undefined
    const length = lengthInWords(placemark.distance, units)
    if (placemark.bearing === undefined || placemark.distance < 100) return `${length} from the centre`
    return `${length} ${directionInWords(placemark.bearing + 180)} of the centre`
}

/**
 * Since when the place has had its name.
 * @param {Placemark} placemark
 * @param {number} seconds its age now
 */
export function sinceInWords(placemark, seconds) {
    if (placemark.stale) return `named ${agoInWords(seconds)}; the box may be elsewhere by now`
    // No seconds: a text that changes each second has the window drawn each second.
    return seconds < 60 ? "for less than a minute" : `for ${durationInWords(seconds)}`
}

/**
 * `084°`, or `071° M` from a magnetic compass that does not know where true north is; undefined without a compass, because a course is
 * no heading.
 * @param {Heading | undefined} heading
 */
export function headingInWords(heading) {
    if (heading?.origin !== "compass") return undefined
    if (heading.trueHeading !== undefined) return courseInWords(heading.trueHeading)
    return heading.magneticHeading === undefined ? undefined : `${courseInWords(heading.magneticHeading)} M`
}

/**
 * What stands beside a heading from true north: `071° M, 12.7° E`, the heading from magnetic north and the declination; undefined
 * where one of the three is not known.
 * @param {Heading | undefined} heading
 */
export function magneticInWords(heading) {
    const { origin, trueHeading, magneticHeading, declination, declinationSuspect } = heading ?? {}
    if (origin !== "compass" || trueHeading === undefined || magneticHeading === undefined || declination === undefined) return undefined
    const about = declinationSuspect ? "about " : ""
    return `${courseInWords(magneticHeading)} M, ${about}${Math.abs(declination).toFixed(1)}° ${declination < 0 ? "W" : "E"}`
}

/**
 * Speed, course and accuracy on one line.
 * @param {DeviceLocation} location
 * @param {string | undefined} motion
 * @param {import("./units.js").Units} units
 */
export function motionInWords(location, motion, units) {
    const words = []
    if (motion === "stationary") words.push("at rest")
    else if (location.speed !== undefined) {
        words.push(speedInWords(location.speed, units))
        if (location.course !== undefined && location.speed > 0.5) words.push(directionInWords(location.course))
    }
    if (location.horizontalAccuracy !== undefined) words.push(`± ${lengthInWords(location.horizontalAccuracy, units)}`)
    if (location.simulated) words.push("simulated")
    return words.join(" · ")
}

/**
 * A time of a visit or of a trip in the time zone of the browser.
 * @param {string | undefined} time in ISO 8601
 * @param {string} [locale]
 */
export function timeInWords(time, locale) {
    const date = time ? new Date(time) : undefined
    if (!date || Number.isNaN(date.getTime())) return undefined
    return date.toLocaleString(locale, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
}

/**
 * Arrival, departure and length of a stay.
 * @param {Visit} visit
 * @param {string} [locale]
 */
export function visitInWords(visit, locale) {
    const arrival = timeInWords(visit.arrival, locale) || "arrival unknown"
    const length = visit.duration === undefined ? "" : ` · ${durationInWords(visit.duration)}`
    if (!visit.departure) return `since ${arrival}${length}`
    return `${arrival} – ${timeInWords(visit.departure, locale) || "departure unknown"}${length}`
}

/**
 * What an event was, for the list beside the time slider.
 * @param {DaemonEvent} event
 */
export function eventInWords(event) {
    switch (event.event) {
        case "placemark": return event.placemark ? cityInWords(event.placemark) : "No place"
        case "regionEntered": return `Entered ${event.region}`
        case "regionExited": return `Left ${event.region}`
        case "visitArrived": return event.visit?.placemark ? `Stay in ${cityInWords(event.visit.placemark)}` : "Stay begins"
        case "visitDeparted": return event.visit?.placemark ? `End of the stay in ${cityInWords(event.visit.placemark)}` : "Stay ends"
        case "paused": return "At rest"
        case "resumed": return "Moving again"
        case "geocode": return `Place asked for (${event.reason})`
        case "timeZone": return `Time zone ${event.timeZone}`
        case "source": return `Receiver: ${event.source?.state}`
        case "rejected": return `Fix not believed (${event.reason})`
        default: return event.event
    }
}
