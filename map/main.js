// The page: puts together what is known, what is shown, and what the reader does.

import { json, reverse } from "./io/api.js"
import { listen } from "./io/live.js"
import { clusters } from "./model/clusters.js"
import { cameraFollowing, direction, glideInMs, nextTrackingMode } from "./model/following.js"
import { cellRing, distanceInMeters } from "./model/geometry.js"
import { afterConnection, afterEvent, badge, isStale, nothingKnown } from "./model/state.js"
import { cityInWords, visitInWords } from "./model/words.js"
import { placeCallout, regionCallout, visitCallout } from "./view/callouts.js"
import { byID, element, notice } from "./view/elements.js"
import { openMap } from "./view/openMap.js"
import { Options } from "./view/optionsView.js"
import { coveredByPanel, showTab, startPanel } from "./view/panel.js"
import { showPlace } from "./view/placeCard.js"
import { RegionEditor } from "./view/regionEditor.js"
import { RegionsView } from "./view/regionsView.js"
import { ReplayView } from "./view/replayView.js"
import { showScale } from "./view/scaleView.js"
import { startSearch } from "./view/searchBox.js"
import { TrackOverlay } from "./view/trackOverlay.js"
import { VisitsView, visitName } from "./view/visitsView.js"

/** How near the map is when it first shows the box. */
const firstZoom = { streets: 15, noStreets: 12, reduced: 11 }

/** How often the page asks for the whole state, besides listening. */
const statusIntervalInMs = 15_000

/** Everything that is open: one of it for the life of the page. */
class Page {
    state = nothingKnown
    /** @type {import("./model/following.js").UserTrackingMode} */
    userTrackingMode = "follow"
    /**
     * What a search or a press has found.
     * @type {{place: Placemark | undefined, coordinate: Coordinate} | undefined}
     */
    found = undefined
    wasShown = false
    lastFixAt = 0
    /** What `#showCell` has shown. */
    shownCell = "null"
    /** Whether the connection was lost since it was last live. */
    hasMissedSomething = false

    /**
     * @param {import("./view/surface.js").MapSurface} surface
     * @param {Options} options
     * @param {boolean} hasReplay
     * @param {boolean} hasStreets
     */
    constructor(surface, options, hasReplay, hasStreets) {
        this.hasStreets = hasStreets
        this.surface = surface
        this.options = options
        const units = () => options.units
        this.track = new TrackOverlay(surface)
        this.visits = new VisitsView((visit) => this.showVisit(visit), () => this.showAnnotations())
        this.regions = new RegionsView(surface, units, {
            create: (kind) => this.editor.create(kind),
            select: (region) => this.showRegion(region, true),
        })
        this.editor = new RegionEditor(surface, this.regions)
        this.replay = new ReplayView(surface, units, () => this.showAnnotations(), () => this.setTrackingMode("none"))
        byID("tab-trip").hidden = !hasReplay
        this.annotationZoom = NaN
        surface.listen(this)
    }

