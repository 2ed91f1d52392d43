import assert from "node:assert/strict"
import { test } from "node:test"
import { clusters } from "../model/clusters.js"
import { afterClick, afterMove, afterRemoval, draftFeature, draftOf, emptyCircle, emptyPolygon, whatIsMissing } from "../model/draft.js"
import { metersPerPixel } from "../model/geometry.js"
import { listedRegions, regionEntry, regionSources } from "../model/regionIndex.js"

const at = (/** @type {number} */ longitude, /** @type {number} */ latitude) => ({ longitude, latitude })
const circle = (/** @type {string} */ identifier, /** @type {number} */ radius, longitude = 9.5) => regionEntry({
    type: "Feature", geometry: { type: "Point", coordinates: [longitude, 47] }, properties: { identifier, radius, state: "outside", origin: "added", dwell: 60 },
})

test("a circle is a point with its radius in pixels; one of 100 km is a shape", () => {
    const { points, shapes } = regionSources([circle("small", 150), circle("large", 100_000)])
    assert.equal(points.features.length, 2)
    assert.ok(Math.abs(points.features[0].properties.pixels * 2 ** 15 - 150 / metersPerPixel(47, 15)) < 1e-6)
    assert.equal(points.features[1].properties.pixels, undefined)
    assert.deepEqual(shapes.features.map(({ properties }) => properties.identifier), ["large"])
})

test("the list has what the box is in first, then the nearest, and finds names", () => {
    const regions = [circle("far", 1, 11), circle("near", 1, 9.6), circle("In it", 1, 15)]
    const inside = new Set(["In it"])
    assert.deepEqual(listedRegions(regions, inside, at(9.5, 47), "", 10).map(({ region }) => region.identifier), ["In it", "near", "far"])
    assert.deepEqual(listedRegions(regions, inside, at(9.5, 47), "EA", 10).map(({ region }) => region.identifier), ["near"])
    assert.equal(listedRegions(regions, inside, at(9.5, 47), "", 1).length, 1)
})

test("a circle is drawn: its middle, its border, its feature", () => {
    let draft = afterClick(emptyCircle, at(9.5, 47))
    draft = afterMove(draft, 1, at(9.51, 47))
    assert.ok(draft.kind === "circle" && Math.abs(draft.radius - 758) <= 1)
    assert.equal(whatIsMissing(draft, "home"), undefined)
    const feature = draftFeature(draft, { identifier: " home ", dwell: 60 })
    assert.deepEqual(feature.geometry.coordinates, [9.5, 47])
    assert.deepEqual(feature.properties, { identifier: "home", dwell: 60, radius: draft.radius })
    assert.deepEqual(draftOf(regionEntry(feature)), draft)
})

test("a polygon across the antimeridian is in one piece while it is drawn, and wrapped when it is sent", () => {
    const draft = [at(179.9, 0), at(-179.9, 0), at(-179.9, 1)].reduce(afterClick, /** @type {import("../model/draft.js").Draft} */ (emptyPolygon))
    assert.ok(draft.kind === "polygon")
    assert.deepEqual(draft.corners.map(({ longitude }) => Math.round(longitude * 10)), [1799, 1801, 1801])
    const ring = draftFeature(draft, { identifier: "x" }).geometry.coordinates[0]
    assert.deepEqual(ring, [[179.9, 0], [-179.9, 0], [-179.9, 1], [179.9, 0]])
})

test("corners move and go", () => {
    const draft = [at(1, 1), at(2, 1), at(2, 2)].reduce(afterClick, /** @type {import("../model/draft.js").Draft} */ (emptyPolygon))
    const moved = afterMove(draft, 1, at(3, 1))
    assert.ok(moved.kind === "polygon" && moved.corners[1].longitude === 3)
    const less = afterRemoval(moved)
    assert.ok(less.kind === "polygon" && less.corners.length === 2)
    assert.match(whatIsMissing(less, "x") ?? "", /one more corner/)
})

test("what is missing is said: the middle, the name, one that is too long", () => {
    assert.match(whatIsMissing(emptyCircle, "x") ?? "", /middle/)
    const circle = afterClick(emptyCircle, at(1, 1))
    assert.match(whatIsMissing(circle, "  ") ?? "", /name/)
    assert.match(whatIsMissing(circle, "ä".repeat(65)) ?? "", /too long/)
})

test("a polygon with a hole is not edited here", () => {
    const ring = [[0, 0], [1, 0], [1, 1], [0, 0]]
    const feature = { type: /** @type {const} */ ("Feature"), geometry: { type: "Polygon", coordinates: [ring, ring] }, properties: { identifier: "x" } }
    assert.equal(draftOf(regionEntry(feature)), undefined)
})

test("pins less than 36 pixels apart are one, and come apart nearer", () => {
    const pins = [at(9.5, 47), at(9.501, 47), at(10, 47)].map((coordinate) => ({ coordinate }))
    assert.deepEqual(clusters(pins, 8).map(({ members }) => members.length), [2, 1])
    assert.equal(clusters(pins, 17).length, 3)
})
