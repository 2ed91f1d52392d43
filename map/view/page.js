// The page: puts together what is known, what is shown, and what the reader does.

import { json } from "../io/api.js"
import { listen } from "../io/live.js"
import { onTheMap } from "../model/following.js"
import { viewOfLink } from "../model/link.js"
import { afterConnection, afterEvent, nothingKnown } from "../model/state.js"
import { AnnotationsView } from "./annotationsView.js"
import { startControls } from "./controls.js"
import { byID, notice } from "./elements.js"
import { GridView } from "./gridView.js"
import { GuardView } from "./guardView.js"
import { InstrumentLine } from "./instrumentLine.js"
import { LinkView } from "./linkView.js"
import { MapListener } from "./mapListener.js"
import { coveredByPanel, lowerSheet, openTab } from "./panel.js"
import { showPlace } from "./placeCard.js"
import { startPrinting } from "./printing.js"
import { RegionEditor } from "./regionEditor.js"
import { RegionsView } from "./regionsView.js"
import { ReplayView } from "./replayView.js"
import { showScale } from "./scaleView.js"
import { startSearch } from "./searchBox.js"
import { TrackOverlay } from "./trackOverlay.js"
import { UserTracking } from "./userTracking.js"
import { VisitsView } from "./visitsView.js"
import { WayView } from "./wayView.js"

/** How often the page asks for the whole state, besides listening. */
const statusIntervalInMs = 15_000

/** A daemon that takes longer than this for its status hangs. */
const longestAnswerInMs = 5_000

/** Everything that is open: one of it for the life of the page. */
export class Page {
    state = nothingKnown
    /** Whether the connection was lost since it was last live. */
    #hasMissedSomething = false
    /** @type {ReturnType<typeof listen> | undefined} */
    #stream = undefined

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {import("./optionsView.js").Options} options
     * @param {boolean} hasReplay
     * @param {(at: Coordinate) => Promise<boolean>} hasStreets
     */
    constructor(surface, options, hasReplay, hasStreets) {
        this.surface = surface
        this.options = options
        this.hasReplay = hasReplay
        const units = () => options.units
        this.tracking = new UserTracking(surface, hasStreets)
        this.track = new TrackOverlay(surface)
        this.grid = new GridView(surface)
        this.guard = new GuardView(surface, units)
        this.regions = new RegionsView(surface, units, {
            create: (kind) => this.editor.create(kind),
            select: (region) => this.annotations.showRegion(region, true),
        })
        /** @type {RegionEditor} */
        this.editor = new RegionEditor(surface, this.regions)
        /** @type {AnnotationsView} */
        this.annotations = new AnnotationsView(surface, {
            isPrecise: () => this.state.precision === "precise",
            isInside: (identifier) => this.state.regions.has(identifier),
            units,
            form: () => options.form,
            box: () => this.box,
            stopFollowing: () => this.tracking.setMode("none"),
            uncoverMap: lowerSheet,
            createRegion: (at) => {
                openTab("regions")
                this.editor.create("circle", at)
            },
            editRegion: (region) => {
                openTab("regions")
                this.editor.edit(region)
            },
            removeRegion: (identifier) => void this.editor.remove(identifier),
        })
        this.visits = new VisitsView((visit) => this.annotations.showVisit(visit), () => {
            this.annotations.visits = this.visits.visits
            this.annotations.show()
        })
        this.replay = new ReplayView(surface, units, () => this.annotations.show(), () => {
            this.tracking.setMode("none")
            // Both are drawn in one place: the way of one trip, or that of one day.
            this.way.close()
        }, () => this.layoutChanged())
        /** @type {WayView} */
        this.way = new WayView(surface, options, () => {
            this.annotations.show()
            this.link.changed()
        }, () => {
            this.tracking.setMode("none")
            if (document.body.dataset.trip) this.replay.close()
        }, () => this.layoutChanged())
        this.annotations.others = () => [...this.replay.annotations(), ...this.way.annotations()]
        byID("tab-trip").hidden = !hasReplay
        this.editor.drawing = (isDrawing) => {
            this.tracking.setPaused(isDrawing)
            this.layoutChanged()
        }
        this.instruments = new InstrumentLine()
        this.link = new LinkView(() => this.#view(), () => this.surface.isMoving(), (view) => this.#go(view))
        this.tracking.changed = () => this.link.changed()
        surface.listen(new MapListener(this))
    }

    /** Where the box is, for readers who may know it; a reduced position is none. */
    get box() {
        return this.state.precision === "precise" ? this.state.location?.coordinate : undefined
    }

    start() {
        // They grow by a row, where a value has no more room beside the others.
        new ResizeObserver(() => this.layoutChanged()).observe(byID("instruments"))
        startSearch({
            near: () => this.surface.center(),
            regions: (text) => this.regions.named(text),
            showPlace: (place, zoom) => {
                this.tracking.setMode("none")
                this.annotations.showFound(place, place.coordinate)
                this.surface.flyTo({ center: place.coordinate, zoom })
            },
            showCoordinate: (coordinate) => {
                this.tracking.setMode("none")
                lowerSheet()
                void this.annotations.find(coordinate, {})
                this.surface.flyTo({ center: onTheMap(coordinate), zoom: Math.max(12, this.surface.zoom()) })
            },
            showRegion: (region) => this.annotations.showRegion(region, true),
        })
        startPrinting(() => this.surface.drawing())
        startControls({
            nextTrackingMode: () => this.tracking.setNextMode(),
            nextHeadingMode: () => this.tracking.setNextHeadingMode(),
            panBy: (x, y) => {
                this.tracking.stop()
                this.surface.panBy(x, y)
            },
            toggleInstruments: () => this.options.toggleInstruments(),
            turnToNorth: () => {
                if (this.tracking.mode === "followWithHeading") this.tracking.setMode("follow")
                this.surface.flyTo({ center: this.surface.center(), bearing: 0, zoom: this.surface.zoom() })
            },
            zoomBy: (levels) => this.surface.zoomBy(levels),
            askWhatIsInTheMiddle: () => { if (!this.editor.draft) void this.annotations.find(this.surface.center(), { takesFocus: true }) },
            giveUp: () => {
                if (this.editor.draft) {
                    this.editor.close()
                    return
                }
                this.annotations.giveUpQuestion()
                this.surface.hideCallout()
            },
        })
        byID("tabs").addEventListener("click", () => this.regions.showList())
        const view = viewOfLink(location.hash)
        if (view?.center) this.#go(view)
        else this.tracking.setMode(this.tracking.mode)
        if (view) this.tracking.keepsZoom()
        this.optionsChanged()
        this.#load()
        if (this.hasReplay && !view?.day) void this.replay.restore()
        this.#stream = listen((event) => this.take(event), (connection) => this.connected(connection))
        setInterval(() => void this.refresh(), statusIntervalInMs)
        // Ages go on when nothing happens.
        setInterval(() => { if (!document.hidden) this.showWords() }, 1000)
    }

    /** What the address says: no position of the box. */
    #view() {
        const isFollowing = this.tracking.mode !== "none"
        return { zoom: this.surface.zoom(), center: isFollowing ? undefined : this.surface.center(), bearing: isFollowing ? 0 : this.surface.bearing(), day: this.way.day, trip: this.way.trip }
    }

