import FoundationEssentials
package import Gazetteer
import PlacemarkModel

import Glibc

/// A user's GeoJSON files (RFC 7946) as the layer of custom places.
package struct CustomPlacesSource {
    /// Why a file cannot be used.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case unreadable(path: String)
        /// The file as a whole is not what it should be.
        case malformed(path: String, expected: String)
        /// One feature is not what it should be; they are counted from 1.
        case badFeature(path: String, number: Int, expected: String)

        var description: String {
            switch self {
            case .unreadable(let path): "\(path): cannot be read"
            case .malformed(let path, let expected): "\(path): expected \(expected)"
            case .badFeature(let path, let number, let expected): "\(path): feature \(number): expected \(expected)"
            }
        }
    }

    private(set) var features: [CustomPlace] = []
    /// The names of the files, without their directories.
    private(set) var fileNames: [String] = []
    /// The properties that have no meaning here, in alphabetical order.
    private(set) var ignoredProperties: [String] = []

    /// Reads the files one after the other.
    init(paths: [String]) throws(Fault) {
        var ignored: Set<String> = []
        for path in paths {
            let collection = try Self.collection(path)
            for (number, feature) in zip(1..., collection.features) {
                do {
                    features.append(try feature.customPlace())
                } catch {
                    throw .badFeature(path: path, number: number, expected: error.expected)
                }
                ignored.formUnion(feature.ignoredProperties)
            }
            fileNames.append(path.split(separator: "/").last.map(String.init) ?? path)
        }
        ignoredProperties = ignored.sorted()
    }

    private static func collection(_ path: String) throws(Fault) -> GeoJSON {
        do {
            return try JSONSource.decode(GeoJSON.self, from: path)
        } catch {
            throw fault(error, path: path)
        }
    }

    /// The number of the feature is the first index on the way to the fault; what follows names the field.
    private static func fault(_ fault: JSONFault, path: String) -> Fault {
        let keys: [any CodingKey]
        switch fault.place {
        case .unreadable: return .unreadable(path: path)
        case .syntax(let data):
            guard let number = brokenFeature(in: data) else {
                return .malformed(path: path, expected: fault.expected)
            }
            return .badFeature(path: path, number: number, expected: fault.expected)
        case .value(let found): keys = found
        }
        let isInFeature = keys.first?.stringValue == "features" && keys.count > 1
        let field = keys.dropFirst(isInFeature ? 2 : 0).reduce(into: "") { field, key in
            field += key.intValue.map { "[\($0)]" } ?? (field.isEmpty ? "" : ".") + key.stringValue
        }
        let expected = field.isEmpty ? fault.expected : "\(fault.expected) as \(field)"
        guard isInFeature, let index = keys[1].intValue else { return .malformed(path: path, expected: expected) }
        return .badFeature(path: path, number: index + 1, expected: expected)
    }

    /// The decoder only says that the JSON is broken somewhere.
    private static func brokenFeature(in data: Data) -> Int? {
        guard let key = data.firstRange(of: Array("\"features\"".utf8)),
            let start = data[key.upperBound...].firstIndex(of: UInt8(ascii: "["))
        else { return nil }
        return BrokenRecord.number(in: data[start...])
    }

    /// What the file says about its layer of custom places.
    package var layer: LayerDescription {
        LayerDescription(
            id: LayerID.customPlaces, name: "own", source: fileNames.joined(separator: ", "),
            version: features.count == 1 ? "1 feature" : "\(features.count) features", licence: "the user's own",
            attribution: "", byteCount: 0)
    }

    /// Writes `output`: the layers of `world`, and the features of the files as the layer of custom places.
    package static func add(_ files: [String], to world: String, output: String) throws -> CustomPlacesSource {
        let places = try CustomPlacesSource(paths: files)
        var writer = try GazetteerWriter(copying: world, without: LayerID.customPlaces)
        places.add(to: &writer)
        try writer.write(to: output)
        return places
    }

    /// Adds the layer; without a feature there is none.
    func add(to writer: inout GazetteerWriter) {
        if !features.isEmpty { writer.addCustomPlaces(features, description: layer) }
    }

    /// Tells on stderr what was ignored.
    package func warn() {
        if let warning { StandardError.write("\(warning)\n") }
    }

    /// One line about what was ignored; nil when nothing was.
    var warning: String? {
        guard !ignoredProperties.isEmpty else { return nil }
        let known = (["name", "radius"] + CustomPlaceKey.allCases.map(\.name)).joined(separator: ", ")
        return "warning: these properties mean nothing here: \(ignoredProperties.joined(separator: ", ")) "
            + "(the ones that do: \(known))"
    }
}
