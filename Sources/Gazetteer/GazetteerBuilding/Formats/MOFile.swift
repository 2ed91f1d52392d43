import FoundationEssentials
import Gazetteer

/// A compiled catalogue of messages (GNU gettext's MO format, little-endian, as every Linux machine writes it).
///
/// "The Format of GNU MO Files", GNU gettext manual: magic, revision, number of messages, and where the tables of
/// originals and translations are: length and offset of each string, which ends with a zero.
struct MOFile {
    private static let magic: UInt32 = 0x9504_12DE

    /// Translation by original; messages with a context or plural forms, and the catalogue's header, are left out.
    let translations: [String: String]

    init(path: String) throws(SourceError) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable(path: path) }
        guard let file = data.withUnsafeBytes({ MOFile(bytes: $0) }) else {
            throw .malformed(path: path, reason: "it is not a whole little-endian MO file")
        }
        self = file
    }

    /// Nil when something lies outside the file, or is not UTF-8.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 20, bytes.littleEndian(UInt32.self, at: 0) == Self.magic,
            bytes.littleEndian(UInt32.self, at: 4) >> 16 == 0
        else { return nil }
        let count = Int(bytes.littleEndian(UInt32.self, at: 8))
        let tables = [12, 16].map { Int(bytes.littleEndian(UInt32.self, at: $0)) }
        guard tables.allSatisfy({ $0 <= bytes.count && count <= (bytes.count - $0) / 8 }) else { return nil }

        func text(_ table: Int, _ index: Int) -> String? {
            let length = Int(bytes.littleEndian(UInt32.self, at: table + 8 * index))
            let start = Int(bytes.littleEndian(UInt32.self, at: table + 8 * index + 4))
            guard start <= bytes.count, length <= bytes.count - start else { return nil }
            return String(validating: bytes[start..<start + length], as: UTF8.self)
        }
        var translations: [String: String] = [:]
        for index in 0..<count {
            guard let original = text(tables[0], index), let translation = text(tables[1], index) else { return nil }
            // A context ends with U+0004, and plural forms with U+0000.
            let isPlain = !original.utf8.contains { $0 == 4 || $0 == 0 }
            if isPlain && !original.isEmpty && !translation.isEmpty { translations[original] = translation }
        }
        self.translations = translations
    }
}
