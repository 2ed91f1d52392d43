// The guard: its rings on the map, a banner that one cannot miss, a sound, and what a precise reader may do to it.

import { AlarmSound } from "../io/alarmSound.js"
import { json, request } from "../io/api.js"
import { guardInWords, guardShapes, isAlarm, noGuard } from "../model/guard.js"
import { button, byID, element, notice } from "./elements.js"

/** The guard as it is known to this page. */
export class GuardView {
    /** @type {import("../model/guard.js").Guard} */
    guard = noGuard
    #isPrecise = false
    #isConnected = false
    /** Whether somebody has silenced this alarm, here alone. */
    #isSilent = false
    /** The shapes that the map has, as text. */
    #shownShapes = "[]"
    #asked = 0
    endButton = button("End the guard", () => this.#end())
    radius = element("input", { id: "guard-radius", type: "number", min: "5", max: "10000", step: "1", placeholder: "default" })

    /**
     * @param {import("./surface.js").MapSurface} surface
     * @param {() => import("../model/units.js").Units} units
     */
    constructor(surface, units) {
        this.surface = surface
        this.units = units
        this.sound = new AlarmSound(() => this.show())
        this.words = element("p", { role: "alert" })
        this.acknowledgeButton = button("Acknowledge", () => void this.#command("/v1/guard/acknowledgement", { method: "POST" }))
        this.silenceButton = button("Silence here", () => {
            this.#isSilent = !this.#isSilent
            this.show()
        })
        this.banner = element("section", { id: "guard", "aria-label": "Guard", hidden: true }, this.words,
            element("div", { className: "guard-buttons" }, this.acknowledgeButton, this.silenceButton, this.endButton))
        document.body.append(this.banner)
        this.#makeForm()
    }

    #makeForm() {
        /** @type {(kind: string) => void} */
        const arm = (kind) => {
            if (!this.radius.reportValidity()) return
            const radius = this.radius.value === "" ? {} : { radius: Number(this.radius.value) }
            void this.#command("/v1/guard", { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kind, ...radius }) })
        }
        const form = element("fieldset", { id: "guard-form", hidden: true }, element("legend", { textContent: "Guard the box where it is" }),
            element("label", { for: "guard-radius" }, "Ring in metres", this.radius),
            element("div", { className: "guard-buttons" }, button("At anchor", () => arm("anchor")), button("Parked", () => arm("parked"))))
        // After the lists of the panel, so that what these show in their place does not take it away.
        const options = byID("options")
        options.after(form)
        const follow = () => { form.hidden = options.hidden || !this.#isPrecise }
        new MutationObserver(follow).observe(options, { attributes: true, attributeFilter: ["hidden"] })
        this.followOptions = follow
    }

    /** A tap by accident must not end it. */
    #end() {
        if (this.endButton.dataset.asked !== undefined) {
            void this.#command("/v1/guard", { method: "DELETE" })
            return
        }
        this.endButton.dataset.asked = ""
        this.endButton.textContent = "Really end it?"
        setTimeout(() => this.#forgetQuestion(), 5_000)
    }

    #forgetQuestion() {
        delete this.endButton.dataset.asked
        this.endButton.textContent = "End the guard"
    }

    /**
     * @param {string} target
     * @param {RequestInit} options
     */
    async #command(target, options) {
        this.#forgetQuestion()
        try {
            this.#learn(await (await request(target, options)).json())
        } catch (error) {
            notice(/** @type {Error} */ (error).message, "error")
        }
    }

    /** @param {DaemonEvent} event */
    take(event) {
        if (event.event === "status") {
            const status = event.status ?? {}
            this.#isPrecise = status.precision === "precise"
            this.followOptions?.()
            const state = status.guard ?? "off"
            if (this.#isPrecise && state !== "off") void this.#ask(state)
            else this.#learn({ state })
        } else if (event.event.startsWith("guard")) {
            // Readers with reduced precision are told no more than that.
            this.#learn(/** @type {any} */ (event).guard ?? { state: event.event === "guardAlarm" ? "alarm" : "off" })
        }
    }

    /**
     * What the state does not tell. Until it is known, the state is.
     * @param {string} state
     */
    async #ask(state) {
        if (state !== this.guard.state) this.#learn({ ...this.guard, state })
        const mine = ++this.#asked
        try {
            const guard = await json("/v1/guard", { cache: "no-store" })
            if (mine === this.#asked) this.#learn(guard)
        } catch {
            // The state stands; the next status asks again.
        }
    }

    /** @param {import("../model/state.js").Connection} connection */
    connected({ kind }) {
        this.#isConnected = kind === "live"
        this.show()
    }

    /** @param {import("../model/guard.js").Guard} guard */
    #learn(guard) {
        this.#asked += 1
        // Another alarm is another one, also where the one before was silenced.
        if (guard.state !== this.guard.state || guard.told?.guardAlarm !== this.guard.told?.guardAlarm) this.#isSilent = false
        this.guard = guard
        this.#showShapes(guardShapes(guard))
        this.show()
    }

    /**
     * The map is only told when they are others: a status comes every few seconds, and a new shape makes the map draw all of itself.
     * @param {Feature[]} shapes
     */
    #showShapes(shapes) {
        const shown = JSON.stringify(shapes)
        if (shown === this.#shownShapes) return
        this.#shownShapes = shown
        this.surface.setOverlay("guard", shapes)
    }

    /** An alarm stands before the place in the title of the tab. To be called whenever the place has been written there. */
    showTitle() {
        const { title } = guardInWords(this.guard, this.units())
        if (isAlarm(this.guard) && !document.title.startsWith(title)) document.title = `${title} · ${document.title}`
    }

    /** Shows what is known, and sounds. */
    show() {
        const { state } = this.guard
        const isBlindHere = state !== "off" && !this.#isConnected
        const isLoud = isAlarm(this.guard)
        const { title: words, detail } = guardInWords(this.guard, this.units())
        this.banner.hidden = state === "off"
        this.banner.dataset.state = isBlindHere && !isLoud ? "unknown" : state
        document.body.dataset.guard = state
        this.showTitle()
        const parts = isBlindHere ? [words, "no connection: its present state is not known"] : [words, detail]
        if (isLoud && !this.#isSilent && !this.sound.isAllowed) parts.push("touch the page to turn the sound on")
        const text = parts.filter((part) => part !== "").join(" · ")
        // A screen reader reads it aloud with each change: not with each metre of a quiet guard.
        if (this.words.textContent !== text) {
            this.words.setAttribute("role", isLoud || isBlindHere ? "alert" : "none")
            this.words.textContent = text
        }
        this.acknowledgeButton.hidden = !isLoud || !this.#isPrecise
        this.silenceButton.hidden = !isLoud
        this.silenceButton.textContent = this.#isSilent ? "Sound again" : "Silence here"
        this.endButton.hidden = !this.#isPrecise
        this.sound.set(isLoud && !this.#isSilent)
    }
}
