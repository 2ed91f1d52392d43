// Requests to the server, and its errors as sentences.

import { session, sessionFields } from "./session.js"

/** An answer that is not what was asked for; `code` is the daemon's, for example `no-fix`. */
export class ServerError extends Error {
    /**
     * @param {number} status
     * @param {string} code
     * @param {string} detail
     */
    constructor(status, code, detail) {
        super(detail)
        this.status = status
        this.code = code
    }
}

/**
 * The answer if it is one, else what the server says about why not.
 * @param {string} target
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function request(target, options) {
    /** @type {Response} */
    let response
    await session
    const headers = new Headers(options?.headers)
    sessionFields.forEach((value, name) => headers.set(name, value))
    try {
        // With credentials, because a proxy before the server may want some of its own.
        response = await fetch(target, { credentials: "same-origin", ...options, headers })
    } catch (error) {
        if (options?.signal?.aborted) throw error
        throw new ServerError(0, "no-server", "The map's server does not answer. Is `placemarkctl map` still running?")
    }
    if (response.ok) return response
    // Who has no session is told in a sentence how to get one.
    if (response.status === 401) throw new ServerError(401, "no-session", (await response.text()).trim())
    /** @type {{code?: string, detail?: string}} */
    const problem = await response.json().catch(() => ({}))
    const detail = problem.detail ?? `The server answered ${response.status} ${response.statusText}`
    throw new ServerError(response.status, problem.code ?? "failed", detail)
}

/**
 * @param {string} target
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export const json = async (target, options) => (await request(target, options)).json()

/**
 * The text of an answer as it comes.
 * @param {Response} response
 * @param {(text: string) => void} take
 */
export async function readText(response, take) {
    if (!response.body) return
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
        const { value, done } = await reader.read()
        if (done) break
        take(decoder.decode(value, { stream: true }))
    }
    take(decoder.decode())
}

/**
 * @param {string} text
 * @param {Coordinate} near
 * @param {boolean} isEntered a text that is still being typed is for the gazetteer alone: public servers do not want to complete it
 * @param {AbortSignal} signal
 */
export const search = (text, near, isEntered, signal) =>
    json(`/v1/search?text=${encodeURIComponent(text)}&near=${near.latitude.toFixed(4)},${near.longitude.toFixed(4)}&limit=8${isEntered ? "" : "&geocoder=gazetteer"}`, { signal })

/**
 * @param {Coordinate} point
 * @param {AbortSignal} signal
 * @returns {Promise<Placemark>}
 */
export const reverse = (point, signal) => json(`/v1/reverse?latitude=${point.latitude.toFixed(6)}&longitude=${point.longitude.toFixed(6)}`, { signal })

/** @param {Feature} feature */
export const addRegion = (feature) =>
    json("/v1/regions", { method: "POST", headers: { "Content-Type": "application/geo+json" }, body: JSON.stringify(feature) })

/** @param {string} identifier */
export const removeRegion = (identifier) => request(`/v1/regions/${encodeURIComponent(identifier)}`, { method: "DELETE" })
