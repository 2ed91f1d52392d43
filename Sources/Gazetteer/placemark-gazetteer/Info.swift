import ArgumentParser
import FoundationEssentials
import Gazetteer

/// `placemark-gazetteer info`
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a world file or detail pack holds, and where it comes from.",
        discussion: """
            Shows the layers, each with its source, version and licence.

            EXAMPLE
              placemark-gazetteer info world.gazetteer
            """)

    @Flag(help: "Write JSON.")
    var json = false

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws {
        let summary = try Summary(path: file)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(summary), as: UTF8.self))
        } else {
            print(summary.table)
        }
    }

    /// What `info` shows.
    struct Summary: Codable, Equatable {
        var path: String
        var formatVersion: UInt32
        var byteCount: Int
        /// Of a world file.
        var placeCount: Int?
        /// Of a detail pack.
        var cityCount, partCount, streetLengthInKilometers, houseCount, areaCount, mapFeatureCount: Int?
        /// Of a detail pack: in which it has names besides those that everybody is shown.
        var languages: [String]?
        var layers: [LayerDescription]

        init(path: String) throws(GazetteerError) {
            self.path = path
            formatVersion = FileFormat.version
            switch try GazetteerFile(path: path) {
            case .world(let gazetteer):
                (byteCount, layers) = (gazetteer.byteCount, gazetteer.layers)
                placeCount = gazetteer.placeCount
            case .detailPack(let pack):
                (byteCount, layers) = (pack.byteCount, pack.layers)
                (cityCount, partCount, areaCount) = (pack.cityCount, pack.partCount, pack.areaCount)
                languages = pack.languages.isEmpty ? nil : pack.languages
                (streetLengthInKilometers, houseCount) = (pack.streetLengthInKilometers, pack.houseCount)
                mapFeatureCount = pack.mapFeatureCount
            }
        }

        var table: String {
            var rows = [
                ("file", path), ("format", "version \(formatVersion)"), ("size", Self.megabytes(byteCount)),
            ]
            for (name, count) in [
                ("places", placeCount), ("cities", cityCount), ("parts of cities", partCount),
                ("km of streets", streetLengthInKilometers), ("houses", houseCount), ("named areas", areaCount),
                ("features of the map", mapFeatureCount),
            ] {
                if let count { rows.append((name, String(count))) }
            }
            if let languages { rows.append(("names also in", languages.joined(separator: ", "))) }
            for layer in layers {
                rows += [
                    ("layer", "\(layer.name) (\(Self.megabytes(layer.byteCount)))"), ("  source", layer.source),
                    ("  version", layer.version), ("  licence", layer.licence), ("  attribution", layer.attribution),
                ]
            }
            let width = (rows.map(\.0.count).max() ?? 0) + 2
            return rows.map { $0 + String(repeating: " ", count: width - $0.count) + $1 }.joined(separator: "\n")
        }

        private static func megabytes(_ byteCount: Int) -> String {
            let tenths = (byteCount + 50_000) / 100_000
            return "\(tenths / 10).\(tenths % 10) MB"
        }
    }
}
