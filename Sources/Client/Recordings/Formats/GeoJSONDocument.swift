import PlacemarkModel
import FoundationEssentials

/// As much of GeoJSON (RFC 7946) as a recorded trip needs.
struct GeoJSONDocument: Decodable {
    /// In the order of the file; nil for one that could not be read, and why.
    let features: [Result<GeoJSONFeature, GeoJSONProblem>]

    private enum CodingKeys: String, CodingKey { case type, features }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decode(String.self, forKey: .type) == "FeatureCollection" {
            features = try container.decode([Attempt].self, forKey: .features).map(\.result)
        } else {
            features = [try Attempt(from: decoder).result]
        }
    }

    /// A feature, or what is wrong with it: one that is wrong does not spoil the others.
    private struct Attempt: Decodable {
        let result: Result<GeoJSONFeature, GeoJSONProblem>

        init(from decoder: any Decoder) throws {
            do {
                result = .success(try GeoJSONFeature(from: decoder))
            } catch let problem as GeoJSONProblem {
                result = .failure(problem)
            } catch {
                result = .failure(GeoJSONProblem("expected a geometry of points or lines, [longitude, latitude, …]"))
            }
        }
    }
}

/// Why a feature cannot be replayed.
struct GeoJSONProblem: Error {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A feature: its positions one after the other, and what is told of them.
struct GeoJSONFeature: Decodable {
    /// Longitude, latitude, and perhaps altitude.
    let positions: [[Double]]
    let properties: GeoJSONProperties

    private enum CodingKeys: String, CodingKey { case type, geometry, properties, coordinates }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isFeature = try container.decode(String.self, forKey: .type) == "Feature"
        properties = try container.decodeIfPresent(GeoJSONProperties.self, forKey: .properties) ?? .init()
        let geometry =
            isFeature ? try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .geometry) : container
        switch try geometry.decode(String.self, forKey: .type) {
        case "Point": positions = [try geometry.decode([Double].self, forKey: .coordinates)]
        case "LineString", "MultiPoint": positions = try geometry.decode([[Double]].self, forKey: .coordinates)
        case "MultiLineString":
            positions = try geometry.decode([[[Double]]].self, forKey: .coordinates).flatMap(\.self)
        default: throw GeoJSONProblem("an area: expected a point or a line, for a trip has no other shape")
        }
    }
}

/// The properties that tell when each position was, and how good.
struct GeoJSONProperties: Decodable {
    /// A time for each position of a line.
    var times: [GeoJSONTime] = []
    /// The time of a point.
    var time: GeoJSONTime?
    var accuracy: Double?
    var speed: Double?
    var course: Double?

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func first<Value: Decodable>(_ type: Value.Type, _ names: String...) -> Value? {
            names.lazy.compactMap { try? container.decode(type, forKey: Key(stringValue: $0)) }.first
        }
        // togeojson writes coordTimes, later coordinateProperties; others times.
        if let flat = first([GeoJSONTime].self, "coordTimes", "times") {
            times = flat
        } else if let nested = first([[GeoJSONTime]].self, "coordTimes", "times") {
            times = nested.flatMap(\.self)
        } else if let inner = first(Self.self, "coordinateProperties") {
            times = inner.times
        }
        time = first(GeoJSONTime.self, "time", "timestamp", "datetime", "date")
        accuracy = first(Double.self, "accuracy", "horizontalAccuracy", "horizontal_accuracy")
        speed = first(Double.self, "speed")
        course = first(Double.self, "course", "heading", "bearing")
    }
}

/// A time as GeoJSON has it: a text, or a number of seconds or milliseconds since 1970.
enum GeoJSONTime: Decodable {
    case at(Timestamp)
    /// `null`, which stands for a position without a time.
    case absent
    case unreadable

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .absent
            return
        }
        let timestamp =
            if let number = try? container.decode(Double.self) {
                TimeText.timestamp(secondsSinceEpoch: number)
            } else {
                TimeText.timestamp(try container.decode(String.self))
            }
        self = timestamp.map(Self.at) ?? .unreadable
    }
}
