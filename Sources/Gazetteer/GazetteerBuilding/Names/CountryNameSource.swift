import FoundationEssentials
import Gazetteer

/// The names of countries in other languages, as `Scripts/gazetteer-sources` unpacks them from pycountry:
/// `iso3166-1.json`, and for each language `country-names/LANGUAGE.mo`, whose originals are the English names of ISO 3166.
enum CountryNameSource {
    private struct List: Decodable {
        struct Country: Decodable {
            var alpha2: String
            var name: String
            /// What the country is called where the name in ISO 3166 is stiff: "Bolivia, Plurinational State of".
            var commonName: String?
            /// The name in full: "Commonwealth of the Bahamas".
            var officialName: String?

            private enum CodingKeys: String, CodingKey {
                case alpha2 = "alpha_2"
                case name
                case commonName = "common_name"
                case officialName = "official_name"
            }
        }

        var countries: [Country]

        private enum CodingKeys: String, CodingKey { case countries = "3166-1" }
    }

    /// The names in English, by ISO country code.
    static func englishNames(directory: String) throws(SourceError) -> [String: [String]] {
        let countries = try JSONSource.read(List.self, from: "\(directory)/iso3166-1.json").countries
        return Dictionary(
            countries.map { country in
                let names = [country.name, country.commonName, country.officialName]
                return (country.alpha2, names.compactMap { $0.flatMap(written) })
            }
        ) { first, _ in first }
    }

    /// `Korea, Republic of` as people write it. Nil for other names with commas and brackets, which are lists, or say what nobody
    /// writes: `Bonaire, Sint Eustatius and Saba`, `Taiwan, Province of China`.
    private static func written(_ name: String) -> String? {
        guard name.contains(where: { ",(".contains($0) }) else { return name }
        let parts = name.split(separator: ", ")
        guard parts.count == 2, parts[1].hasSuffix(" of") || parts[1].hasSuffix(" of the") else { return nil }
        return "\(parts[1]) \(parts[0])"
    }

    /// By language as POSIX writes it (`de`, `pt_BR`, `sr@latin`) and ISO country code.
    static func names(directory: String) throws(SourceError) -> [CountryNamesLayerWriter.Name] {
        let countries = try JSONSource.read(List.self, from: "\(directory)/iso3166-1.json").countries
        var names: [CountryNamesLayerWriter.Name] = []
        for language in try MOFile.languages(in: "\(directory)/country-names") {
            let translations = try MOFile(path: "\(directory)/country-names/\(language).mo").translations
            for country in countries {
                // A name that is the same as in English is kept: it says that the language does not differ.
                let name = country.commonName.flatMap { translations[$0] } ?? translations[country.name]
                guard let name, let code = CountryCode.packed(country.alpha2) else { continue }
                names.append(CountryNamesLayerWriter.Name(language: language, country: code, text: name))
            }
        }
        return names
    }
}

extension MOFile {
    /// The languages that a directory has a catalogue for, in order.
    static func languages(in directory: String) throws(SourceError) -> [String] {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw .unreadable(path: directory)
        }
        let languages = files.filter { $0.hasSuffix(".mo") }.map { String($0.dropLast(3)) }.sorted()
        guard !languages.isEmpty else { throw .malformed(path: directory, reason: "it has no .mo files") }
        return languages
    }
}

extension SourceVersions {
    /// What the file says about its layer of country names.
    var countryNamesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.countryNames, name: "country names",
            source: "iso-codes (https://salsa.debian.org/iso-codes-team/iso-codes), from the Python package pycountry",
            version: named("pycountry"), licence: "LGPL-2.1-or-later",
            attribution: "Country names in other languages: the iso-codes project and its translators, "
                + "LGPL-2.1-or-later; selected and rearranged.",
            byteCount: 0)
    }
}
