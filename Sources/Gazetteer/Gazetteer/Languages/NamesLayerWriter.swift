import Varints

/// Lays out the layer of names in other languages. The same names in any order give the same bytes.
package enum NamesLayerWriter {
    /// One name in one language.
    package struct Name: Hashable, Sendable {
        package var key: NameKey
        /// As POSIX writes it: `de`, `pt_BR`, `sr@latin`; `local` for what people there write.
        package var language: String
        /// Empty when it is the name that everybody is shown.
        package var text: String

        package init(_ key: NameKey, language: String, text: String) {
            (self.key, self.language, self.text) = (key, language, text)
        }

        fileprivate var fits: Bool {
            (1...NamesFormat.languageByteCount).contains(language.utf8.count) && !language.utf8.contains(0)
                && text.utf8.count <= NamesFormat.longestNameByteCount
        }
    }

    /// Names longer than 200 bytes, and languages that are empty or longer than 12, are left out; of two names of one key
    /// in one language, the later in the order of their bytes. Nil when there are more than 255 languages.
    package static func bytes(of names: [Name]) -> [UInt8]? {
        let names = names.filter(\.fits)
        let languages = Set(names.map(\.language)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard languages.count <= NamesFormat.mostLanguages else { return nil }
        var numbers: [String: UInt8] = [:]
        for (number, language) in languages.enumerated() { numbers[language] = UInt8(number) }
        let sorted = Dictionary(grouping: names, by: \.key).sorted { $0.key < $1.key }
        var (blocks, records, last): ([UInt8], [UInt8], UInt32) = ([], [], 0)
        for (index, (key, names)) in sorted.enumerated() {
            if index.isMultiple(of: NamesFormat.recordsPerBlock) {
                blocks.append(littleEndian: key.rawValue)
                blocks.append(littleEndian: UInt32(records.count))
                last = key.rawValue
            }
            let record = record(of: names, numbers)
            records.append(varint: UInt64(key.rawValue - last))
            records.append(varint: UInt64(record.count))
            records += record
            last = key.rawValue
        }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(languages.count))
        bytes.append(littleEndian: UInt32(blocks.count / NamesFormat.blockByteCount))
        bytes.append(littleEndian: UInt32(records.count))
        bytes.pad(toMultipleOf: NamesFormat.headerByteCount)
        for language in languages {
            let padding = NamesFormat.languageByteCount - language.utf8.count
            bytes += Array(language.utf8) + [UInt8](repeating: 0, count: padding)
        }
        return bytes + blocks + records
    }

    /// Each different name of a key with its languages, in the order of the names' bytes, front-coded: names of one place
    /// in related languages are much alike.
    private static func record(of names: [Name], _ numbers: [String: UInt8]) -> [UInt8] {
        var texts: [UInt8: [UInt8]] = [:]
        for name in names {
            guard let number = numbers[name.language] else { continue }
            let text = Array(name.text.utf8)
            if let other = texts[number], text.lexicographicallyPrecedes(other) { continue }
            texts[number] = text
        }
        let sorted = Dictionary(grouping: texts.keys) { texts[$0] ?? [] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        var (bytes, last): ([UInt8], [UInt8]) = ([], [])
        for (text, languages) in sorted {
            let shared = zip(text, last).prefix { $0 == $1 }.count
            bytes.append(varint: UInt64(shared))
            bytes.append(varint: UInt64(text.count - shared))
            bytes += text[shared...]
            bytes.append(varint: UInt64(languages.count))
            bytes += languages.sorted()
            last = text
        }
        return bytes
    }
}