    start() {
        startSearch(() => this.surface.center(), (place, zoom) => {
            this.setTrackingMode("none")
            this.showFound(place, place.coordinate)
            this.surface.flyTo({ center: place.coordinate, zoom })
        })
        byID("tracking").addEventListener("click", () => this.setTrackingMode(nextTrackingMode(this.userTrackingMode, direction(this.state) !== undefined)))
        byID("north").addEventListener("click", () => {
            if (this.userTrackingMode === "followWithHeading") this.setTrackingMode("follow")
            this.surface.flyTo({ center: this.surface.center(), bearing: 0, zoom: this.surface.zoom() })
        })
        byID("zoom-in").addEventListener("click", () => this.surface.zoomBy(1))
        byID("zoom-out").addEventListener("click", () => this.surface.zoomBy(-1))
        byID("tabs").addEventListener("click", () => this.regions.showList())
        document.addEventListener("keydown", (event) => this.#keyDown(event))
        this.setTrackingMode(this.userTrackingMode)
        void this.regions.load()
        void this.visits.load()
        void this.track.load()
        listen((event) => this.take(event), (connection) => this.connected(connection))
        setInterval(() => void this.refresh(), statusIntervalInMs)
        // Ages go on when nothing happens.
        setInterval(() => { if (!document.hidden) this.showWords() }, 1000)
    }

    /** Asks for what the daemon finds out without an event: a region around a box that stands still, and motion. */
    async refresh() {
        if (document.hidden || this.state.connection.kind !== "live") return
        // The stream tells of a connection that is lost.
        const status = await json("/v1/status").catch(() => undefined)
        if (status) this.take({ event: "status", status })
    }

    /** @param {DaemonEvent} event */
    take(event) {
        const before = this.state.location
        this.state = afterEvent(this.state, event, Date.now())
        const location = this.state.location
        if (location && location !== before) {
            if (this.state.precision === "precise") this.track.add(location)
            this.showLocation(before)
        } else if (["status", "heading", "source"].includes(event.event)) this.showLocation(location)
        if (event.event.startsWith("visit")) void this.visits.load()
        if (event.event === "regionEntered") notice(`Entered ${event.region}`)
        if (event.event === "regionExited") notice(`Left ${event.region}`)
        if (event.event !== "location") this.showWords()
        this.regions.setInside(this.state.regions)
    }

    /** @param {import("./model/state.js").Connection} connection */
    connected(connection) {
        const wasAsleep = this.state.connection.kind === "asleep"
        this.state = afterConnection(this.state, connection)
        document.body.dataset.connection = connection.kind
        if (connection.kind === "live" && this.hasMissedSomething) {
            this.hasMissedSomething = false
            if (!wasAsleep) notice("Connected again; what was missed is on the map now.")
            void this.track.load()
            void this.visits.load()
            void this.regions.load()
        } else if (connection.kind === "lost" || connection.kind === "asleep") this.hasMissedSomething = true
        this.showLocation(this.state.location)
        this.showWords()
    }

    /**
     * The dot, the cell, the camera.
     * @param {DeviceLocation | undefined} before
     */
    showLocation(before) {
        const { location, precision } = this.state
        if (!location) return
        const { coordinate, horizontalAccuracy } = location
        const now = performance.now()
        const glide = before && before !== location ? glideInMs(now - this.lastFixAt, distanceInMeters(before.coordinate, coordinate)) : 0
        if (before !== location) this.lastFixAt = now
        const isReduced = precision === "reduced"
        this.#showCell(isReduced ? coordinate : undefined)
        const problem = badge(this.state)
        this.surface.setUserLocation(isReduced ? undefined : {
            coordinate,
            accuracy: horizontalAccuracy ?? 0,
            direction: direction(this.state),
            isStale: isStale(this.state),
            label: problem ? `Last known position. ${problem.title}` : "Position of the box",
            glideInMs: glide,
        })
        if (!this.wasShown) {
            this.wasShown = true
            this.surface.moveTo({ center: coordinate, zoom: isReduced ? firstZoom.reduced : this.hasStreets ? firstZoom.streets : firstZoom.noStreets }, 0)
        }
        this.follow(glide)
        document.body.dataset.stale = String(isStale(this.state))
    }

    /**
     * The map is only told when it is another cell: a new shape makes it draw all of itself.
     * @param {Coordinate | undefined} center
     */
    #showCell(center) {
        const shown = JSON.stringify(center ?? null)
        if (shown === this.shownCell) return
        this.shownCell = shown
        this.surface.setOverlay("cell", center ? [{ type: "Feature", geometry: { type: "Polygon", coordinates: [cellRing(center)] }, properties: {} }] : [])
    }

    /** @param {number} glide milliseconds */
    follow(glide) {
        const camera = cameraFollowing(this.userTrackingMode, this.state)
        if (!camera) return
        const [longitude, latitude] = camera.center
        this.surface.moveTo({ center: { longitude, latitude }, bearing: camera.bearing }, glide)
    }

    /** @param {import("./model/following.js").UserTrackingMode} mode */
    setTrackingMode(mode) {
        this.userTrackingMode = mode
        const names = { none: "Follow: off", follow: "Follow: on", followWithHeading: "Follow: on, with the heading up" }
        const tracking = byID("tracking")
        tracking.dataset.mode = mode
        tracking.setAttribute("aria-label", names[mode])
        tracking.title = names[mode]
        this.follow(mode === "none" ? 0 : 400)
    }

    showWords() {
        showPlace(this.state, this.options.units, Date.now())
    }

    showAnnotations() {
        const zoom = this.surface.zoom()
        this.annotationZoom = Math.round(zoom * 2)
        /** @type {import("./view/surface.js").Annotation[]} */
        const annotations = clusters(this.visits.visits, zoom).map(({ coordinate, members }) =>
            members.length === 1
                ? { coordinate, kind: "visit", label: `Visit: ${visitName(members[0])}, ${visitInWords(members[0])}`, select: () => this.showVisit(members[0], false) }
                : { coordinate, kind: "cluster", count: members.length, label: `${members.length} visits; shows them nearer`, select: () => this.surface.flyTo({ center: coordinate, zoom: zoom + 2 }) })
        const { found } = this
        if (found) annotations.push({ coordinate: found.coordinate, kind: "place", label: found.place ? cityInWords(found.place) : "Here", select: () => this.showFound(found.place, found.coordinate) })
        this.surface.setAnnotations([...annotations, ...(this.replay?.annotations() ?? [])])
    }

