import FoundationEssentials
import PMTiles

/// Which of a place's names a picture shows: what `map/model/languages.js` decides for the page.
struct PictureLanguages: Equatable {
    /// What the attributes of the tiles are called, `name:de`, `name:zh_TW`, the best first.
    let keys: [String]

    /// What everybody is shown on the maps of `placemark-gazetteer`: their names of places have no other English.
    private static let shownToAll = "en"
    /// How people say that they want the traditional characters of Chinese.
    private static let traditional: Set<Substring> = ["hant", "tw", "hk", "mo"]

    /// - Parameter wanted: BCP 47 or as the basemap writes them, the most wanted first.
    init(_ wanted: [String], in reader: PMTilesReader) {
        let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(reader.metadata.utf8))
        self.init(
            wanted, offered: metadata?.languages ?? metadata?.languagesOfFields ?? [],
            isOwn: metadata?.generator == "placemark-gazetteer")
    }

    /// - Parameters:
    ///   - offered: the languages of the tiles, as these write them.
    ///   - isOwn: whether `placemark-gazetteer` has made them. It leaves a name out in each language that calls the place as
    ///     everybody does, so the first language that they have is the only one: with the next ones, London would be
    ///     `Londres` to a German who reads French.
    init(_ wanted: [String], offered: [String], isOwn: Bool) {
        let all = isOwn ? offered + [Self.shownToAll] : offered
        let found = wanted.map { Self.languages(of: $0, in: all) }
        let languages = isOwn ? found.first { !$0.isEmpty } ?? [] : found.flatMap(\.self)
        keys = languages.reduce(into: []) { keys, language in
            if !keys.contains("name:\(language)") { keys.append("name:\(language)") }
        }
    }

    /// What the tiles call a language, the best first.
    private static func languages(of tag: String, in offered: [String]) -> [String] {
        codes(of: tag).compactMap { code in
            offered.first { $0.lowercased().split(separator: "_").joined(separator: "-") == code }
        }
    }

    /// What tiles may call a language, in small letters. One in another script is not better than none.
    private static func codes(of tag: String) -> [String] {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
        let prefixes = parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
        switch parts.first {
        case "zh":
            let isTraditional = parts.contains(where: traditional.contains)
            return prefixes.dropLast() + (isTraditional ? ["zh-hant", "zh-tw", "zh-hk"] : ["zh", "zh-hans", "zh-cn"])
        // Norwegian is two written languages; `no` means the greater, and whoever reads one reads the other.
        case "no", "nb": return prefixes + ["nb", "nb-no", "no", "nn", "nn-no"]
        case "nn": return prefixes + ["nn-no", "no", "nb", "nb-no"]
        default: return prefixes
        }
    }

    /// What a file says of itself.
    private struct Metadata: Decodable {
        let generator: String?
        let languages: [String]?
        let vectorLayers: [Layer]?

        struct Layer: Decodable {
            let fields: [String: Anything]?
        }
        /// The kinds of the fields, which nobody asks for.
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }

        enum CodingKeys: String, CodingKey {
            case generator, languages
            case vectorLayers = "vector_layers"
        }

        /// Of files that name them only as fields.
        var languagesOfFields: [String] {
            let fields = (vectorLayers ?? []).flatMap { ($0.fields ?? [:]).keys }.filter { $0.hasPrefix("name:") }
            return Set(fields).sorted().map { String($0.dropFirst("name:".count)) }
        }
    }
}
