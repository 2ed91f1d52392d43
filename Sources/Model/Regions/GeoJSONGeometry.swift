/// The geometry of a GeoJSON feature (RFC 7946, section 3.1), of the kinds that have an inside, and points, to which a
/// radius gives one.
package enum GeoJSONGeometry: Codable {
    case point([Double])
    case polygon([[[Double]]])
    case multiPolygon([[[[Double]]]])

    /// The geometry is of another kind: a line, or a collection.
    package struct UnknownType: Error { package let name: String }

    private enum CodingKeys: String, CodingKey { case type, coordinates }

    /// Throws `UnknownType`, or what the decoder throws.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(String.self, forKey: .type)
        switch type {
        case "Point": self = .point(try container.decode([Double].self, forKey: .coordinates))
        case "Polygon": self = .polygon(try container.decode([[[Double]]].self, forKey: .coordinates))
        case "MultiPolygon": self = .multiPolygon(try container.decode([[[[Double]]]].self, forKey: .coordinates))
        default: throw UnknownType(name: type)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .point(let position):
            try container.encode("Point", forKey: .type)
            try container.encode(position, forKey: .coordinates)
        case .polygon(let rings):
            try container.encode("Polygon", forKey: .type)
            try container.encode(rings, forKey: .coordinates)
        case .multiPolygon(let polygons):
            try container.encode("MultiPolygon", forKey: .type)
            try container.encode(polygons, forKey: .coordinates)
        }
    }

    /// Reads longitude, then latitude; an altitude is skipped. Nil when they are not a place on earth.
    package static func coordinate(_ position: [Double]) -> Coordinate? {
        position.count >= 2 ? Coordinate(latitude: position[1], longitude: position[0]) : nil
    }

    /// The position as GeoJSON writes it: longitude first.
    package static func position(_ coordinate: Coordinate) -> [Double] { [coordinate.longitude, coordinate.latitude] }
}
