import assert from "node:assert/strict"
import { test } from "node:test"
import { listenToGestures } from "../view/mapGestures.js"

/**
 * A map that is told what hands do, and what its listener hears. A click is on the region `home`.
 * @param {import("node:test").TestContext} context
 */
function touched(context) {
    context.mock.timers.enable({ apis: ["setTimeout"] })
    /** @type {Map<string, ((event: any) => void)[]>} */
    const handlers = new Map()
    /** @type {string[]} */
    const heard = []
    listenToGestures({
        on: (/** @type {string} */ type, /** @type {(event: any) => void} */ act) => handlers.set(type, [...handlers.get(type) ?? [], act]),
        queryRenderedFeatures: (/** @type {any} */ _, /** @type {{layers: string[]}} */ { layers }) =>
            layers.includes("region-clusters") ? [] : [{ properties: { identifier: "home" } }],
        getCanvas: () => ({ addEventListener: () => {} }),
    }, /** @type {any} */ ({
        click: (/** @type {any} */ _, /** @type {string} */ identifier) => heard.push(`click ${identifier}`),
        longPress: () => heard.push("long press"),
    }), ["en"], { clicked: () => {}, taken: () => {} })
    return {
        heard,
        /**
         * @param {string} type
         * @param {number} happenedInMs when it did, whenever it is told
         */
        tell: (type, happenedInMs) => handlers.get(type)?.forEach((act) => act({
            type, point: { x: 0, y: 0 }, points: [{}], lngLat: { lng: 9.52, lat: 47.14 },
            originalEvent: { timeStamp: happenedInMs, button: 0, target: {} },
        })),
        wait: (/** @type {number} */ milliseconds) => context.mock.timers.tick(milliseconds),
    }
}

for (const [press, release] of [["mousedown", "mouseup"], ["touchstart", "touchend"]]) {
    test(`a click whose ${release} a busy machine tells late is a click`, (context) => {
        const { heard, tell, wait } = touched(context)
        tell(press, 1000)
        wait(700)
        tell(release, 1080)
        tell("click", 1080)
        assert.equal(heard.at(-1), "click home")
    })

    test(`a ${press} that is held for seconds is no click, and the one after it is one`, (context) => {
        const { heard, tell, wait } = touched(context)
        tell(press, 1000)
        wait(600)
        wait(2400)
        tell(release, 4000)
        tell("click", 4000)
        assert.deepEqual(heard, ["long press"])
        for (const [type, happenedInMs] of [[press, 4200], [release, 4280], ["click", 4280]]) tell(String(type), Number(happenedInMs))
        assert.deepEqual(heard, ["long press", "click home"])
    })
}

test("the mouse that a browser makes up for a finger ends no long press", (context) => {
    const { heard, tell, wait } = touched(context)
    tell("touchstart", 1000)
    wait(600)
    for (const type of ["touchend", "mousedown", "mouseup", "click"]) tell(type, 1600)
    assert.deepEqual(heard, ["long press"])
})

test("a long press whose release the map does not hear takes no later click", (context) => {
    const { heard, tell, wait } = touched(context)
    tell("mousedown", 1000)
    wait(600)
    for (const type of ["mousedown", "mouseup", "click"]) tell(type, 1700)
    assert.deepEqual(heard, ["long press", "click home"])
})
