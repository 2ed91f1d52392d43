package import PlacemarkModel

/// A place or an area that a user has added, on its way into the file.
package struct CustomPlace: Sendable {
    /// Where it is.
    package enum Shape: Sendable {
        /// Everything within a radius of 0 < r ≤ `largestRadiusInMeters`.
        case circle(center: Coordinate, radiusInMeters: Double)
        /// Everything in one of these, of which there is at least one.
        case polygons([CustomPolygon])
    }

    /// As for a region (`Region.radiusRangeInMeters`).
    package static let largestRadiusInMeters = 1_000_000.0
    /// Names and values are stored after one byte with their length.
    package static let longestTextByteCount = StringTable.longestStringByteCount

    /// 1 to `longestTextByteCount` bytes, as all values.
    package var name: String
    package var properties: [CustomPlaceKey: String]
    package var shape: Shape

    package init(name: String, properties: [CustomPlaceKey: String] = [:], shape: Shape) {
        self.name = name
        self.properties = properties
        self.shape = shape
    }

    /// What ranks features that contain the same point.
    var areaInSquareMeters: Double {
        switch shape {
        case .circle(_, let radius): .pi * radius * radius
        case .polygons(let polygons): polygons.reduce(0) { $0 + $1.areaInSquareMeters }
        }
    }

    /// A point of it that stands for the whole: a circle's centre, or one inside the largest polygon.
    var coordinate: Coordinate {
        switch shape {
        case .circle(let center, _): center
        case .polygons(let polygons):
            // The first of several that are equally large.
            polygons.reduce(polygons[0]) { $1.areaInSquareMeters > $0.areaInSquareMeters ? $1 : $0 }.innerPoint
        }
    }
}
