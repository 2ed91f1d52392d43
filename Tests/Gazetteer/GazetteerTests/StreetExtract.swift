import Gazetteer
import PlacemarkModel

@testable import GazetteerBuilding

// Extracts in metres from where the equator meets the meridian of Greenwich.

extension SmallExtract {
    /// A node this many metres north and east of the origin.
    mutating func house(_ north: Double, _ east: Double, _ tags: [String: String]) -> Int {
        node(north / Self.metersPerDegree, east / Self.metersPerDegree, tags)
    }

    /// A way eastward.
    mutating func street(
        _ tags: [String: String], _ line: [(north: Double, from: Double, to: Double)]
    ) -> Int {
        way(line.flatMap { [house($0.north, $0.from, [:]), house($0.north, $0.to, [:])] }, tags)
    }

    mutating func rectangle(
        meters southWest: (Double, Double), _ northEast: (Double, Double), _ tags: [String: String] = [:]
    ) -> Int {
        let corners = [southWest, (southWest.0, northEast.1), northEast, (northEast.0, southWest.1)].map {
            house($0.0, $0.1, [:])
        }
        return way(corners + [corners[0]], tags)
    }

    static let metersPerDegree = Earth.meanRadiusInMeters * .pi / 180
}

extension HouseNumber {
    /// North and east of the origin.
    var meters: SIMD2<Double> {
        let degrees = SIMD2(Double(point.latitude), Double(point.longitude)) / SourcePoint.unitsPerDegree
        return (degrees * SmallExtract.metersPerDegree).rounded(.toNearestOrEven)
    }
}
