/// Lays out the layer of country names. The same names in any order give the same bytes.
package enum CountryNamesLayerWriter {
    /// The name of one country in one language.
    package struct Name: Hashable, Sendable {
        /// As POSIX writes it: `de`, `pt_BR`, `sr@latin`.
        package var language: String
        /// `CountryCode`
        package var country: UInt16
        package var text: String

        package init(language: String, country: UInt16, text: String) {
            (self.language, self.country, self.text) = (language, country, text)
        }

        fileprivate var fits: Bool {
            (1...CountryNamesFormat.languageNameByteCount).contains(language.utf8.count)
                && !language.utf8.contains(0)
                && (1...StringTable.longestStringByteCount).contains(text.utf8.count)
        }
    }

    /// Names that are empty or longer than 255 bytes, and languages that are empty or longer than 12, are left out; of
    /// two names of one country in one language, the later in the order of their bytes.
    package static func bytes(of names: [Name]) -> [UInt8] {
        let sorted = names.filter(\.fits).sorted {
            let (a, b) = ($0, $1)
            if a.language != b.language { return a.language.utf8.lexicographicallyPrecedes(b.language.utf8) }
            return a.country != b.country
                ? a.country < b.country : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
        }
        var (languages, records, strings): ([UInt8], [UInt8], StringTable) = ([], [], StringTable())
        var last: Name?
        for name in sorted where name.language != last?.language || name.country != last?.country {
            if name.language != last?.language {
                let padding = CountryNamesFormat.languageNameByteCount - name.language.utf8.count
                languages += Array(name.language.utf8) + [UInt8](repeating: 0, count: padding)
                languages.append(littleEndian: UInt32(records.count / CountryNamesFormat.nameByteCount))
            }
            records.append(littleEndian: name.country)
            let offset = strings.offset(of: name.text)
            precondition(offset < 1 << 24, "the names of countries do not fit into 16 MB")
            records += (0..<3).map { UInt8(truncatingIfNeeded: offset >> ($0 * 8)) }
            last = name
        }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(languages.count / CountryNamesFormat.languageByteCount))
        bytes.append(littleEndian: UInt32(records.count / CountryNamesFormat.nameByteCount))
        bytes.append(littleEndian: UInt32(strings.bytes.count))
        bytes.append(littleEndian: UInt32(0))
        return bytes + languages + records + strings.bytes
    }
}
