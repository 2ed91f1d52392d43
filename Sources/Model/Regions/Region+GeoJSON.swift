/// A region is written as a GeoJSON feature (RFC 7946): a point with a radius, a polygon or a multipolygon. One that names a
/// beacon needs no geometry. Members that it does not know are skipped, as the RFC demands.
///
/// Decoding throws a `RegionMistake` for all that is JSON and no region.
extension Region: Codable {
    private enum FeatureKey: String, CodingKey { case type, id, geometry, properties }

    private enum PropertyKey: String, CodingKey {
        case identifier, radius, notifyOnEntry, notifyOnExit, dwell, exitAfter
        case uuid, major, minor, namespace, instance, address

        /// Those that name beacons.
        static let beacon = [uuid, major, minor, namespace, instance, address]
    }

    public init(from decoder: any Decoder) throws {
        do {
            try self.init(featureFrom: decoder)
        } catch let error as DecodingError {
            throw RegionMistake(error, below: decoder.codingPath.count)
        } catch let error as GeoJSONGeometry.UnknownType {
            throw RegionMistake(
                expected: "the geometry to be a Point, a Polygon or a MultiPolygon, not \"\(error.name)\"")
        } catch let mistake as RegionMistake {
            throw mistake
        } catch {
            // The decoder has an error of its own, without a place, for numbers such as 1e400.
            throw RegionMistake(expected: "numbers of at most 1.7e308")
        }
        try validate()
    }

    private init(featureFrom decoder: any Decoder) throws {
        let feature = try decoder.container(keyedBy: FeatureKey.self)
        let type = try feature.decode(String.self, forKey: .type)
        guard type == "Feature" else { throw RegionMistake(expected: "the type \"Feature\", not \"\(type)\"") }
        guard feature.contains(.properties), !(try feature.decodeNil(forKey: .properties)) else {
            throw RegionMistake(expected: "properties with an identifier")
        }
        let properties = try feature.nestedContainer(keyedBy: PropertyKey.self, forKey: .properties)
        let named = try properties.decodeIfPresent(String.self, forKey: .identifier)
        let numbered = named == nil ? try feature.decodeIfPresent(FeatureID.self, forKey: .id) : nil
        guard let identifier = named ?? numbered?.text else {
            throw RegionMistake(expected: "properties.identifier, a text, or an id of the feature")
        }
        let dwell = try properties.decodeIfPresent(Double.self, forKey: .dwell) ?? 0
        // Before it becomes a duration, which does not hold every number.
        guard (0...Self.longestDwell.inSeconds).contains(dwell) else {
            throw RegionMistake(
                expected: "properties.dwell between 0 and \(Int(Self.longestDwell.inSeconds)) seconds, not \(dwell)")
        }
        let exitAfter = try properties.decodeIfPresent(Double.self, forKey: .exitAfter)
        let silence = Self.silenceRange.lowerBound.inSeconds...Self.silenceRange.upperBound.inSeconds
        guard exitAfter.map(silence.contains) ?? true else {
            throw RegionMistake(
                expected:
                    "properties.exitAfter between \(Int(silence.lowerBound)) and \(Int(silence.upperBound)) seconds")
        }
        let geometry = try feature.decodeIfPresent(GeoJSONGeometry.self, forKey: .geometry)
        let beacon =
            PropertyKey.beacon.contains(where: properties.contains)
            ? try Self.beacon(properties, isLocated: geometry != nil) : nil
        guard geometry != nil || beacon != nil else {
            throw RegionMistake(expected: "a geometry, or properties that name a beacon")
        }
        self.init(
            identifier: identifier,
            shape: try geometry?.shape { try properties.decodeIfPresent(Double.self, forKey: .radius) } ?? .unlocated,
            notifyOnEntry: try properties.decodeIfPresent(Bool.self, forKey: .notifyOnEntry) ?? true,
            notifyOnExit: try properties.decodeIfPresent(Bool.self, forKey: .notifyOnExit) ?? true,
            dwell: .seconds(dwell), beacon: beacon, exitAfter: exitAfter.map { .seconds($0) } ?? Self.usualSilence)
    }

    private static func beacon(
        _ properties: KeyedDecodingContainer<PropertyKey>, isLocated: Bool
    ) throws -> BeaconConstraint? {
        var members = BeaconMembers()
        members.uuid = try properties.decodeIfPresent(String.self, forKey: .uuid)
        members.major = try properties.decodeIfPresent(UInt16.self, forKey: .major)
        members.minor = try properties.decodeIfPresent(UInt16.self, forKey: .minor)
        members.namespace = try properties.decodeIfPresent(String.self, forKey: .namespace)
        members.instance = try properties.decodeIfPresent(String.self, forKey: .instance)
        if isLocated {
            // Places have addresses, too: one that is no radio's is nothing that we know, and is skipped.
            let text = (try? properties.decodeIfPresent(String.self, forKey: .address)) ?? nil
            members.address = text.flatMap { BeaconBytes(hexadecimal: $0, count: 6, separator: ":") == nil ? nil : $0 }
        } else {
            members.address = try properties.decodeIfPresent(String.self, forKey: .address)
        }
        return try members.constraint()
    }

