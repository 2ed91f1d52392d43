// The sound of an alarm: two tones that alternate, made by the browser itself.

/** A tone lasts so long. */
const toneInSeconds = 0.5
const tonesInHertz = [880, 660]
const volume = 0.4

/** Sounds while it is on. A browser lets no page make a sound before somebody has touched it or pressed a key. */
export class AlarmSound {
    /** @type {AudioContext | undefined} */
    #context = undefined
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #timer = undefined
    #tone = 0

    /** @param {() => void} changed whether it may sound has changed */
    constructor(changed) {
        this.changed = changed
        for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => void this.#allow(), { capture: true })
    }

    /** Whether the browser lets it sound. */
    get isAllowed() { return this.#context?.state === "running" }
    get isOn() { return this.#timer !== undefined }

    /** @param {boolean} isOn */
    set(isOn) {
        if (isOn === this.isOn) return
        clearInterval(this.#timer)
        this.#timer = isOn ? setInterval(() => this.#sound(), toneInSeconds * 1000) : undefined
        if (isOn) this.#sound()
        this.#tell()
    }

    async #allow() {
        if (this.isAllowed) return
        try {
            this.#context ??= new AudioContext()
            await this.#context.resume()
        } catch {
            // A machine without sound: the banner is what there is.
        }
        this.#tell()
        this.changed()
    }

    #tell() {
        document.body.dataset.sound = this.isOn && this.isAllowed ? "on" : "off"
    }

    #sound() {
        const context = this.#context
        if (!context || context.state !== "running") return
        const [oscillator, gain] = [context.createOscillator(), context.createGain()]
        oscillator.frequency.value = tonesInHertz[this.#tone++ % tonesInHertz.length]
        gain.gain.value = volume
        oscillator.connect(gain).connect(context.destination)
        oscillator.start()
        oscillator.stop(context.currentTime + toneInSeconds * 0.9)
    }
}
