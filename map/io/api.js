// Requests to the server, and its errors as sentences.

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
    try {
        response = await fetch(target, { credentials: "same-origin", ...options })
    } catch (error) {
        if (options?.signal?.aborted) throw error
        throw new ServerError(0, "no-server", "The map's server does not answer. Was `placemarkctl map` ended?")
    }
    if (response.ok) return response
    /** @type {{code?: string, detail?: string}} */
    const problem = await response.json().catch(() => ({}))
    const detail = response.status === 401
        ? "This address is no longer valid. Run `placemarkctl map` again, and open the address that it prints."
        : problem.detail ?? `The server answered ${response.status} ${response.statusText}`
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
 */
export const search = (text, near) =>
    json(`/v1/search?q=${encodeURIComponent(text)}&near=${near.latitude.toFixed(4)},${near.longitude.toFixed(4)}&limit=8`)

/**
 * @param {Coordinate} point
 * @returns {Promise<Placemark>}
 */
export const reverse = (point) => json(`/v1/reverse?lat=${point.latitude.toFixed(6)}&lon=${point.longitude.toFixed(6)}`)

/** @param {Feature} feature */
export const addRegion = (feature) =>
    json("/v1/regions", { method: "POST", headers: { "Content-Type": "application/geo+json" }, body: JSON.stringify(feature) })

/** @param {string} identifier */
export const removeRegion = (identifier) => request(`/v1/regions/${encodeURIComponent(identifier)}`, { method: "DELETE" })