    /**
     * Shows what an address leads to.
     * @param {import("../model/link.js").View} view
     */
    #go({ zoom, center, bearing, day, trip }) {
        if (day === undefined) this.way.close()
        else if (day !== this.way.day || trip !== this.way.trip) {
            openTab("way")
            void this.way.open(day, trip).then((isShown) => {
                if (isShown && center) this.surface.flyTo({ center: onTheMap(center), zoom, bearing })
            })
        }
        this.tracking.setMode(center ? "none" : "follow")
        const at = center ?? this.state.location?.coordinate
        if (at) this.surface.flyTo({ center: onTheMap(at), zoom, bearing })
    }

    /** What is asked for, at first and after each break; what is known already is not taken twice. */
    #load() {
        void this.track.load()
        void this.visits.load()
        void this.regions.load()
    }

    /** Asks for what the daemon finds out without an event: a region around a box that stands still, and motion. */
    async refresh() {
        if (document.hidden || this.state.connection.kind !== "live") return
        try {
            const status = await json("/v1/status", { signal: /** @type {any} */ (AbortSignal).timeout(longestAnswerInMs) })
            this.take({ event: "status", status })
        } catch (error) {
            // The stream tells of a connection that breaks, and knows nothing of a daemon that hangs.
            if (/** @type {Error} */ (error).name === "TimeoutError") this.#stream?.distrust()
        }
    }

    /** @param {DaemonEvent} event */
    take(event) {
        const before = this.state.location
        this.state = afterEvent(this.state, event, Date.now())
        const location = this.state.location
        if (this.state.source) this.track.track.sourceIs(this.state.source.state)
        if (location && location !== before) {
            if (this.state.precision === "precise") this.track.add(location)
            this.tracking.show(this.state, before)
        } else if (["status", "heading", "source"].includes(event.event)) this.tracking.show(this.state, location)
        if (event.event.startsWith("visit")) void this.visits.load()
        this.way.setKeepsTrips(this.state.keepsTrips)
        if (event.event.startsWith("trip")) void this.way.tripsChanged()
        if (event.event === "regionEntered") notice(`Entered ${event.region}`)
        if (event.event === "regionExited") notice(`Left ${event.region}`)
        if (event.event !== "location") this.showWords()
        else this.instruments.show(this.state, this.options, Date.now())
        this.regions.setInside(this.state.regions)
        this.guard.take(event)
    }

    /** @param {import("../model/state.js").Connection} connection */
    connected(connection) {
        this.guard.connected(connection)
        const wasAsleep = this.state.connection.kind === "asleep"
        this.state = afterConnection(this.state, connection)
        document.body.dataset.connection = connection.kind
        if (connection.kind === "live" && this.#hasMissedSomething) {
            this.#hasMissedSomething = false
            if (!wasAsleep) notice("Connected again; what was missed is on the map now.")
            this.#load()
        } else if (connection.kind === "lost" || connection.kind === "asleep") {
            this.#hasMissedSomething = true
            this.track.track.missedSomething()
        }
        this.tracking.show(this.state, this.state.location)
        this.showWords()
    }

    /** Units or colours are others now. */
    optionsChanged() {
        this.guard.show()
        this.instruments.setShown(this.options.hasInstruments)
        this.surface.setAppearance(this.options.appearance)
        this.showWords()
        this.layoutChanged()
        this.grid.setShown(this.options.units === "nautical")
        this.regions.showList()
        showScale(this.surface, this.options.units)
    }

    /** The panel, the instruments or the window have another size. */
    layoutChanged() {
        const covered = coveredByPanel()
        this.surface.setPadding(covered)
        this.grid.setPadding(covered)
    }

    showWords() {
        showPlace(this.state, this.options.units, Date.now())
        this.guard.showTitle()
        this.instruments.show(this.state, this.options, Date.now())
    }
}
