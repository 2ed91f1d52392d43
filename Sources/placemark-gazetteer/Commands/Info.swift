import ArgumentParser
import FoundationEssentials
import Gazetteer

/// `placemark-gazetteer info`
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a gazetteer holds, and where it comes from.",
        discussion: """
            The layers, and of each the source, the version and the licence.

            EXAMPLE
              placemark-gazetteer info world.gazetteer
            """)

    @Flag(help: "Write JSON.")
    var json = false

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws {
        let summary = Summary(try Gazetteer(path: file), path: file)
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
        var placeCount: Int
        var layers: [LayerDescription]

        init(_ gazetteer: Gazetteer, path: String) {
            self.path = path
            formatVersion = FileFormat.version
            byteCount = gazetteer.byteCount
            placeCount = gazetteer.placeCount
            layers = gazetteer.layers
        }

        var table: String {
            var rows = [
                ("file", path), ("format", "version \(formatVersion)"), ("size", Self.megabytes(byteCount)),
                ("places", String(placeCount)),
            ]
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
