import PlacemarkModel
import Testing

@testable import Gazetteer

/// The layer of postal codes, as it is written and read.
@Suite("Postal codes")
struct PostalCodesTests {
    /// Discs that do not overlap with those of other codes, as the builder makes them.
    private static func discs(_ world: World, using generator: inout SeededRandom) throws -> [PostalDisc] {
        let coordinates = world.coordinates(using: &generator).filter { abs($0.latitude) <= 84.9 }
        return try coordinates.enumerated().map { index, coordinate in
            let formats = [
                "\(10000 + index % 700)", "A\(index % 90)B", "LV-\(1000 + index % 300)", "\(index % 10) \(index % 7)X",
            ]
            let other =
                coordinates.enumerated().filter { $0.offset % 3 == index % 3 && $0.element != coordinate }
                .map { $0.element.distance(to: coordinate) }.min() ?? 1e6
            return try #require(
                PostalDisc(
                    country: ["DE", "GB", "ZZ"][index % 3], code: formats[index % 3], latitude: coordinate.latitude,
                    longitude: coordinate.longitude, radiusInMeters: max(100, min(6000, other * 0.45))))
        }
    }

    private func withLayer<Result>(_ bytes: [UInt8], _ body: (PostalCodesLayer) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { try body(#require(PostalCodesLayer(bytes: $0))) }
    }

    @Test("a code is believed equally far to every side of its point")
    func centred() throws {
        // The middle of a step of the grid, which is 13.6 m wide.
        let degrees = 10 + 0.5 / PostalCodesFormat.stepsPerDegree
        let disc = try #require(
            PostalDisc(country: "DE", code: "1", latitude: degrees, longitude: degrees, radiusInMeters: 100))
        let near = 97 / PostalCodesFormat.metersPerDegree
        try withLayer(try PostalCodesLayerWriter.bytes(of: [disc])) { layer in
            for (north, east) in [(near, 0), (-near, 0), (0, near), (0, -near)] {
                #expect(layer.postalCode(at: Coordinate(degrees + north, degrees + east), country: "DE") == "1")
            }
        }
    }

    @Test("points are taken up to 85° north and south, and no farther", arguments: [(85.0, true), (85.001, false)])
    func greatestLatitude(latitude: Double, isTaken: Bool) {
        for latitude in [latitude, -latitude] {
            let disc = PostalDisc(country: "NO", code: "1", latitude: latitude, longitude: 0, radiusInMeters: 100)
            #expect((disc != nil) == isTaken)
        }
    }

    @Test("are those of a scan of all points", arguments: World.allCases)
    func equalsScan(world: World) throws {
        var generator = SeededRandom(seed: 5)
        let discs = try Self.discs(world, using: &generator)
        let bytes = try PostalCodesLayerWriter.bytes(of: discs)
        var answers = 0
        try withLayer(bytes) { layer in
            #expect(layer.faults() == [])
            for disc in discs.shuffled(using: &generator).prefix(120) {
                let centre = Coordinate(disc.latitude, disc.longitude)
                let queries = [0, 0.0005, 0.005, 0.02, 0.08].map { centre.jittered(by: $0, using: &generator) }
                for (query, country) in zip(queries, ["DE", "GB", "ZZ", "DE", "GB"]).map({ ($0, $1) }) + [
                    (centre, CountryCode.letters(disc.country) ?? "")
                ] {
                    let found = layer.postalCode(at: query, country: country)
                    if found != nil { answers += 1 }
                    #expect(Self.scan(discs, query, country).contains(found), "\(query) \(country)")
                }
            }
        }
        // Points at the same place, and the poles, are no postal codes.
        #expect(answers > 100 || world == .one || discs.isEmpty)
    }

    /// What may be found, by the distance on the ellipsoid: two answers where rounding decides.
    private static func scan(_ discs: [PostalDisc], _ query: Coordinate, _ country: String) -> Set<String?> {
        let letters = CountryCode.packed(country)
        let sorted = discs.filter { $0.country == letters }.map { disc in
            (disc, Coordinate(disc.latitude, disc.longitude).distance(to: query))
        }.sorted { $0.1 < $1.1 }
        guard let (_, least) = sorted.first else { return [nil] }
        // A point is stored to 14 m, the plane is off by 0.5 %, and radii are rounded down by up to 12 %.
        return Set(
            sorted.prefix { $0.1 <= least * 1.012 + 30 }.flatMap { disc, distance -> [String?] in
                if distance < disc.radiusInMeters * 0.87 - 15 { return [disc.code] }
                return distance > disc.radiusInMeters * 1.012 + 15 ? [nil] : [nil, disc.code]
            })
    }

    @Test("are found across the antimeridian, and from a cell to the next")
    func antimeridian() throws {
        let west = try #require(
            PostalDisc(country: "FJ", code: "W1", latitude: -17, longitude: 179.995, radiusInMeters: 2000))
        let east = try #require(
            PostalDisc(country: "FJ", code: "E1", latitude: -18, longitude: -180, radiusInMeters: 2000))
        let edge = try #require(
            PostalDisc(country: "FJ", code: "N1", latitude: -16.5, longitude: 178.5, radiusInMeters: 2000))
        try withLayer(PostalCodesLayerWriter.bytes(of: [west, east, edge])) { layer in
            for longitude in [179.99, 180, -180, -179.995] {
                #expect(layer.postalCode(at: Coordinate(-17, longitude), country: "FJ") == "W1")
            }
            for longitude in [179.99, 180, -180, -179.99] {
                #expect(layer.postalCode(at: Coordinate(-18, longitude), country: "FJ") == "E1")
            }
            for (latitude, longitude) in [
                (-16.495, 178.495), (-16.505, 178.495), (-16.495, 178.505), (-16.505, 178.505),
            ] {
                #expect(layer.postalCode(at: Coordinate(latitude, longitude), country: "FJ") == "N1")
            }
            #expect(layer.postalCode(at: Coordinate(-17, 179.97), country: "FJ") == nil)
        }
    }

    @Test("of points equally far away, the first wins, though the search comes to one in the middle before it")
    func tie() {
        // Alike but for their codes, 0 to 99: at step 7 north and east, each in 64 bits.
        let points = (0..<100).map { UInt64($0) << UInt64(PostalCodesFormat.fixedBitCount) | 7 << 12 | 7 }
        points.withUnsafeBytes { bytes in
            var search = PostalCodeSearch(in: bytes, bitCount: 64, metersPerStep: (13.6, 13.6))
            // The second half first, as where a query looks into the cell of a neighbour.
            for range in [50..<100, 0..<50] { search.visit(range, north: 9, east: 7.5) }
            #expect(search.nearest?.index == 0 && search.nearest?.code == 0)
        }
    }

    @Test("are absent at the poles, in other countries, and for what is no country")
    func absent() throws {
        let disc = try #require(
            PostalDisc(country: "SJ", code: "9170", latitude: 78.2, longitude: 15.6, radiusInMeters: 3000))
        try withLayer(PostalCodesLayerWriter.bytes(of: [disc])) { layer in
            #expect(layer.postalCode(at: Coordinate(78.2, 15.6), country: "SJ") == "9170")
            for country in ["NO", "AA", "ZZ", "", "sj", "SJJ", "É"] {
                #expect(layer.postalCode(at: Coordinate(78.2, 15.6), country: country) == nil)
            }
            for longitude in [-180.0, -90, 0, 180] {
                for latitude in [90.0, -90, 85, -85, 89.99] {
                    #expect(layer.postalCode(at: Coordinate(latitude, longitude), country: "SJ") == nil)
                }
            }
        }
        try withLayer(PostalCodesLayerWriter.bytes(of: [])) { layer in
            #expect(layer.postalCode(at: Coordinate(0, 0), country: "SJ") == nil)
            #expect(layer.faults() == [])
        }
    }

    @Test("that cannot be stored are refused")
    func unfit() throws {
        func disc(_ country: String, _ code: String, _ latitude: Double, _ radius: Double) -> PostalDisc? {
            PostalDisc(country: country, code: code, latitude: latitude, longitude: 0, radiusInMeters: radius)
        }
        #expect(disc("DE", "1", 50, 100) != nil)
        for wrong in [
            disc("D", "1", 50, 100), disc("DE", "", 50, 100), disc("DE", "1234567890123456", 50, 100),
            disc("DE", "ü", 50, 100), disc("DE", "1", 86, 100), disc("DE", "1", 50, 99), disc("DE", "1", .nan, 100),
            disc("DE", "1", 50, .nan),
        ] {
            #expect(wrong == nil)
        }
        let varied = (0x20..<0x7F).map { String(repeating: Character(Unicode.Scalar(UInt8($0))), count: 5) }
        let many = varied.compactMap { disc("DE", $0, 50, 100) }
        #expect(throws: PostalCodesLayerWriter.UnfitCodes.self) { try PostalCodesLayerWriter.bytes(of: many) }
    }

    @Test("are written alike in any order")
    func determinism() throws {
        var generator = SeededRandom(seed: 3)
        let discs = try Self.discs(.clustered, using: &generator)
        let bytes = try PostalCodesLayerWriter.bytes(of: discs)
        for _ in 0..<3 {
            #expect(try PostalCodesLayerWriter.bytes(of: discs.shuffled(using: &generator)) == bytes)
        }
    }

    @Test("of every form are numbers and come back")
    func alphabet() throws {
        for codes in [
            ["10115", "99999", "00001"], ["A1", "AB12", "A1C", "ZZ9Z"], ["LV-1001", "LV-5120"], ["X"],
            ["100-0001", "999-9999"], ["", "A", "AB"], ["AZ 0100", "AZ 1"],
        ] {
            let alphabet = PostalAlphabet(of: codes)
            #expect(alphabet == PostalAlphabet(of: codes.reversed()))
            for code in codes {
                let number = alphabet.number(of: code)
                #expect(number >> UInt64(try #require(alphabet.bitCount)) == 0)
                let read = alphabet.bytes.withUnsafeBytes {
                    PostalAlphabet.code(of: number, characterCount: alphabet.characters.count, at: 0, in: $0)
                }
                #expect(read == (code.isEmpty ? nil : code))
                let decimal = alphabet.bytes.withUnsafeBytes {
                    PostalAlphabet.decimal(of: number, characterCount: alphabet.characters.count, at: 0, in: $0)
                }
                #expect(decimal == Int(code), "a number only where there are digits alone")
            }
        }
        #expect(PostalAlphabet(of: ["10000", "20000", "21999"]).bitCount == 5)
    }

    @Test("do not crash in a damaged layer: a byte changed anywhere, a page overwritten, cut at any length")
    func damage() throws {
        var generator = SeededRandom(seed: 17)
        let discs = try Self.discs(.clustered, using: &generator)
        let bytes = try PostalCodesLayerWriter.bytes(of: discs)
        func use(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { buffer in
                guard let layer = PostalCodesLayer(bytes: buffer) else { return }
                for disc in discs.prefix(6) + discs.suffix(6) {
                    for country in ["DE", "GB", "ZZ"] {
                        _ = layer.postalCode(at: Coordinate(disc.latitude, disc.longitude), country: country)
                    }
                }
            }
        }
        for offset in bytes.indices where offset < 600 || offset % 7 == 0 || offset > bytes.count - 200 {
            for value in [0, 0xFF, bytes[offset] ^ 1 << (offset % 8)] as [UInt8] {
                var damaged = bytes
                damaged[offset] = value
                use(damaged)
            }
        }
        for start in stride(from: 0, to: bytes.count, by: 512) {
            for filler in [0x00, 0x01, 0x7F, 0xFF] as [UInt8] {
                var damaged = bytes
                for offset in start..<min(start + 512, bytes.count) { damaged[offset] = filler }
                use(damaged)
                damaged.withUnsafeBytes { _ = PostalCodesLayer(bytes: $0)?.faults() }
            }
        }
        for length in stride(from: 0, to: bytes.count, by: 37) {
            use(Array(bytes.prefix(length)))
            #expect(bytes.prefix(length).withUnsafeBytes { PostalCodesLayer(bytes: $0) == nil })
        }
        for _ in 0..<50 {
            var damaged = bytes
            for offset in 16..<damaged.count { damaged[offset] = .random(in: 0...255, using: &generator) }
            use(damaged)
            damaged.withUnsafeBytes { #expect(PostalCodesLayer(bytes: $0)?.faults() != []) }
        }
    }
}
