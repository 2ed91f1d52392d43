import Gazetteer
import PlacemarkModel

/// A GeoJSON text: a collection of features, or one feature. Members that RFC 7946 calls foreign are skipped.
struct GeoJSON: Decodable {
    /// The radius round a point that gives none, as docs/guide/own-places.md promises: about the size of a site.
    private static let usualRadiusInMeters = 250.0

    /// What a feature should have been.
    struct Mistake: Error { let expected: String }

    /// One feature as it stands in the file.
    struct Feature: Decodable {
        private enum CodingKeys: String, CodingKey { case type, geometry, properties }

        private let geometry: GeoJSONGeometry
        private let properties: Properties
        var ignoredProperties: [String] { properties.ignored }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let type = try container.decode(String.self, forKey: .type)
            guard type == "Feature" else {
                throw DecodingError.dataCorruptedError(
                    forKey: .type, in: container, debugDescription: "\"Feature\", not \"\(type)\"")
            }
            do {
                geometry = try container.decode(GeoJSONGeometry.self, forKey: .geometry)
            } catch let error as GeoJSONGeometry.UnknownType {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: container.codingPath + [CodingKeys.geometry, CodingKeys.type],
                        debugDescription: "Point, Polygon or MultiPolygon, not \"\(error.name)\""))
            }
            properties = try container.decode(Properties.self, forKey: .properties)
        }

        /// The feature as the file takes it.
        func customPlace() throws(Mistake) -> CustomPlace {
            guard let name = properties.name else { throw Mistake(expected: "a property \"name\"") }
            try Self.check("name", name)
            for key in CustomPlaceKey.allCases {
                if let value = properties.values[key] { try Self.check(key.name, value) }
            }
            if let code = properties.values[.isoCountryCode],
                code.utf8.count != 2 || !code.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
            {
                throw Mistake(expected: "two capital letters as properties.isoCountryCode, not \"\(code)\"")
            }
            let shape = try geometry.shape(radiusInMeters: properties.radiusInMeters ?? GeoJSON.usualRadiusInMeters)
            return CustomPlace(name: name, properties: properties.values, shape: shape)
        }

        /// Names end up in plain lines, which a line break would cut.
        private static func check(_ key: String, _ value: String) throws(Mistake) {
            let limit = CustomPlace.longestTextByteCount
            guard value.utf8.count <= limit,
                !value.unicodeScalars.contains(where: \.isControl)
            else {
                throw Mistake(expected: "one line of at most \(limit) bytes as properties.\(key)")
            }
        }
    }

    let features: [Feature]

    private enum CodingKeys: String, CodingKey { case type, features }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(String.self, forKey: .type)
        switch type {
        case "FeatureCollection": features = try container.decode([Feature].self, forKey: .features)
        case "Feature": features = [try Feature(from: decoder)]
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription: "\"FeatureCollection\" or \"Feature\", not \"\(type)\"")
        }
    }
}

extension GeoJSON {
    /// What a feature says about itself. Null and the empty string count as absent.
    fileprivate struct Properties: Decodable {
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let name: String?
        let radiusInMeters: Double?
        private(set) var values: [CustomPlaceKey: String] = [:]
        private(set) var ignored: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func text(_ key: String) throws -> String? {
                let text = try container.decodeIfPresent(String.self, forKey: Key(stringValue: key))
                return text.nonEmpty
            }
            name = try text("name")
            radiusInMeters = try container.decodeIfPresent(Double.self, forKey: Key(stringValue: "radius"))
            for key in container.allKeys.map(\.stringValue) where key != "name" && key != "radius" {
                if let known = CustomPlaceKey(name: key) { values[known] = try text(key) } else { ignored.append(key) }
            }
        }
    }
}

extension GeoJSONGeometry {
    /// - Parameter radiusInMeters: gives a point an inside.
    fileprivate func shape(radiusInMeters radius: Double) throws(GeoJSON.Mistake) -> CustomPlace.Shape {
        switch self {
        case .point(let position):
            let limit = CustomPlace.largestRadiusInMeters
            // The file has whole millimetres.
            guard radius >= 0.001, radius <= limit else {
                throw GeoJSON.Mistake(
                    expected: "metres above 0 and up to \(Int(limit)) as properties.radius, not \(radius)")
            }
            return .circle(center: try Self.validCoordinate(position), radiusInMeters: radius)
        case .polygon(let rings): return .polygons([try Self.polygon(rings, number: 1)])
        case .multiPolygon(let polygons):
            guard !polygons.isEmpty else { throw GeoJSON.Mistake(expected: "at least one polygon") }
            var shapes: [CustomPolygon] = []
            for (number, rings) in zip(1..., polygons) { shapes.append(try Self.polygon(rings, number: number)) }
            return .polygons(shapes)
        }
    }

    private static func polygon(_ rings: [[[Double]]], number: Int) throws(GeoJSON.Mistake) -> CustomPolygon {
        var corners: [[Coordinate]] = []
        for ring in rings {
            var coordinates: [Coordinate] = []
            coordinates.reserveCapacity(ring.count)
            for position in ring { coordinates.append(try validCoordinate(position)) }
            corners.append(coordinates)
        }
        do {
            return try CustomPolygon(rings: corners)
        } catch {
            // "expected" stands before each mistake once.
            throw GeoJSON.Mistake(expected: "a valid polygon; polygon \(number): \(error)")
        }
    }

    private static func validCoordinate(_ position: [Double]) throws(GeoJSON.Mistake) -> Coordinate {
        guard let coordinate = coordinate(position) else {
            let found = position.map { "\($0)" }.joined(separator: ", ")
            throw GeoJSON.Mistake(
                expected: "a position [longitude, latitude] of -180…180 and -90…90 degrees, not [\(found)]")
        }
        return coordinate
    }
}
