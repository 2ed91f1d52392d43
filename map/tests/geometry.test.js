import assert from "node:assert/strict"
import { test } from "node:test"
import { bearingInDegrees, cellRing, circleRing, destination, distanceInMeters, metersPerPixel, tileAt, unwrapped, wrapped } from "../model/geometry.js"

const vaduz = { latitude: 47.141, longitude: 9.521 }

test("a degree of latitude is 111.2 km", () => {
    assert.ok(Math.abs(distanceInMeters({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 }) - 111_195) < 1)
})

test("a destination lies at the distance and in the direction asked for, also across the antimeridian", () => {
    for (const from of [vaduz, { latitude: -16.5, longitude: 179.999 }, { latitude: 80, longitude: -30 }]) {
        for (const bearing of [0, 45, 133, 270]) {
            const to = destination(from, 25_000, bearing)
            assert.ok(Math.abs(distanceInMeters(from, to) - 25_000) < 0.5)
            assert.ok(Math.abs(bearingInDegrees(from, to) - bearing) < 1e-6)
        }
    }
    assert.ok(destination({ latitude: 0, longitude: 179.99 }, 10_000, 90).longitude > 180)
})

test("a ring is closed and its corners are a radius away", () => {
    const ring = circleRing(vaduz, 300, 16)
    assert.equal(ring.length, 17)
    assert.deepEqual(ring[0], ring[16])
    for (const [longitude, latitude] of ring) assert.ok(Math.abs(distanceInMeters(vaduz, { longitude, latitude }) - 300) < 0.1)
})

test("a cell is about 2 km wide and high at any latitude", () => {
    for (const latitude of [0, 47.1, -70]) {
        const [[west, south], [east], [, north]] = cellRing({ latitude, longitude: 9.5 })
        const width = distanceInMeters({ latitude, longitude: west }, { latitude, longitude: east })
        const height = distanceInMeters({ latitude: south, longitude: 9.5 }, { latitude: north, longitude: 9.5 })
        assert.ok(width > 2000 && width < 2100, `${width}`)
        assert.ok(height > 2000 && height < 2100, `${height}`)
    }
})

test("longitudes are wrapped, and unwrapped beside another", () => {
    assert.equal(wrapped(190), -170)
    assert.equal(wrapped(-180), -180)
    assert.equal(unwrapped(-179.5, 179.5), 180.5)
    assert.equal(unwrapped(9, 10), 9)
})

test("at the equator the world of 512 pixels is 40,030 km wide", () => {
    assert.ok(Math.abs(metersPerPixel(0, 0) * 512 - 40_030_229) < 100)
    assert.ok(Math.abs(metersPerPixel(60, 3) / metersPerPixel(0, 4) - 1) < 1e-9)
})

test("the tile of a place, also at the edges of the map", () => {
    assert.deepEqual(tileAt({ latitude: 47.141, longitude: 9.521 }, 8), { x: 134, y: 89 })
    assert.deepEqual(tileAt({ latitude: -89, longitude: 180 }, 8), { x: 255, y: 255 })
})
