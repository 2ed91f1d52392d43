// Elements from values. Whatever is text stays text: nothing here reads markup.

/**
 * A new element: its properties, attributes with a `-` in the name or `role`, and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {{[name: string]: any}} [properties]
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
    const result = document.createElement(tag)
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined) continue
        if (name.includes("-") || name === "role" || name === "for" || name === "list") result.setAttribute(name, String(value))
        else /** @type {any} */ (result)[name] = value
    }
    for (const child of children) if (child !== undefined) result.append(child)
    return result
}

/**
 * An element of index.html.
 * @param {string} id
 * @returns {any}
 */
export function byID(id) {
    const result = document.getElementById(id)
    if (!result) throw new Error(`index.html has no #${id}`)
    return result
}

/**
 * A name of the world: its own direction of writing.
 * @param {string} text
 * @param {string} [className]
 */
export const nameElement = (text, className) => element("span", { className, dir: "auto", textContent: text })

/**
 * A button with words.
 * @param {string} text
 * @param {() => void} onclick
 * @param {{[name: string]: any}} [properties]
 */
export const button = (text, onclick, properties = {}) => element("button", { type: "button", textContent: text, onclick, ...properties })

/**
 * Puts a text where it can be pasted elsewhere; a browser that does not allow it is no reason for silence.
 * @param {string} text
 */
export function copyText(text) {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))
    copied.then(() => notice(`Copied: ${text}`), () => notice(`This browser does not let the page copy: ${text}`, "error"))
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer

/**
 * Says something for some seconds, also to a screen reader.
 * @param {string} text
 * @param {"info" | "error"} [kind]
 */
export function notice(text, kind = "info") {
    const place = byID("notices")
    place.textContent = text
    place.className = kind
    clearTimeout(noticeTimer)
    noticeTimer = setTimeout(() => { place.textContent = "" }, kind === "error" ? 10_000 : 5_000)
}
