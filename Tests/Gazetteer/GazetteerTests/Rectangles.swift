import PlacemarkModel

@testable import Gazetteer
@testable import GazetteerBuilding

/// West, south, east, north in degrees.
typealias Rectangle = (west: Double, south: Double, east: Double, north: Double)

extension BoundaryShapes {
    /// One boundary for each rectangle, the first before the others.
    static func rectangles(_ rectangles: [Rectangle]) throws -> BoundaryShapes {
        try BoundaryShapes(
            borders: Topology.borders(ofRings: rectangles.map { [SourceBoundary.corners($0).map { GridPoint($0) }] }))
    }
}

extension SourceBoundary {
    static func corners(_ rectangle: Rectangle) -> [SourcePoint] {
        func point(_ longitude: Double, _ latitude: Double) -> SourcePoint {
            SourcePoint(
                longitude: Int32((longitude * SourcePoint.unitsPerDegree).rounded()),
                latitude: Int32((latitude * SourcePoint.unitsPerDegree).rounded()))
        }
        return [
            point(rectangle.west, rectangle.south), point(rectangle.east, rectangle.south),
            point(rectangle.east, rectangle.north), point(rectangle.west, rectangle.north),
        ]
    }

    init(_ rectangle: Rectangle, _ name: String, _ country: String? = nil, parent: String? = nil) {
        self.init(rings: [Self.corners(rectangle)], name: name, isoCountryCode: country, parent: parent)
    }
}
