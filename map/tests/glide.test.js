import assert from "node:assert/strict"
import { test } from "node:test"
import { Glide } from "../view/glide.js"

/**
 * A screen whose frames come at the times that a test says.
 * @param {number[]} times of the frames, in milliseconds
 * @param {(glide: Glide) => void} act
 * @param {number} [stepInPixels]
 */
function onScreen(times, act, stepInPixels) {
    let now = 0
    /** @type {FrameRequestCallback | undefined} */
    let next
    const { performance, document, requestAnimationFrame, setTimeout } = globalThis
    const before = { performance, document, requestAnimationFrame, setTimeout }
    Object.assign(globalThis, {
        performance: { now: () => now },
        document: { hidden: false },
        requestAnimationFrame: (/** @type {FrameRequestCallback} */ frame) => {
            next = frame
            return 1
        },
        // Who waits for a frame to be worth it asks for the next one here.
        setTimeout: (/** @type {() => void} */ act) => act(),
    })
    try {
        act(new Glide((a, b) => Math.abs(a.latitude - b.latitude), stepInPixels))
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

test("where pictures are dear it goes by steps, and what is left of one is drawn when nothing more has come", () => {
    /** @type {number[]} */
    const drawn = []
    const to = { ...pose(0), latitude: 30 }
    const frames = [...Array(20).keys()].map((index) => 50 * (index + 1))
    const start = (/** @type {Glide} */ glide) => glide.start("camera", pose(0), to, 1000, ({ latitude }) => drawn.push(latitude))
    onScreen([...frames, 1100, 2400, 2500], start, 12)
    assert.deepEqual(drawn, [12, 24, 30])
    drawn.length = 0
    onScreen([...frames, 1100, 2400], start, 12)
    assert.deepEqual(drawn, [12, 24], "somebody who goes on has gone a whole step by then")
})
