import PlacemarkModel
import Varints

/// The numbers of the names of streets and areas as people type them. `docs/contribute/formats/pack.md` shows them as a table.
enum DetailNamesFormat {
    /// Raised whenever an older reader would misread a newer layer.
    static let version: UInt32 = 1
    static let headerByteCount = 64
    static let sectionAlignment = 64
}

/// The names of the streets or of the named areas of a detail pack as people type them; for streets, also the tiles in which
/// each is.
///
/// All of it has been checked when the file was opened; every number is checked again when it is used.
struct DetailNamesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    /// By folded name; the values are numbers of names of streets (`StreetsLayer`), or of areas.
    let names: NameIndex
    private let letters: UnsafeRawBufferPointer
    /// Where the tiles of each name begin.
    private let offsets: UnsafeRawBufferPointer
    private let tiles: UnsafeRawBufferPointer

    /// Returns nil when it is too short for what the header announces, or of another version.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= DetailNamesFormat.headerByteCount else { return nil }
        func number(_ field: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: field * 4)) }
        guard number(0) == DetailNamesFormat.version, number(1) == FoldedName.version else { return nil }
        var sections = LayerSections(
            bytes: bytes, after: DetailNamesFormat.headerByteCount, alignment: DetailNamesFormat.sectionAlignment)
        guard let blocks = sections.next(byteCount: NameIndex.blockCount(nameCount: number(2)) * 4),
            let entries = sections.next(byteCount: number(3)), let filter = sections.next(byteCount: number(4)),
            let letters = sections.next(byteCount: number(5) * 4),
            let offsets = sections.next(byteCount: number(6) * 4), let tiles = sections.next(byteCount: number(7))
        else { return nil }
        names = NameIndex(nameCount: number(2), blocks: blocks, entries: entries, filter: filter)
        (self.letters, self.offsets, self.tiles) = (letters, offsets, tiles)
    }

    /// The numbers of the tiles that a name is in, ascending; none for a name that there is not.
    func tiles(ofName name: Int, tileCount: Int) -> [Int] {
        guard name >= 0, name < offsets.count / 4 else { return [] }
        let start = Int(offsets.littleEndian(UInt32.self, at: name * 4))
        guard start <= tiles.count else { return [] }
        var reader = VarintReader(tiles, at: start)
        guard let count = reader.nextCount(atMost: tileCount) else { return [] }
        var numbers: [Int] = []
        var next = 0
        for _ in 0..<count {
            guard let gap = reader.nextCount(atMost: tileCount), next + gap < tileCount else { return numbers }
            numbers.append(next + gap)
            next += gap + 1
        }
        return numbers
    }

    /// The letters to try in the place of a mistyped one: `SearchLayer.alphabet(of:)`.
    func alphabet(of name: [Unicode.Scalar]) -> [Unicode.Scalar] {
        SearchLayer.letters(letters, inAlphabetsOf: name)
    }
}

/// Lays the names out as `DetailNamesLayer` reads them.
struct DetailNamesWriter {
    private let names: [(name: String, number: UInt32)]
    /// The tiles of each street's name, ascending, by the number of the name; none for areas.
    private let tilesOfName: [[Int]]

    init(_ names: some Sequence<(name: String, number: UInt32)>, tilesOfName: [[Int]] = []) {
        (self.names, self.tilesOfName) = (Array(names), tilesOfName)
    }

    /// The whole layer. The same names give the same bytes.
    var bytes: [UInt8] {
        var index = NameIndexWriter()
        var letters: Set<UInt32> = []
        for (name, number) in names {
            let folded = FoldedName(name)
            index.add(folded, UInt64(number))
            letters.formUnion(folded.scalars.lazy.filter { !$0.isIdeograph }.map(\.value))
        }
        let sections = index.sections { $0 }
        var (offsets, tiles): ([UInt8], [UInt8]) = ([], [])
        for numbers in tilesOfName {
            offsets.append(littleEndian: UInt32(tiles.count))
            tiles.append(varint: UInt64(numbers.count))
            var next = 0
            for number in numbers {
                tiles.append(varint: UInt64(number - next))
                next = number + 1
            }
        }
        var layer: [UInt8] = []
        for number in [
            Int(DetailNamesFormat.version), Int(FoldedName.version), sections.nameCount, sections.entries.count,
            sections.filter.count, letters.count, tilesOfName.count, tiles.count,
        ] { layer.append(littleEndian: UInt32(number)) }
        let letterBytes = letters.sorted().reduce(into: [UInt8]()) { $0.append(littleEndian: $1) }
        for section in [sections.blocks, sections.entries, sections.filter, letterBytes, offsets, tiles] {
            layer.pad(toMultipleOf: DetailNamesFormat.sectionAlignment)
            layer += section
        }
        return layer
    }
}
