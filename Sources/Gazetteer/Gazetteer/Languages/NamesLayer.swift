import Varints

/// The names of places, states and countries in other languages than the default, read where they lie in the mapping.
///
/// Only the sections' bounds are known to be right: each number from them is read once, checked, and then used. Damage
/// gives no name or a wrong one.
package struct NamesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let languages: UnsafeRawBufferPointer
    private let blocks: UnsafeRawBufferPointer
    let records: UnsafeRawBufferPointer

    package let languageCount: Int
    let blockCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= NamesFormat.headerByteCount else { return nil }
        languageCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        blockCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        let recordByteCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        var sections = LayerSections(bytes: bytes, after: NamesFormat.headerByteCount, alignment: 1)
        guard languageCount <= NamesFormat.mostLanguages,
            let languages = sections.next(byteCount: languageCount * NamesFormat.languageByteCount),
            let blocks = sections.next(byteCount: blockCount * NamesFormat.blockByteCount),
            let records = sections.next(byteCount: recordByteCount)
        else { return nil }
        (self.languages, self.blocks, self.records) = (languages, blocks, records)
    }

    /// What is known of a name in some languages.
    enum Found: Equatable {
        case name(String)
        /// In that language it is the name that everybody is shown.
        case isDefault
    }

    /// The name in the first of the languages that has one; nil when none has.
    func name(of key: NameKey, in wanted: [UInt8]) -> Found? {
        guard !wanted.isEmpty else { return nil }
        var best: (rank: Int, found: Found)?
        forEachName(of: key) { name, languages in
            for language in languages {
                guard let rank = wanted.firstIndex(of: language), rank < best?.rank ?? .max else { continue }
                best = (rank, name.isEmpty ? .isDefault : .name(String(decoding: name, as: UTF8.self)))
            }
        }
        return best?.found
    }

    /// Hands out each name of a key with the languages that have it. An empty name is the default one.
    func forEachName(of key: NameKey, _ body: (_ name: [UInt8], _ languages: Slice<UnsafeRawBufferPointer>) -> Void) {
        guard let record = record(of: key) else { return }
        forEachName(inRecord: record, body)
    }

    /// Returns false when the record is not what a writer makes.
    @discardableResult
    func forEachName(
        inRecord range: Range<Int>, _ body: (_ name: [UInt8], _ languages: Slice<UnsafeRawBufferPointer>) -> Void
    ) -> Bool {
        var reader = VarintReader(UnsafeRawBufferPointer(rebasing: records[range]))
        var name: [UInt8] = []
        while reader.offset < range.count {
            guard let shared = reader.nextCount(atMost: name.count),
                let count = reader.nextCount(atMost: NamesFormat.longestNameByteCount),
                let rest = reader.nextBytes(count: count),
                let languageCount = reader.nextCount(atMost: NamesFormat.mostLanguages),
                let languages = reader.nextBytes(count: languageCount)
            else { return false }
            name.removeSubrange(shared...)
            name += rest
            body(name, languages)
        }
        return true
    }

    /// Where the names of a key lie in the records.
    private func record(of key: NameKey) -> Range<Int>? {
        var (low, high) = (0, blockCount)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if block(at: middle).key <= key.rawValue { low = middle } else { high = middle }
        }
        var found: Range<Int>?
        forEachRecord(ofBlock: low) { other, range in
            if other == key.rawValue { found = range }
            return other < key.rawValue
        }
        return found
    }

    /// Hands out the records of a block until `body` returns false. Returns false when they are not what a writer makes.
    @discardableResult
    func forEachRecord(ofBlock index: Int, _ body: (_ key: UInt32, _ range: Range<Int>) -> Bool) -> Bool {
        guard index >= 0, index < blockCount else { return false }
        let start = block(at: index)
        let end = index + 1 < blockCount ? block(at: index + 1).offset : records.count
        guard start.offset < end, end <= records.count else { return false }
        var reader = VarintReader(UnsafeRawBufferPointer(rebasing: records[..<end]), at: start.offset)
        var key = start.key
        while reader.offset < end {
            guard let distance = reader.nextCount(atMost: Int(UInt32.max)),
                let count = reader.nextCount(atMost: end - reader.offset), let bytes = reader.nextBytes(count: count)
            else { return false }
            key &+= UInt32(distance)
            guard body(key, bytes.startIndex..<bytes.endIndex) else { return true }
        }
        return true
    }

    /// - Precondition: `index` is in 0..<blockCount.
    func block(at index: Int) -> (key: UInt32, offset: Int) {
        let place = index * NamesFormat.blockByteCount
        return (blocks.littleEndian(UInt32.self, at: place), Int(blocks.littleEndian(UInt32.self, at: place + 4)))
    }

    /// A language as POSIX writes it.
    ///
    /// - Precondition: `index` is in 0..<languageCount.
    package func language(at index: Int) -> String {
        String(decoding: languageBytes(at: index), as: UTF8.self)
    }

    private func languageBytes(at index: Int) -> Slice<UnsafeRawBufferPointer> {
        let start = index * NamesFormat.languageByteCount
        return languages[start..<start + NamesFormat.languageByteCount].prefix { $0 != 0 }
    }

    /// The number of a language that is named as POSIX does; nil when no name is in it.
    func number(ofLanguage name: String) -> UInt8? {
        let wanted = Array(name.utf8)
        var (low, high) = (0, languageCount)
        while low < high {
            let middle = (low + high) / 2
            if languageBytes(at: middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low < languageCount && languageBytes(at: low).elementsEqual(wanted) ? UInt8(low) : nil
    }
}
