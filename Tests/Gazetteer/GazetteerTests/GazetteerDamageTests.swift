import Glibc
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// What happens with files that are no gazetteer, or no longer one.
@Suite("Damaged files")
struct GazetteerDamageTests {
    private let directory: TemporaryDirectory
    private let bytes: [UInt8]

    init() throws {
        directory = try TemporaryDirectory()
        var generator = SeededRandom(seed: 11)
        bytes = try GazetteerWriter.bytes(of: Array(World.random.places(using: &generator).prefix(400)))
    }

    /// Asks a gazetteer for all that there is. That this returns is what is tested.
    private func use(_ gazetteer: Gazetteer) {
        for index in 0..<min(gazetteer.placeCount, 1000) { _ = gazetteer.place(at: index) }
        for query in [Coordinate(0, 0), Coordinate(90, 0), Coordinate(-33, 180), Coordinate(51.5, -0.1)] {
            _ = gazetteer.placemark(at: query)
        }
        _ = gazetteer.verify()
    }

    @Test(
        "fault 56: a truncated file is refused at every length, with either check",
        arguments: [Gazetteer.Check.structure, .full])
    func truncated(check: Gazetteer.Check) throws {
        #expect(bytes.count > 4 * 4096)
        let lengths = Array(1...80) + Array(stride(from: 100, to: bytes.count, by: 509)) + [bytes.count - 1]
        for length in lengths {
            let path = try directory.write(Array(bytes.prefix(length)))
            let error = #expect(throws: GazetteerError.self) { try Gazetteer(path: path, check: check) }
            #expect(error?.description.contains("placemark-gazetteer build") == true)
            if length >= 64 {
                #expect(
                    error
                        == .wrongLength(path: path, expectedBytes: UInt64(bytes.count), actualBytes: UInt64(length)))
            }
        }
    }

    @Test(
        "fault 56: a file with something behind its last layer is refused, though its header says that it belongs to it"
    )
    func filledByLayers() throws {
        var longer = bytes + [UInt8](repeating: 0, count: FileFormat.alignment)
        longer.store(littleEndian: UInt64(longer.count), at: FileFormat.fileLengthOffset)
        Self.seal(&longer)
        let path = try directory.write(longer)
        #expect(throws: GazetteerError.damaged(path: path, what: "its layers do not fill it")) {
            try Gazetteer(path: path, check: .structure)
        }
    }

    @Test("fault 56: layers that overlap are refused, though they fill the file")
    func overlapping() throws {
        var writer = GazetteerWriter()
        for layer in [LayerID.places, LayerID.coast] {
            writer.add(layer, [UInt8](repeating: 0, count: FileFormat.alignment), description: .test)
        }
        var overlapping = writer.bytes
        // The second layer begins with the first one, and is as long as both.
        let row = FileFormat.fixedHeaderByteCount + FileFormat.layerRowByteCount
        overlapping.store(littleEndian: UInt64(overlapping.count - 2 * FileFormat.alignment), at: row + 8)
        overlapping.store(littleEndian: UInt64(2 * FileFormat.alignment), at: row + 16)
        Self.seal(&overlapping)
        let path = try directory.write(overlapping)
        let what = "layer \(LayerID.coast) lies outside its place"
        #expect(throws: GazetteerError.damaged(path: path, what: what)) { try Gazetteer(path: path, check: .structure) }
    }

    /// Makes the checksum of a changed header right again.
    private static func seal(_ bytes: inout [UInt8]) {
        let checksum = bytes.withUnsafeBytes { bytes in
            let byteCount = Int(bytes.littleEndian(UInt64.self, at: FileFormat.headerLengthOffset))
            return FileHeader.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
        }
        bytes.store(littleEndian: checksum, at: FileFormat.checksumOffset)
    }

    @Test("fault 56: a flipped bit on any page is refused by the full check, and harmless without it")
    func flipped() throws {
        let offsets = Array(0..<64) + Array(stride(from: 64, to: bytes.count, by: 127))
        #expect(Set(offsets.map { $0 / 4096 }).count == bytes.count / 4096)
        for offset in offsets {
            var damaged = bytes
            damaged[offset] ^= 1 << (offset % 8)
            let path = try directory.write(damaged)
            #expect(throws: GazetteerError.self, "byte \(offset)") { try Gazetteer(path: path) }
            if let gazetteer = try? Gazetteer(path: path, check: .structure) {
                #expect(offset >= 4096, "a damaged header was accepted")
                use(gazetteer)
            }
        }
    }

    @Test(
        "fault 56: a layer full of wrong indices gives no names, and no crash",
        arguments: [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8])
    func wrongIndices(filler: UInt8) throws {
        var generator = SeededRandom(seed: UInt64(filler))
        for isRandom in [false, true] {
            var damaged = bytes
            // Everything but the counts, which tell where the sections are.
            for offset in 4096 + 64..<damaged.count {
                damaged[offset] = isRandom ? .random(in: 0...255, using: &generator) : filler
            }
            use(try Gazetteer(path: directory.write(damaged), check: .structure))
        }
    }

    @Test("fault 56: a name that would reach beyond its table is no name")
    func longString() throws {
        let whole = try Gazetteer(path: directory.write(bytes))
        let index = whole.placeCount - 1
        let stored = Array(try #require(whole.places.name(at: index)).utf8)
        let length = try #require(
            bytes.indices.last { bytes[$0] == stored.count && bytes[($0 + 1)...].starts(with: stored) })
        var damaged = bytes
        damaged[length] = 255
        // A whole table of names would follow, were this not the last one: so nothing else may be found there.
        let gazetteer = try Gazetteer(path: directory.write(damaged, to: "damaged"), check: .structure)
        #expect(gazetteer.place(at: index) == nil)
        #expect(gazetteer.verify().contains("place \(index): its name is not in the table"))
    }

    @Test("fault 56: a damaged tree gives indices of places, and no crash", arguments: [1, 8, 200])
    func damagedTree(byteCount: Int) throws {
        var generator = SeededRandom(seed: UInt64(byteCount))
        let tree = 4096 + PlacesFormat.headerByteCount..<4096 + PlacesFormat.headerByteCount + 400 * 16
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<byteCount {
                damaged[.random(in: tree, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let gazetteer = try Gazetteer(path: directory.write(damaged), check: .structure)
            for country in [nil, .country("CA"), .country("ZZ"), 0xFFFF] as [UInt16?] {
                for _ in 0..<10 {
                    let found = gazetteer.indicesOfPlaces(around: .random(using: &generator), country: country)
                    #expect(found.map { (0..<400).contains($0.named) && (0..<400).contains($0.nearest) } ?? true)
                }
            }
            _ = gazetteer.verify()
        }
    }

    @Test(
        "verify finds every changed bit of country, uniformity, bonus and largest bonus, and a vector that is too long")
    func verifyTree() throws {
        for index in stride(from: 0, to: 400, by: 7) {
            for bit in Array(96..<106) + [108] + Array(112..<128) + [30] {
                var damaged = bytes
                damaged[4096 + PlacesFormat.headerByteCount + index * 16 + bit / 8] ^= 1 << (bit % 8)
                let gazetteer = try Gazetteer(path: directory.write(damaged), check: .structure)
                #expect(!gazetteer.verify().isEmpty, "place \(index), bit \(bit)")
            }
        }
    }

    @Test("a layer that is shorter than its counts say is refused", arguments: 0..<5)
    func wrongCounts(field: Int) throws {
        for count in [UInt32.max, UInt32.max / 20, 1_000_000] {
            var payload = [UInt8](repeating: 0, count: 4096)
            payload.store(littleEndian: count, at: field * 4)
            var writer = GazetteerWriter()
            writer.add(LayerID.places, payload, description: .test)
            let path = try directory.write(writer.bytes)
            #expect(throws: GazetteerError.damaged(path: path, what: "its layer \"places\" is cut off")) {
                try Gazetteer(path: path, check: .structure)
            }
        }
    }

    @Test("each kind of wrong file is refused for what it is")
    func kinds() throws {
        let empty = try directory.write([], to: "empty")
        #expect(throws: GazetteerError.empty(path: empty)) { try Gazetteer(path: empty) }

        let text = try directory.write(Array("latitude,longitude\n".utf8), to: "text")
        #expect(throws: GazetteerError.notAGazetteer(path: text)) { try Gazetteer(path: text) }

        var newer = bytes
        newer[8] = 9
        let version = try directory.write(newer, to: "version")
        #expect(throws: GazetteerError.unsupportedVersion(path: version, found: 9, supported: FileFormat.version)) {
            try Gazetteer(path: version)
        }

        let longer = try directory.write(bytes + [0], to: "longer")
        #expect(
            throws: GazetteerError.wrongLength(
                path: longer, expectedBytes: UInt64(bytes.count), actualBytes: UInt64(bytes.count + 1))
        ) { try Gazetteer(path: longer) }

        let noLayers = try directory.write(GazetteerWriter().bytes, to: "no-layers")
        #expect(throws: GazetteerError.noPlaces(path: noLayers)) { try Gazetteer(path: noLayers) }

        let missing = directory.file("missing")
        #expect(throws: GazetteerError.unreadable(path: missing, reason: "No such file or directory")) {
            try Gazetteer(path: missing)
        }
        #expect(throws: GazetteerError.unreadable(path: directory.path, reason: "not a regular file")) {
            try Gazetteer(path: directory.path)
        }
        let fifo = directory.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(throws: GazetteerError.unreadable(path: fifo, reason: "not a regular file")) {
            try Gazetteer(path: fifo)
        }
    }

    @Test("faults 56 and 83: nor does one that is cut within a page, however large the machine's pages are")
    func cutWithinPage() throws {
        let path = try directory.write(bytes)
        let gazetteer = try Gazetteer(path: path)
        #expect(gazetteer.placemark(at: Coordinate(0, 0)) != nil)
        // The page stays, and the kernel fills it up with zeros: no signal tells.
        let last = try #require(bytes.lastIndex { $0 != 0 })
        #expect(truncate(path, off_t(last)) == 0)
        #expect(gazetteer.placemark(at: Coordinate(0, 0)) == nil)
        #expect(gazetteer.place(at: 0) == nil)
    }

    @Test(
        "fault 56: a file that is cut short while it is open gives no names, and no SIGBUS",
        arguments: [0, 4096, 10_000])
    func cutWhileOpen(length: Int) throws {
        let path = try directory.write(bytes)
        let gazetteer = try Gazetteer(path: path)
        #expect(gazetteer.placemark(at: Coordinate(0, 0)) != nil)
        #expect(truncate(path, off_t(length)) == 0)
        use(gazetteer)
        #expect(gazetteer.placemark(at: Coordinate(0, 0)) == nil)
        #expect(gazetteer.place(at: 0) == nil)
        // A new mapping in its place is as good as ever.
        #expect(try Gazetteer(path: directory.write(bytes, to: "again")).place(at: 0) != nil)
    }
}
