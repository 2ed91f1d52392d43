import assert from "node:assert/strict"
import { test } from "node:test"
import { Glide } from "../view/glide.js"

/**
 * A screen whose frames come at the times that a test says.
 * @param {number[]} times of the frames, in milliseconds
 * @param {(glide: Glide) => void} act
 */
function onScreen(times, act) {
    let now = 0
    /** @type {FrameRequestCallback | undefined} */
    let next
    const before = { performance: globalThis.performance, document: globalThis.document, requestAnimationFrame: globalThis.requestAnimationFrame }
    Object.assign(globalThis, {
        performance: { now: () => now },
        document: { hidden: false },
        requestAnimationFrame: (/** @type {FrameRequestCallback} */ frame) => {
            next = frame
            return 1
        },
    })
    try {
        act(new Glide((a, b) => Math.abs(a.latitude - b.latitude)))
        for (const time of times) {
            now = time
            const frame = next
            next = undefined
            frame?.(time)
        }
    } finally {
        Object.assign(globalThis, before)
    }
}

const pose = (/** @type {number} */ bearing) => ({ longitude: 0, latitude: 0, bearing })

test("a turn ends where it is to end, whenever its last frame but one comes", () => {
    for (const last of [390, 398, 398.5, 399, 399.9]) {
        let bearing = 40
        onScreen([16, 200, last, 416, 433], (glide) => glide.start("camera", pose(40), pose(0), 400, (shown) => { bearing = shown.bearing }))
        assert.equal(bearing, 0, `after a frame at ${last} ms`)
    }
})

test("a heading that trembles by less than the eye sees draws nothing", () => {
    let draws = 0
    onScreen([16, 200, 416, 433], (glide) => glide.start("camera", pose(40), pose(40.2), 400, () => { draws += 1 }))
    assert.equal(draws, 0)
})
