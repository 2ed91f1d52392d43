/// Which zooms of a basemap come from where.
package enum BasemapZooms {
    /// A renderer enlarges tiles beyond it; more would only take room, because the world's borders are no finer.
    package static let largestOfWorld = 8
    /// Of the land, when its coast comes in full resolution: with the tolerance of `TilePyramid` it is 86 m off there at most,
    /// two pixels of zoom 11; the coast itself is no better. One zoom more would add 31 MB.
    package static let largestOfCoast = 10
    /// Those of detail packs.
    static let ofDetails = 12...MapPlane.finestZoom
}
