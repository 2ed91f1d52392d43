import FoundationEssentials
import Gazetteer
import PlacemarkCore

import Glibc

/// A user's GeoJSON files (RFC 7946) as features of the own layer.
struct CustomPlacesSource {
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
    /// The properties that mean nothing here, in the order of the alphabet.
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
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            throw .unreadable(path: path)
        }
        do {
            return try JSONDecoder().decode(GeoJSON.self, from: data)
        } catch let error as DecodingError {
            throw fault(error, path: path, data: data)
        } catch {
            throw .malformed(path: path, expected: "GeoJSON: \(error)")
        }
    }

    /// The number of the feature is the first index on the way to the fault; what follows names the field.
    private static func fault(_ error: DecodingError, path: String, data: Data) -> Fault {
        let (context, expected): (DecodingError.Context, String)
        switch error {
        case .keyNotFound(let key, let found): (context, expected) = (found, "\"\(key.stringValue)\"")
        case .typeMismatch(let type, let found): (context, expected) = (found, words(type))
        case .valueNotFound(let type, let found): (context, expected) = (found, "\(words(type)), not null")
        case .dataCorrupted(let found): (context, expected) = (found, found.debugDescription)
        @unknown default: return .malformed(path: path, expected: "GeoJSON: \(error)")
        }
        var rest = context.codingPath[...]
        if rest.isEmpty, case .dataCorrupted = error {
            guard let number = brokenFeature(in: data) else { return .malformed(path: path, expected: "valid JSON") }
            return .badFeature(path: path, number: number, expected: "valid JSON")
        }
        let isCollection = rest.first?.stringValue == "features" && rest.count > 1
        let number = isCollection ? rest.dropFirst().first?.intValue.map { $0 + 1 } : nil
        if isCollection { rest = rest.dropFirst(2) }
        let field = rest.reduce(into: "") { field, key in
            field += key.intValue.map { "[\($0)]" } ?? (field.isEmpty ? "" : ".") + key.stringValue
        }
        let what = field.isEmpty ? expected : "\(expected) as \(field)"
        guard let number else { return .malformed(path: path, expected: what) }
        return .badFeature(path: path, number: number, expected: what)
    }

    /// The decoder only says that the JSON is broken somewhere.
    private static func brokenFeature(in data: Data) -> Int? {
        guard let key = data.firstRange(of: Array("\"features\"".utf8)),
            let start = data[key.upperBound...].firstIndex(of: UInt8(ascii: "["))
        else { return nil }
        return BrokenRecord.number(in: data[start...])
    }

    private static func words(_ type: any Any.Type) -> String {
        switch "\(type)" {
        case "String": "a string"
        case "Double": "a number"
        case let name where name.hasPrefix("Array"): "an array"
        case let name where name.hasPrefix("Dictionary"): "an object"
        case let name: name
        }
    }

    /// What the file says about its layer of own features.
    var layer: LayerDescription {
        LayerDescription(
            id: LayerID.customPlaces, name: "own", source: fileNames.joined(separator: ", "),
            version: features.count == 1 ? "1 feature" : "\(features.count) features", licence: "the user's own",
            attribution: "", byteCount: 0)
    }

    /// Adds the layer; without a feature there is none.
    func add(to writer: inout GazetteerWriter) {
        if !features.isEmpty { writer.addCustomPlaces(features, description: layer) }
    }

    /// Tells on stderr what was ignored.
    func warn() {
        guard var line = warning.map({ $0 + "\n" }) else { return }
        // A warning that cannot be shown is no reason to stop.
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// One line about what was ignored; nil when nothing was.
    var warning: String? {
        guard !ignoredProperties.isEmpty else { return nil }
        let known = (["name", "radius"] + CustomPlaceKey.allCases.map(\.name)).joined(separator: ", ")
        return "warning: these properties mean nothing here: \(ignoredProperties.joined(separator: ", ")) "
            + "(the ones that do: \(known))"
    }
}
