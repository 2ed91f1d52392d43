/// The names of places and of the areas that they lie in, read where they lie in the mapping.
struct SearchLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    /// By all names that a place has; the values are `PlacePosting`s.
    let names: NameIndex
    /// Countries, states and counties; the values are `AreaPosting`s.
    let areas: NameIndex
    private let letters: UnsafeRawBufferPointer

    /// Why a layer cannot be used.
    enum Fault: Error, Equatable {
        case unsupportedVersion
        case cutOff
    }

    init(bytes: UnsafeRawBufferPointer) throws(Fault) {
        guard bytes.count >= SearchFormat.headerByteCount else { throw .cutOff }
        func number(_ index: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: index * 4)) }
        guard number(0) == SearchFormat.version, number(1) == FoldedName.version else { throw .unsupportedVersion }
        var sections = LayerSections(
            bytes: bytes, after: SearchFormat.headerByteCount, alignment: SearchFormat.sectionAlignment)
        func section(_ byteCount: Int) throws(Fault) -> UnsafeRawBufferPointer {
            guard let section = sections.next(byteCount: byteCount) else { throw .cutOff }
            return section
        }
        func index(_ first: Int) throws(Fault) -> NameIndex {
            NameIndex(
                nameCount: number(first), blocks: try section(NameIndex.blockCount(nameCount: number(first)) * 4),
                entries: try section(number(first + 1)), filter: try section(number(first + 2)))
        }
        letters = try section(number(2) * 4)
        names = try index(3)
        areas = try index(6)
    }

    /// The letters that names have, as far as they share a group of 256 with one of these: the alphabets that these are of.
    ///
    /// Without Chinese characters: they have no alphabet.
    func alphabet(of name: [Unicode.Scalar]) -> [Unicode.Scalar] { Self.letters(letters, inAlphabetsOf: name) }

    /// Those of some letters, stored as numbers of 32 bits, that share a group with one of the name.
    static func letters(
        _ letters: UnsafeRawBufferPointer, inAlphabetsOf name: [Unicode.Scalar]
    ) -> [Unicode.Scalar] {
        let groups = Set(name.map { $0.value >> 8 })
        return (0..<letters.count / 4).compactMap { index in
            let value = letters.littleEndian(UInt32.self, at: index * 4)
            return groups.contains(value >> 8) ? Unicode.Scalar(value) : nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a Chinese character as names have them: there is no alphabet of these to choose a letter from.
    var isIdeograph: Bool { 0x3400...0x9FFF ~= value }
}
