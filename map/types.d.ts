// What the daemon says (docs/reference/protocol.md), for JSDoc to name, and the two libraries, which bring no types.

declare const maplibregl: any
declare const pmtiles: any

// Of the browser, and younger than the descriptions of the compiler.
declare const CompressionStream: any
declare const DecompressionStream: any

/** Degrees on WGS 84. */
interface Coordinate { latitude: number; longitude: number }

/** A position: metres, m/s, degrees; `age` in seconds at the moment of the answer. */
interface DeviceLocation {
    coordinate: Coordinate
    horizontalAccuracy?: number
    altitude?: number
    speed?: number
    course?: number
    satellitesUsed?: number
    satellitesSeen?: number
    timestamp?: string
    timestampSuspect?: boolean
    age?: number
    stale?: boolean
    simulated?: boolean
}

/** The names of a place; `distance` in metres and `bearing` in degrees to the middle of the locality. */
interface Placemark {
    name?: string
    thoroughfare?: string
    subThoroughfare?: string
    subLocality?: string
    localitySource?: string
    locality?: string
    administrativeArea?: string
    country?: string
    isoCountryCode?: string
    inlandWater?: string
    ocean?: string
    cityWithContext?: string
    fullAddress?: string
    attribution?: string
    distance?: number
    bearing?: number
    distant?: boolean
    age?: number
    stale?: boolean
    coordinate?: Coordinate
    population?: number
}

interface Source { state: string; device?: string; since?: number; reason?: string }
/** `declination`: degrees by which magnetic north lies east of true north; `declinationSuspect`: of a date that the model is not made for. */
interface Heading { trueHeading?: number; magneticHeading?: number; declination?: number; declinationSuspect?: boolean; accuracy?: number; origin?: string; age?: number }
interface Visit {
    coordinate: Coordinate
    horizontalAccuracy?: number
    arrival?: string
    departure?: string
    duration?: number
    placemark?: Placemark
}

/** Where a trip began or ended; `utcOffset`: seconds that the clocks of that place are ahead of UTC then. */
interface TripEnd { coordinate: Coordinate; timestamp?: string; utcOffset?: number; placemark?: Placemark }

/** A trip that is kept: seconds and metres. */
interface Trip {
    id: string
    state: "underway" | "provisional" | "final"
    start: TripEnd
    end: TripEnd
    duration: number
    distance: number
    movingTime: number
    gaps?: { duration: number; distance: number }[]
    label?: { class?: string; note?: string }
}

/** Everything that the daemon knows at one moment. */
interface Status {
    precision?: "precise" | "reduced"
    source?: Source
    location?: DeviceLocation
    placemark?: Placemark
    motion?: string
    heading?: Heading
    regions?: string[]
    visit?: Visit
    guard?: string
    /** Metres of all trips; absent while no trips are kept. */
    odometer?: number
}

/** A line of `watch`, of `/v1/events` or of a replay. */
interface DaemonEvent {
    event: string
    elapsed?: number
    status?: Status
    location?: DeviceLocation
    placemark?: Placemark
    source?: Source
    heading?: Heading
    region?: string
    visit?: Visit
    reason?: string
    timeZone?: string
    bytes?: number
    of?: number
    detail?: string
    option?: string
    [key: string]: unknown
}

/** Which of day and month comes first in the dates of a recording that do not tell it themselves. */
type DateOrder = "dmy" | "mdy"

/** GeoJSON, as far as the page has to do with it. */
type Position = number[]
interface Geometry { type: string; coordinates: any }
interface Feature { type: "Feature"; id?: string | number; geometry: Geometry; properties: { [key: string]: any } }
interface FeatureCollection { type: "FeatureCollection"; features: Feature[] }

/** A file of tiles that the server has. */
interface Basemap { name: string; url: string; kind: "placemarkd" | "foreign"; bytes?: number }