    public func encode(to encoder: any Encoder) throws {
        var feature = encoder.container(keyedBy: FeatureKey.self)
        try feature.encode("Feature", forKey: .type)
        if let geometry = GeoJSONGeometry(shape) {
            try feature.encode(geometry, forKey: .geometry)
        } else {
            try feature.encodeNil(forKey: .geometry)
        }
        var properties = feature.nestedContainer(keyedBy: PropertyKey.self, forKey: .properties)
        try properties.encode(identifier, forKey: .identifier)
        if case .circle(_, let radius) = shape { try properties.encode(radius, forKey: .radius) }
        try properties.encode(notifyOnEntry, forKey: .notifyOnEntry)
        try properties.encode(notifyOnExit, forKey: .notifyOnExit)
        try properties.encode(dwell.inSeconds, forKey: .dwell)
        guard let beacon else { return }
        let members = BeaconMembers(beacon)
        try properties.encode(exitAfter.inSeconds, forKey: .exitAfter)
        try properties.encodeIfPresent(members.uuid, forKey: .uuid)
        try properties.encodeIfPresent(members.major, forKey: .major)
        try properties.encodeIfPresent(members.minor, forKey: .minor)
        try properties.encodeIfPresent(members.namespace, forKey: .namespace)
        try properties.encodeIfPresent(members.instance, forKey: .instance)
        try properties.encodeIfPresent(members.address, forKey: .address)
    }
}

/// The `id` of a feature: a text or a number, says RFC 7946, section 3.2.
private struct FeatureID: Decodable {
    let text: String

    /// Of larger numbers not every one is a `Double`: two that differ would be the same.
    private static let largestNumber = 9_007_199_254_740_991.0

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            text = "\(number)"
        } else if let number = try? container.decode(UInt64.self) {
            text = "\(number)"
        } else if let number = try? container.decode(Double.self) {
            guard number.magnitude <= Self.largestNumber else {
                throw RegionMistake(expected: "an id that is a text, or a number of at most 15 digits")
            }
            text = "\(number)"
        } else if let named = try? container.decode(String.self) {
            text = named
        } else {
            throw RegionMistake(expected: "the id to be a text or a number")
        }
    }
}

extension GeoJSONGeometry {
    /// Nil for what is nowhere.
    fileprivate init?(_ shape: Region.Shape) {
        switch shape {
        case .unlocated: return nil
        case .circle(let center, _): self = .point(Self.position(center))
        case .polygons(let polygons):
            let rings = polygons.map { polygon in
                ([polygon.exterior] + polygon.holes).map { ring in (ring + ring.prefix(1)).map(Self.position) }
            }
            self = rings.count == 1 ? .polygon(rings[0]) : .multiPolygon(rings)
        }
    }

    fileprivate func shape(radius: () throws -> Double?) throws -> Region.Shape {
        switch self {
        case .point(let position):
            guard let radius = try radius() else {
                throw RegionMistake(expected: "properties.radius, in metres, beside a Point")
            }
            return .circle(center: try Self.validCoordinate(position), radiusInMeters: radius)
        case .polygon(let rings): return .polygons([try Self.polygon(rings)])
        case .multiPolygon(let polygons): return .polygons(try polygons.map(Self.polygon))
        }
    }

    private static func polygon(_ rings: [[[Double]]]) throws -> Region.Polygon {
        guard let exterior = rings.first else { throw RegionMistake(expected: "a polygon to have an exterior ring") }
        return Region.Polygon(exterior: try ring(exterior), holes: try rings.dropFirst().map(ring))
    }

    private static func ring(_ positions: [[Double]]) throws -> [Coordinate] {
        guard positions.count >= 4 else {
            throw RegionMistake(expected: "a ring of at least 4 positions, not \(positions.count)")
        }
        guard let first = positions.first, first == positions.last else {
            throw RegionMistake(expected: "a ring whose last position is its first one again")
        }
        return try positions.dropLast().map(validCoordinate)
    }

    private static func validCoordinate(_ position: [Double]) throws -> Coordinate {
        guard let coordinate = coordinate(position) else {
            let found = position.prefix(4).map { "\($0)" }.joined(separator: ", ")
            throw RegionMistake(
                expected: "a position [longitude, latitude] within ±180° and ±90°, not [\(found)]")
        }
        return coordinate
    }
}

extension RegionMistake {
    /// What a decoder found missing or of the wrong type, in the words of the person who wrote the file.
    ///
    /// - Parameter depth: how much of the path leads to the feature itself.
    fileprivate init(_ error: DecodingError, below depth: Int) {
        func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            let keys = context.codingPath.dropFirst(depth) + (key.map { [$0] } ?? [])
            return keys.reduce("") { path, key in
                key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? "" : path + ".") + key.stringValue
            }
        }
        switch error {
        case .keyNotFound(let key, let context): self.init(expected: "the member \(place(context, key))")
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let path = place(context)
            self.init(expected: (path.isEmpty ? "the feature" : path) + " to be \(Self.words(for: type))")
        case .dataCorrupted(let context):
            let path = place(context)
            self.init(expected: (path.isEmpty ? "the feature" : path) + " to be valid: \(context.debugDescription)")
        @unknown default: self.init(expected: "a region")
        }
    }

    private static func words(for type: Any.Type) -> String {
        switch type {
        case is Double.Type, is Int64.Type: "a number"
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        default: "\(type)".hasPrefix("Array") || "\(type)" == "UnkeyedDecodingContainer" ? "an array" : "an object"
        }
    }
}
