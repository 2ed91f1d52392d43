import PlacemarkModel
import Testing

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

extension GazetteerWriter {
    /// Adds a layer of rectangles with their texts, all of the country AA.
    mutating func addRectangles(_ id: UInt32, _ boundaries: [(Rectangle, [String?])]) throws {
        let country = try #require(CountryCode.packed("AA"))
        let records = boundaries.map { BoundaryRecord(country: country, texts: $0.1) }
        add(id, try BoundaryShapes.rectangles(boundaries.map(\.0)).layer(records), description: .test)
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
