import assert from "node:assert/strict"
import { test } from "node:test"

import { contains, exit, generous, gridLabel, gridLines, gridSteps, multiples } from "../model/graticule.js"

test("at every zoom and latitude the lines of the grid are as far from each other as their labels need, and not much farther", () => {
    for (let zoom = 0; zoom <= 22; zoom += 0.25) {
        for (const latitude of [0, 47, -60, 84]) {
            const { meridians, parallels } = gridSteps(zoom, latitude)
            const pixels = (512 * 2 ** zoom) / 360 / 60
            const stretched = pixels / Math.cos((latitude * Math.PI) / 180)
            // The finest step is a hundredth of a minute.
            for (const [step, distance] of [[meridians, meridians * pixels], [parallels, parallels * stretched]]) {
                assert.ok(distance >= 110 && (distance <= 340 || step === 0.01), `${zoom} ${latitude} ${distance}`)
            }
        }
    }
})

test("labels are degrees and minutes, with as many decimals as the step has", () => {
    const east = /** @type {[string, string]} */ (["E", "W"])
    assert.equal(gridLabel(47.1, 2, ["N", "S"]), "47° 06′ N")
    assert.equal(gridLabel(-16.85, 0.5, ["N", "S"]), "16° 51.0′ S")
    assert.equal(gridLabel(9.5215, 0.01, east), "9° 31.29′ E")
    assert.equal(gridLabel(0, 60, ["N", "S"]), "0°")
    assert.equal(gridLabel(180, 600, east), "180°")
    assert.equal(gridLabel(190, 600, east), "170° W")
    assert.equal(gridLabel(-190, 600, east), "170° E")
    assert.equal(gridLabel(2.9999999999, 1, east), "3° 00′ E")
})

test("the grid goes on over the antimeridian, and ends where the map does", () => {
    assert.deepEqual(multiples(179.6, 180.4, 30), [180])
    assert.deepEqual(multiples(-0.2, 0.2, 10).map((degrees) => Math.round(degrees * 60) + 0), [-10, 0, 10])
    const bounds = generous([170, 80, 190, 89])
    assert.deepEqual(bounds, [160, 75.5, 200, 85])
    assert.ok(contains(bounds, [165, 80, 195, 89]) && !contains(bounds, [165, 70, 195, 80]))
    assert.equal(gridLines([160, 75, 200, 85], { meridians: 600, parallels: 300 }).length, 5 + 3)
})

test("a label lies where its line leaves the window, also when the map is turned", () => {
    const window = { left: 100, right: 500, top: 0, bottom: 300 }
    assert.deepEqual(exit([200, 0], [200, 400], window), { x: 200, y: 300, edge: "bottom" })
    assert.deepEqual(exit([0, 50], [600, 50], window), { x: 500, y: 50, edge: "right" })
    assert.deepEqual(exit([100, 0], [500, 200], window), { x: 500, y: 200, edge: "right" })
    assert.equal(exit([50, 0], [50, 400], window), undefined)
    assert.equal(exit([480, 0], [480, 400], window), undefined)
    assert.equal(exit([0, 290], [600, 290], window), undefined)
    assert.equal(exit([5, 5], [5, 5], window), undefined)
})
