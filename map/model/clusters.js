// Pins that would lie on one another become one with a number.

import { mercator } from "./geometry.js"

/**
 * @template T
 * @typedef {{coordinate: Coordinate, members: T[]}} Cluster
 */

/**
 * Groups annotations that are less than so many pixels apart at this zoom, the first of each group being its place. In
 * the order given, so that the map does not jump when one is added at the end.
 * @template {{coordinate: Coordinate}} T
 * @param {readonly T[]} annotations
 * @param {number} zoom
 * @param {number} [pixels]
 * @returns {Cluster<T>[]}
 */
export function clusters(annotations, zoom, pixels = 36) {
    const reach = pixels / (512 * 2 ** zoom)
    /** @type {(Cluster<T> & {x: number, y: number})[]} */
    const found = []
    for (const annotation of annotations) {
        const place = mercator(annotation.coordinate)
        const near = found.find((cluster) => Math.hypot(cluster.x - place.x, cluster.y - place.y) < reach)
        if (near) near.members.push(annotation)
        else found.push({ ...place, coordinate: annotation.coordinate, members: [annotation] })
    }
    return found
}
