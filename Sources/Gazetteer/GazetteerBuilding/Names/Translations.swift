import Gazetteer

/// The names of places, states and countries in other languages, as `Scripts/gazetteer-sources` unpacks them:
/// `place-names.tsv` (GeoNames, package libgeonames-common), `state-names.tsv` and `chinese.tsv` (CLDR, package
/// unicode-cldr-core).
struct Translations {
    /// Name by language, as POSIX writes it.
    typealias Names = [String: String]

    /// By GeoNames id.
    private(set) var places: [Int: Names] = [:]
    /// By country and GeoNames' code of the state: `AT.09`.
    private(set) var states: [String: Names] = [:]
    /// By ISO 3166-1 alpha-2.
    private(set) var countries: [String: Names] = [:]
    /// CLDR's, by ISO 3166-2 code; with English names, which tell whether a code means the same state to others.
    private(set) var subdivisions: [String: Names] = [:]
    /// Chinese characters that only the simplified script has.
    private let simplified: Set<Unicode.Scalar>

    init(directory: String) throws(SourceError) {
        simplified = try Self.simplifiedCharacters(path: "\(directory)/chinese.tsv")
        for (language, key, name) in try Self.rows(path: "\(directory)/place-names.tsv") {
            if let id = Int(key) {
                places[id, default: [:]][language] = name
            } else if key.utf8.contains(UInt8(ascii: ".")) {
                states[key, default: [:]][language] = name
            } else {
                countries[key, default: [:]][language] = name
            }
        }
        for (language, code, name) in try Self.rows(path: "\(directory)/state-names.tsv") {
            subdivisions[code, default: [:]][language] = name
        }
    }

    /// For tests.
    init(
        places: [Int: Names], states: [String: Names] = [:], countries: [String: Names] = [:],
        subdivisions: [String: Names] = [:], simplified: Set<Unicode.Scalar> = []
    ) {
        (self.places, self.states, self.countries) = (places, states, countries)
        (self.subdivisions, self.simplified) = (subdivisions, simplified)
    }

    /// The same names, and a Chinese one also for readers of traditional characters, when it has none that they do not write:
    /// the source's `zh` does not tell the scripts apart, and most of its names are simplified.
    func withTraditional(_ names: Names) -> Names {
        guard let name = names["zh"], names["zh_TW"] == nil, !name.unicodeScalars.contains(where: simplified.contains)
        else { return names }
        var names = names
        names["zh_TW"] = name
        return names
    }

    private static func rows(path: String) throws(SourceError) -> [(language: String, key: String, name: String)] {
        var rows: [(String, String, String)] = []
        for (index, line) in try SourceText.lines(of: path).enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, fields.allSatisfy({ !$0.isEmpty }) else {
                throw .badRecord(path: path, record: "\(index + 1)", expected: "LANGUAGE, KEY and NAME with tabs")
            }
            rows.append((String(fields[0]), String(fields[1]), String(fields[2])))
        }
        return rows
    }

    /// Those that stand for another one, and for which none stands: the others are written in both scripts.
    private static func simplifiedCharacters(path: String) throws(SourceError) -> Set<Unicode.Scalar> {
        var (simplified, traditional): (Set<Unicode.Scalar>, Set<Unicode.Scalar>) = ([], [])
        for (index, line) in try SourceText.lines(of: path).enumerated() {
            let fields = line.split(separator: "\t").map(\.unicodeScalars)
            guard fields.count == 2, fields.allSatisfy({ $0.count == 1 }), let from = fields[0].first,
                let to = fields[1].first
            else {
                throw .badRecord(path: path, record: "\(index + 1)", expected: "two characters with a tab")
            }
            if from != to { simplified.insert(from) }
            traditional.insert(to)
        }
        return simplified.subtracting(traditional)
    }
}

extension SourceVersions {
    /// What the file says about its layer of names.
    var namesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.names, name: "names",
            source: "Names of places, states and countries in other languages: GeoNames (geonames.org), from the "
                + "Debian package libgeonames-common; of states also the Unicode CLDR, from the Debian package "
                + "unicode-cldr-core",
            version: "\(named("libgeonames-common")), \(named("unicode-cldr-core"))",
            licence: "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), Unicode-DFS-2016 "
                + "(https://www.unicode.org/license.txt)",
            attribution: "Names in other languages: GeoNames, https://www.geonames.org, licensed under CC BY 4.0, and "
                + "the Unicode Common Locale Data Repository, © 1991–2022 Unicode, Inc.; selected and rearranged.",
            byteCount: 0)
    }
}
