// The recorded trip that this tab shows, kept until the tab or the trip is closed: so a reload shows it again. It is in the storage of the
// tab, packed, because the server forgets a recording once it has been played (docs/explain/privacy.md, "What the map reveals").

const [recordingKey, timeKey] = ["placemarkd.recording", "placemarkd.recording-time"]

/** Browsers give the storage of a tab some five million characters. */
const mostCharacters = 4_000_000

/** Packed, a recording is a fifth to a tenth as long: one of more bytes is not even tried. */
const mostBytes = 40_000_000

/**
 * @param {File} file
 * @param {boolean} isCompared whether its policies are compared
 * @param {DateOrder | undefined} dates what somebody has said of its dates
 * @param {AbortSignal} signal of the trip, which may have been closed meanwhile
 * @returns {Promise<boolean>} whether it will be there after a reload
 */
export async function keepRecording(file, isCompared, dates, signal) {
    forgetRecording()
    if (file.size > mostBytes) return false
    try {
        const packed = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()
        const text = await inBase64(packed)
        if (signal.aborted || text.length > mostCharacters) return false
        sessionStorage.setItem(recordingKey, JSON.stringify({ name: file.name, isCompared, dates, packed: text }))
        return true
    } catch {
        // A browser that keeps nothing, or has no room left.
        return false
    }
}

/**
 * The recording that was shown before the page was loaded again.
 * @returns {Promise<{file: File, isCompared: boolean, dates: DateOrder | undefined, elapsed: number} | undefined>}
 */
export async function keptRecording() {
    try {
        const kept = JSON.parse(sessionStorage.getItem(recordingKey) ?? "null")
        if (!kept) return undefined
        const bytes = Uint8Array.from(atob(kept.packed), (character) => character.charCodeAt(0))
        const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob()
        return { file: new File([text], String(kept.name)), isCompared: kept.isCompared === true, dates: kept.dates, elapsed: Number(sessionStorage.getItem(timeKey)) || 0 }
    } catch {
        return undefined
    }
}

/**
 * Where its slider stands.
 * @param {number} elapsed seconds since the trip's start
 */
export function keepRecordingTime(elapsed) {
    try {
        if (sessionStorage.getItem(recordingKey)) sessionStorage.setItem(timeKey, String(Math.round(elapsed)))
    } catch {
        // A browser that keeps nothing.
    }
}

export function forgetRecording() {
    try {
        for (const key of [recordingKey, timeKey]) sessionStorage.removeItem(key)
    } catch {
        // A browser that keeps nothing.
    }
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
const inBase64 = (blob) => new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
})
