import assert from "node:assert/strict"
import { test } from "node:test"

let imports = 0

/**
 * The module as a page has it that has just been opened; the daemon answers when it is told to.
 * @param {import("node:test").TestContext} context
 */
async function opened(context) {
    context.mock.timers.enable({ apis: ["setTimeout"] })
    let answer = () => {}
    const answered = new Promise((resolve) => { answer = () => resolve(undefined) })
    Object.assign(globalThis, {
        location: new URL("http://localhost/"),
        fetch: async (/** @type {string} */ target) => {
            if (target === "/v1/status") await answered
            return Response.json(target === "/v1/status" ? { location: { coordinate: { latitude: 47.14, longitude: 9.52 } } } : {})
        },
    })
    imports += 1
    const { firstStatus } = await import(`../io/firstRequests.js?${imports}`)
    return { firstStatus, answer, wait: (/** @type {number} */ milliseconds) => context.mock.timers.tick(milliseconds) }
}

test("an answer that a busy browser hears of late is in time: the map begins where the box is", async (context) => {
    const { firstStatus, answer, wait } = await opened(context)
    // The libraries run for so long.
    wait(5000)
    answer()
    assert.deepEqual((await firstStatus())?.location.coordinate, { latitude: 47.14, longitude: 9.52 })
})

test("the map waits half a second for a daemon that answers late, and no longer", async (context) => {
    const { firstStatus, wait } = await opened(context)
    const status = firstStatus()
    let isSettled = false
    void status.then(() => { isSettled = true })
    wait(499)
    await new Promise(setImmediate)
    assert.equal(isSettled, false)
    wait(1)
    assert.equal(await status, undefined)
})
