import Gazetteer
import PlacemarkModel

/// The islands that neither the counties nor the states have, from the map's coast (`ShoreFile`): without them a quay of theirs
/// is at sea.
///
/// Only islands that are missing as a whole: where the polygons have an island, their shore counts, which is the better one
/// where people live (docs/contribute/decisions/087-two-coasts.md).
enum MissingIslands {
    /// Smaller ones near a place are not worth their bytes: docs/explain/accuracy.md, "The shore".
    private static let smallestInSquareKilometers = 0.5
    /// The same where nobody lives.
    private static let smallestLoneInSquareKilometers = 2.0
    /// Land in the sea: an island in a lake is of another level.
    private static let level = 1

    /// The islands as one boundary without a name; nil where none is missing.
    ///
    /// - Parameter polygons: The layers of states and counties, as they go into the file.
    static func boundary(
        in directory: String, near places: [Place], missingFrom polygons: (states: [UInt8], counties: [UInt8])
    ) throws -> SourceBoundary? {
        try BoundariesLayer.read(polygons.states) { states in
            try BoundariesLayer.read(polygons.counties) { counties in
                let rings = try rings(in: ShoreFile(directory: directory), near: Neighbourhoods(of: places)) { point in
                    states.boundary(at: point) != nil || counties.boundary(at: point) != nil
                }
                return rings.isEmpty ? nil : SourceBoundary(rings: rings, name: "")
            }
        }
    }

    private static func rings(
        in shores: ShoreFile, near neighbourhoods: Neighbourhoods, isLand: (GridPoint) -> Bool
    ) throws -> [[SourcePoint]] {
        try shores.rings.compactMap { shore in
            guard shore.level == level, shore.areaInSquareKilometers >= smallestInSquareKilometers else { return nil }
            let vertices = try shores.vertices(of: shore) { SourcePoint(longitudeDegrees: $0, latitudeDegrees: $1) }
            guard let ring = vertices.withoutRepetitions else { return nil }
            let points = ring.map { GridPoint($0) } + ([ring].interiorPoint.map { [GridPoint($0)] } ?? [])
            let isLarge = shore.areaInSquareKilometers >= smallestLoneInSquareKilometers
            return !points.contains(where: isLand) && (isLarge || neighbourhoods.contain(points)) ? ring : nil
        }
    }
}
