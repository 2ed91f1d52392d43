import PlacemarkModel
import Testing

@testable import Gazetteer

/// Names of few letters, so that many begin alike, and many are one edit apart.
private func randomNames(_ count: Int, using generator: inout SeededRandom) -> [String] {
    (0..<count).map { _ in
        let length = Int.random(in: 1...9, using: &generator)
        let name = String((0..<length).map { _ in "abcде京 ".randomElement(using: &generator) ?? "a" })
        // Some are longer than what fits into half a byte.
        return Int.random(in: 0..<10, using: &generator) == 0 ? String(repeating: "longer", count: 4) + name : name
    }
}

/// An index with its memory.
private final class Index {
    let index: NameIndex
    private let sections: [UnsafeRawBufferPointer]

    init(_ pairs: [(name: String, value: UInt64)]) {
        var writer = NameIndexWriter()
        for pair in pairs { writer.add(FoldedName(pair.name), pair.value) }
        let made = writer.sections { $0 }
        sections = [made.blocks, made.entries, made.filter].map { bytes in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
            copy.copyBytes(from: bytes)
            return UnsafeRawBufferPointer(copy)
        }
        index = NameIndex(
            nameCount: made.nameCount, blocks: sections[0], entries: sections[1], filter: sections[2])
    }

    deinit { for section in sections { section.deallocate() } }
}

@Suite("Name index")
struct NameIndexTests {
    private let pairs: [(name: String, value: UInt64)]
    private let oracle: [[UInt8]: Set<UInt64>]

    init() {
        var generator = SeededRandom(seed: 21)
        let names = randomNames(3000, using: &generator)
        pairs = names.map { ($0, .random(in: 0..<1 << 34, using: &generator)) } + names.prefix(500).map { ($0, 7) }
        oracle = Dictionary(grouping: pairs) { FoldedName($0.name).utf8 }
            .filter { !$0.key.isEmpty }.mapValues { Set($0.map(\.value)) }
    }

    @Test("finds exactly the names that it has, with exactly their values")
    func find() {
        let index = Index(pairs)
        #expect(index.index.nameCount == oracle.count)
        for (name, values) in oracle { #expect(index.index.values(of: name).map { Array($0) } == values.sorted()) }
        var generator = SeededRandom(seed: 22)
        for text in randomNames(3000, using: &generator) + ["", "zzz", "\u{10FFFF}"] {
            let name = FoldedName(text).utf8
            #expect(index.index.values(of: name).map { Set($0) } == oracle[name])
        }
        withExtendedLifetime(index) {}
    }

    @Test(
        "hands out the names with a prefix, in order",
        arguments: ["", "a", "ab", "дд", "京", "longer", "longerlongerx", "zz"])
    func prefix(prefix: String) {
        let index = Index(pairs)
        let bytes = FoldedName(prefix).utf8
        var found: [[UInt8]] = []
        index.index.forEachName(from: bytes) { name, values in
            #expect(Set(values) == oracle[name])
            found.append(name)
            return true
        }
        let expected = oracle.keys.filter { $0.starts(with: bytes) }.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(found == expected)
    }

    @Test("finds all names that are one edit away, and no others")
    func oneEdit() {
        let index = Index(pairs)
        let names = oracle.keys.map { Array(String(decoding: $0, as: UTF8.self).unicodeScalars) }
        let alphabet = Array("abcдеlongr京 ".unicodeScalars)
        var generator = SeededRandom(seed: 23)
        for text in randomNames(40, using: &generator) {
            let name = FoldedName(text)
            var found: Set<[Unicode.Scalar]> = []
            OneEdit(name.scalars).forEachName(in: index.index.filter, alphabet: alphabet) { edited, isFirst in
                #expect(isFirst == (edited.first != name.scalars.first) || edited.first == name.scalars.first)
                if index.index.values(of: FoldedName(folded: edited).utf8) != nil { found.insert(edited) }
            }
            let expected = Set(names.filter { isOneEdit($0, name.scalars) })
            #expect(found.subtracting([name.scalars]) == expected)
            #expect(Set(names.filter { OneEdit(name.scalars).leads(to: $0) }) == expected)
        }
    }

    /// Damerau's distance (optimal string alignment) by the table.
    private func isOneEdit(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
        var table = Array(repeating: Array(0...b.count), count: a.count + 1)
        for row in 0...a.count { table[row][0] = row }
        for row in 1..<a.count + 1 {
            for column in 1..<b.count + 1 {
                let isSame = a[row - 1] == b[column - 1]
                table[row][column] = min(
                    table[row - 1][column] + 1, table[row][column - 1] + 1,
                    table[row - 1][column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
                    table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
                }
            }
        }
        return table[a.count][b.count] == 1
    }

    @Test("depends on what was added, not on the order")
    func deterministic() {
        var generator = SeededRandom(seed: 24)
        func bytes(_ pairs: [(name: String, value: UInt64)]) -> [[UInt8]] {
            var writer = NameIndexWriter()
            for pair in pairs { writer.add(FoldedName(pair.name), pair.value) }
            let sections = writer.sections { $0 }
            return [sections.blocks, sections.entries, sections.filter]
        }
        #expect(bytes(pairs) == bytes(pairs.shuffled(using: &generator)))
    }

    @Test("an empty one has no names")
    func empty() {
        let index = Index([])
        #expect(index.index.values(of: [97]) == nil)
        #expect(!index.index.filter.mayContain(NameHash("a".unicodeScalars)))
        index.index.forEachName { _, _ in
            Issue.record("there is no name")
            return true
        }
    }
}