    /**
     * @param {Placemark | undefined} place
     * @param {Coordinate} coordinate
     */
    showFound(place, coordinate) {
        this.found = { place, coordinate }
        this.showAnnotations()
        const createRegion = () => {
            showTab("regions")
            document.body.classList.add("sheet-up")
            this.editor.create("circle", coordinate)
        }
        this.surface.showCallout(coordinate, placeCallout(place, coordinate, this.state.precision === "precise" ? createRegion : undefined))
    }

    /**
     * @param {Visit} visit
     * @param {boolean} [flies]
     */
    showVisit(visit, flies = true) {
        this.setTrackingMode("none")
        if (flies) this.surface.flyTo({ center: visit.coordinate, zoom: Math.max(14, this.surface.zoom()) })
        this.surface.showCallout(visit.coordinate, visitCallout(visit))
    }

    /**
     * @param {import("./model/regionIndex.js").RegionEntry} region
     * @param {boolean} flies
     */
    showRegion(region, flies) {
        this.setTrackingMode("none")
        const zoom = region.radius ? Math.max(2, Math.min(16, 22.5 - Math.log2(region.radius))) : 13
        if (flies) this.surface.flyTo({ center: region.center, zoom })
        this.surface.showCallout(region.center, regionCallout(region, this.state.regions.has(region.identifier), this.options.units,
            () => {
                showTab("regions")
                this.editor.edit(region)
            },
            () => {
                this.surface.hideCallout()
                void this.editor.remove(region.identifier)
            }))
    }

    /**
     * @param {Coordinate} point
     * @param {string | undefined} identifier
     */
    click(point, identifier) {
        if (this.editor.click(point)) return
        const region = identifier === undefined ? undefined : this.regions.find(identifier)
        if (region) this.showRegion(region, false)
    }

    /**
     * Asks what is there.
     * @param {Coordinate} point
     */
    async longPress(point) {
        if (this.editor.draft) return
        try {
            this.showFound(await reverse(point), point)
        } catch (error) {
            if (/** @type {any} */ (error).code === "no-place") this.showFound(undefined, point)
            else notice(/** @type {Error} */ (error).message, "error")
        }
    }

    userMoved() {
        if (this.userTrackingMode !== "none") this.setTrackingMode("none")
    }

    moved() {
        this.regions.showList()
    }

    changed() {
        showScale(this.surface, this.options.units)
        const bearing = this.surface.bearing()
        const north = byID("north")
        north.hidden = Math.abs(bearing) < 0.5
        north.style.setProperty("--bearing", `${-bearing}deg`)
        if (Math.round(this.surface.zoom() * 2) !== this.annotationZoom) this.showAnnotations()
    }

    /**
     * R asks what is in the middle of the map, F follows, Escape gives up.
     * @param {KeyboardEvent} event
     */
    #keyDown(event) {
        const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
        if (event.key === "Escape") {
            if (this.editor.draft) this.editor.close()
            else this.surface.hideCallout()
        } else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
        else if (event.key === "r") void this.longPress(this.surface.center())
        else if (event.key === "f") byID("tracking").click()
        else if (event.key === "/") {
            event.preventDefault()
            byID("search-text").focus()
        }
    }
}

async function start() {
    const options = new Options()
    options.apply()
    /** @type {string[]} */
    const problems = []
    const { surface, basemaps, attribution, version, hasReplay, hasStreets } = await openMap(options, (problem) => {
        problems.push(problem)
        document.body.dataset.problem = problem
        notice(problem, "error")
    })
    const page = new Page(surface, options, hasReplay, hasStreets)
    startPanel(() => surface.setPadding(coveredByPanel()))
    surface.setPadding(coveredByPanel())
    if (attribution) byID("attribution").prepend(element("details", {}, element("summary", { textContent: "Sources" }), element("p", { textContent: attribution })))
    options.changed = () => {
        surface.setAppearance(options.appearance)
        page.showWords()
        page.regions.showList()
        showScale(surface, options.units)
    }
    options.show(basemaps, [...problems, version && `placemarkd ${version}`, "Keys: / search, F follow, R what is in the middle, Escape back."].filter(Boolean))
    page.start()
}

start().catch((error) => {
    console.error(error)
    notice(error.message, "error")
    byID("here-city").textContent = error.message
})
