// What both maps can do: that of MapLibre, and the simple one where there is no WebGL.

/**
 * A pin of the map, which is a button: MapKit's annotation.
 * @typedef {{coordinate: Coordinate, label: string, kind: "visit" | "place" | "cluster" | "trip", count?: number, select: () => void}} Annotation
 * @typedef {{coordinate: Coordinate, label: string, move: (to: Coordinate) => void}} Handle
 * @typedef {{center: Coordinate, zoom?: number, bearing?: number}} Camera
 *
 * @typedef {object} MapSurface
 * @property {() => Coordinate} center
 * @property {() => number} zoom
 * @property {() => number} bearing
 * @property {() => [west: number, south: number, east: number, north: number]} bounds of the window, in degrees; the east may be beyond 180
 * @property {(point: Coordinate) => [x: number, y: number]} pixel where a place is in the window
 * @property {(name: string, features: Feature[]) => void} setOverlay
 * @property {{pixels: number, milliseconds: number}} wayStep by how much the recent way grows from one `setOverlay` to the next, and how often at most
 * @property {(inside: ReadonlySet<string>) => void} setInside
 * @property {(camera: Camera, glideInMs: number) => void} moveTo follows: every camera move but this one is a flight
 * @property {() => boolean} isMoving in a flight, or by a hand
 * @property {() => void} stay a move that `moveTo` has begun ends where it is
 * @property {(camera: Camera) => void} flyTo
 * @property {(bounds: [number, number, number, number]) => void} fit
 * @property {(location: UserLocation | undefined) => void} setUserLocation
 * @property {(annotations: Annotation[]) => void} setAnnotations
 * @property {(handles: Handle[]) => void} setHandles
 * @property {(coordinate: Coordinate, content: HTMLElement, closed?: () => void) => void} showCallout `closed` is called once, when it goes
 * @property {() => void} hideCallout
 * @property {(padding: {left: number, right: number, top: number, bottom: number}) => void} setPadding
 * @property {(levels: number) => void} zoomBy
 * @property {(x: number, y: number) => void} panBy pixels
 * @property {() => HTMLCanvasElement | undefined} drawing what the graphics card has drawn, which a printer does not get by itself
 * @property {(appearance: import("../model/palette.js").Appearance) => void} setAppearance
 * @property {(listener: SurfaceListener) => void} listen
 *
 * The dot: radius in metres, direction in degrees.
 * @typedef {{coordinate: Coordinate, accuracy: number, direction: number | undefined, isStale: boolean, label: string, glideInMs: number}} UserLocation
 *
 * @typedef {object} SurfaceListener
 * @property {(point: Coordinate, region: string | undefined) => boolean} click whether it was for a draft or a region
 * @property {(point: Coordinate) => void} longPress
 * @property {(point: Coordinate, name: string) => void} nameClicked something of the ground that has a name
 * @property {() => void} userMoved the user has moved the map
 * @property {() => void} moved the camera has come to rest elsewhere
 * @property {() => void} changed the camera is elsewhere, perhaps on its way
 */

/** `wayStep` where pictures cost little: as often as most receivers tell where they are, and no sooner than the dot has glided there. */
export const wayStep = { pixels: 2, milliseconds: 1000 }
