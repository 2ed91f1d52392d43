import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Where a postal code is, by the index of all codes.
@Suite("Index of postal codes")
struct PostalCodeIndexTests {
    private func withIndex<Value>(
        _ points: [PostalCodePoint], ranges: Set<String> = [], _ use: (PostalCodeIndex) throws -> Value
    ) throws -> Value {
        let bytes = try PostalCodeIndexWriter.bytes(of: points, countriesWithRanges: ranges)
        return try bytes.withUnsafeBytes { try use(try #require(PostalCodeIndex(bytes: $0))) }
    }

    private func point(_ country: String, _ code: String, _ latitude: Double, _ longitude: Double) -> PostalCodePoint {
        PostalCodePoint(country: country, code: code, coordinate: Coordinate(latitude, longitude))
    }

    private static func packed(_ country: String) -> UInt16 { CountryCode.packed(country) ?? 0 }

    private func find(_ code: String, _ country: String, in index: PostalCodeIndex) -> FoundPostalCode? {
        index.find(Array(code.utf8), country: Self.packed(country))
    }

    /// Codes of several forms, some of them at one point, as many as fill several blocks.
    private func randomPoints() -> [PostalCodePoint] {
        var random = SeededRandom(seed: 74)
        var points: [PostalCodePoint] = []
        let forms: [(country: String, form: String)] = [
            ("DE", "00000"), ("SE", "000 00"), ("PT", "0000-000"), ("GB", "AA0A"), ("LU", "L-0000"), ("AD", "AD000"),
            ("CA", "A0A"),
        ]
        for (country, form) in forms {
            var coordinate = Coordinate(0, 0)
            var seen: Set<String> = []
            for _ in 0..<300 {
                let code = String(
                    form.enumerated().map { place, letter in
                        if country == "LU" || country == "AD", letter.isLetter { return letter }
                        switch letter {
                        case "0": return Character(String(Int.random(in: 0...9, using: &random)))
                        case "A": return "ABCDEFGH".randomElement(using: &random) ?? "A"
                        default: return letter
                        }
                    })
                if Bool.random(using: &random) || points.isEmpty {
                    coordinate = Coordinate(
                        clampingLatitude: .random(in: -90...90, using: &random),
                        wrappingLongitude: .random(in: -180...180, using: &random))
                }
                // Some codes of Britain are shorter.
                let shown = country == "GB" && Bool.random(using: &random) ? String(code.dropLast()) : code
                if seen.insert(shown).inserted {
                    points.append(PostalCodePoint(country: country, code: shown, coordinate: coordinate))
                }
            }
        }
        return points
    }

    @Test("each code is found where it is, to 54 m, written with and without what parts it; and no other code is")
    func oracle() throws {
        let points = randomPoints()
        let expected = Dictionary(uniqueKeysWithValues: points.map { ("\($0.country) \($0.code)", $0.coordinate) })
        try withIndex(points) { index in
            #expect(index.faults() == [])
            #expect(Set(index.countriesWithCodes.compactMap(CountryCode.letters)) == Set(points.map(\.country)))
            for point in points {
                let plain = point.code.filter { $0 != " " && $0 != "-" }
                for text in [plain, plain.replacing("L", with: "")] where point.country == "LU" || text == plain {
                    let found = try #require(find(text, point.country, in: index))
                    #expect(found.code == point.code && !found.isFirstOfRange)
                    #expect(found.coordinates.allSatisfy { $0.distance(to: point.coordinate) <= 54 })
                }
            }
            var random = SeededRandom(seed: 75)
            for _ in 0..<2000 {
                let code = String(Int.random(in: 10_000...99_999, using: &random))
                let isKnown = expected["DE \(code)"] != nil
                #expect((find(code, "DE", in: index) != nil) == isKnown)
            }
            #expect(find("10000", "FR", in: index) == nil && find("1", "DE", in: index) == nil)
        }
    }

    @Test("the same points in any order give the same bytes, and of two points of a code the first counts")
    func order() throws {
        let points = randomPoints()
        let bytes = try PostalCodeIndexWriter.bytes(of: points)
        #expect(try PostalCodeIndexWriter.bytes(of: points.reversed()) == bytes)
        let twice = [point("DE", "10115", 52.5, 13.4), point("DE", "10115", 1, 1)]
        #expect(try PostalCodeIndexWriter.bytes(of: twice) == PostalCodeIndexWriter.bytes(of: [twice[0]]))
    }

    @Test("of a British, Canadian, Irish, Dutch or American code the part is found that is known")
    func parts() throws {
        let points = [
            point("GB", "SW1A", 51.5, -0.1), point("GB", "EC1", 51.5, -0.1), point("GB", "M5", 53.5, -2.3),
            point("CA", "M5V", 43.6, -79.4), point("IE", "D02", 53.3, -6.3), point("NL", "1012", 52.4, 4.9),
            point("US", "90210", 34.1, -118.4),
        ]
        try withIndex(points) { index in
            #expect(find("SW1A2AA", "GB", in: index)?.code == "SW1A")
            #expect(find("EC1A1BB", "GB", in: index)?.code == "EC1")
            #expect(find("M5V2T6", "CA", in: index)?.code == "M5V")
            // No British code ends so.
            #expect(find("M5V2T6", "GB", in: index) == nil)
            #expect(find("D02X285", "IE", in: index)?.code == "D02")
            #expect(find("1012AB", "NL", in: index)?.code == "1012")
            #expect(find("902101234", "US", in: index)?.code == "90210")
        }
    }

    @Test("where codes are the first ones of towns, those behind them with the same two digits are of the town")
    func ranges() throws {
        let points = [point("BR", "01000-000", -23.5, -46.6), point("BR", "12000-000", -23, -45.6)]
        try withIndex(points, ranges: ["BR"]) { index in
            #expect(find("01000000", "BR", in: index)?.isFirstOfRange == false)
        }
        let cities = [
            point("BR", "01000-000", -23.5, -46.6), point("BR", "01999-999", 1, 1),
            point("BR", "20000-000", -22.9, -43.2),
            point("BR", "30310-001", 1, 1),
        ]
        try withIndex(cities, ranges: ["BR"]) { index in
            let found = try #require(find("01310100", "BR", in: index))
            #expect(found.code == "01000-000" && found.isFirstOfRange)
            #expect(find("20310100", "BR", in: index)?.code == "20000-000")
            // Another region of the post.
            #expect(find("10000000", "BR", in: index) == nil)
            #expect(find("00310100", "BR", in: index) == nil)
        }
        try withIndex(cities) { #expect(find("01310100", "BR", in: $0) == nil) }
    }

    @Test("codes that are none, or that no number can hold, are refused")
    func unfit() {
        for code in ["", "1234567890123456", "12\u{E9}"] {
            #expect(throws: PostalCodeIndexWriter.UnfitCodes(country: "DE")) {
                try PostalCodeIndexWriter.bytes(of: [point("DE", code, 0, 0)])
            }
        }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        let codes = letters.map { point("DE", String(repeating: $0, count: 15), 0, 0) }
        #expect(throws: PostalCodeIndexWriter.UnfitCodes(country: "DE")) { try PostalCodeIndexWriter.bytes(of: codes) }
    }

    @Test("a damaged index gives no point or one on earth, and is never a crash")
    func damage() throws {
        let points = randomPoints().filter { $0.country == "GB" || $0.country == "LU" }.suffix(150)
        let bytes = try PostalCodeIndexWriter.bytes(of: Array(points), countriesWithRanges: ["LU"])
        var found = 0
        DamagedBytes.forEach(of: bytes) { damaged in
            damaged.withUnsafeBytes { buffer in
                guard let index = PostalCodeIndex(bytes: buffer) else { return }
                for (country, code) in [
                    ("GB", "AA1"), ("LU", "1111"), ("LU", String(points.last?.code.dropFirst(2) ?? "")),
                ] {
                    for coordinate in find(code, country, in: index)?.coordinates ?? [] {
                        found += 1
                        #expect(abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180)
                    }
                }
                _ = index.faults()
                _ = index.mayHave(Array("1111".unicodeScalars), country: Self.packed("LU"))
            }
        }
        #expect(found > 0)
    }
}
