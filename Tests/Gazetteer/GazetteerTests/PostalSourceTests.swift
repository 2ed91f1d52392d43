import FoundationEssentials
import Gazetteer
import PlacemarkModel
import TestSupport
import Testing

@testable import GazetteerBuilding

/// Which postal codes are believed, and how near.
@Suite("Postal code source")
struct PostalSourceTests {
    private func row(_ code: String, _ latitude: Int32, _ longitude: Int32, accuracy: UInt8 = 4) -> PostalCodeSource.Row
    {
        PostalCodeSource.Row(code: code, latitude: latitude, longitude: longitude, accuracy: accuracy)
    }

    @Test("gives the index the row nearest to the median of each code, without CEDEX and foreign numbers")
    func places() {
        let source = PostalCodeSource(rows: [
            "FR": [
                row("75001", 488_600, 23_400), row("75001", 100_000, 23_400), row("75001", 488_700, 23_300),
                row("53061 CEDEX 9", 480_000, -7_000), row("75755 CEDEX", 488_000, 23_000),
            ],
            "AE": [row("00004 62392", 250_000, 550_000)], "SG": [row("018906", 12_000, 1_038_000)],
        ])
        #expect(
            PostalCodePlaces(source).points == [
                PostalCodePoint(country: "FR", code: "53061", coordinate: Coordinate(48, -0.7)),
                PostalCodePoint(country: "FR", code: "75001", coordinate: Coordinate(48.86, 2.34)),
                PostalCodePoint(country: "FR", code: "75755", coordinate: Coordinate(48.8, 2.3)),
                PostalCodePoint(country: "SG", code: "018906", coordinate: Coordinate(1.2, 103.8)),
            ])
    }

    @Test("reads rows, by country")
    func reading() throws {
        let directory = try TemporaryDirectory()
        let text = "AD\tAD100\t42.5833\t1.6667\t6.0\nFJ\t1 A\t-17\t-179.5\t0.0\nAD\tAD200\t-0.05\t180\t1.0\n"
        let path = try directory.write(Array(text.utf8), to: "postal-codes.tsv")
        let rows = try PostalCodeSource(path: path).rows
        #expect(rows["AD"] == [row("AD100", 425_833, 16_667, accuracy: 6), row("AD200", -500, 1_800_000, accuracy: 1)])
        #expect(rows["FJ"] == [row("1 A", -170_000, -1_795_000, accuracy: 0)])
        #expect(rows.count == 2)
    }

    @Test(
        "says which line is broken",
        arguments: [
            "AD\tAD100\t42.5\t1.6", "ad\tAD100\t42.5\t1.6\t6", "AD\t\t42.5\t1.6\t6", "AD\t1\t90.1\t1.6\t6",
            "AD\t1\t42.5\t180.0001\t6", "AD\t1\t4a\t1.6\t6", "AD\t1\t\t1.6\t6", "AD\t1\t1.23456\t1.6\t6", "",
            "AD\t1\t42.5\t1.6\t6\tmore", "AD\t1\t99999999\t1.6\t6", "AD\t1\t1.2.3\t1\t6", "AD\t1\t1\t1\t7",
        ])
    func brokenLine(line: String) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Array("AD\t1\t1\t1\t1\n\(line)\n".utf8), to: "postal-codes.tsv")
        let error = #expect(throws: SourceError.self) { try PostalCodeSource(path: path) }
        #expect(error?.description.contains("record 2") == true)
    }

    @Test("one point has no code when several share it, and CEDEX and boxes are no places")
    func points() {
        let points = PostalPoints([
            row("1", 10, 10), row("2", 10, 10), row("1", 20, 10), row("1", 20, 10), row("1 CEDEX", 20, 10),
            row("3", 20, 10, accuracy: 0),
        ])
        #expect(points.points.map(\.code) == [nil, 0])
        #expect(points.codes == ["1", "2"])
        // A country without any stated accuracy keeps all.
        #expect(PostalPoints([row("3", 20, 10, accuracy: 0)]).points.count == 1)
    }

    @Test("the nearest point is that of a scan, also across the antimeridian")
    func nearest() {
        var generator = SeededRandom(seed: 9)
        let rows = (0..<600).map { index in
            row(
                "\(index % 9)", .random(in: -170_000 ... -160_000, using: &generator),
                index % 2 == 0
                    ? .random(in: 1_790_000...1_800_000, using: &generator)
                    : .random(in: -1_800_000 ... -1_790_000, using: &generator))
        }
        let points = PostalPoints(rows)
        func coordinate(_ index: Int) -> Coordinate {
            let point = points.points[index]
            return Coordinate(Double(point.latitude) / 10_000, Double(point.longitude) / 10_000)
        }
        for index in stride(from: 0, to: points.points.count, by: 5) {
            let code = points.points[index].code
            let found = points.nearest(to: index, within: 1e6) { $0.code != code }
            let least =
                points.points.indices.filter { points.points[$0].code != code }
                .map { coordinate($0).distance(to: coordinate(index)) }.min() ?? 0
            #expect(abs((found?.distanceInMeters ?? 0) - least) <= least * 0.01)
        }
    }

    @Test("a neighbour on the other side of the antimeridian is as near as it is, not a turn away")
    func acrossAntimeridian() {
        // 20 units of 1/10,000 degree: 222 m.
        let points = PostalPoints([row("E", 0, 1_799_990), row("W", 0, -1_799_990)])
        for index in 0...1 {
            let found = points.nearest(to: index, within: 1000) { _ in true }
            #expect(found?.index == 1 - index && abs((found?.distanceInMeters ?? 0) - 222.4) < 0.1)
        }
    }

    @Test("keeps clear of other codes, and drops what cannot be believed")
    func discs() throws {
        // 0.01° is 1,112 m.
        let rows = [row("A", 0, 0), row("B", 0, 300), row("C", 0, 320), row("D", 0, 5000)]
        let discs = PostalDiscs(PostalCodeSource(rows: ["XY": rows, "AE": rows])).discs
        #expect(discs.map(\.code) == ["A", "D"])
        #expect(abs(discs[0].radiusInMeters - 0.3 * 3336) < 5)
        #expect(discs[1].radiusInMeters == 3000)
    }

    @Test("leaves out a country where the points contradict each other, and one whose codes are heaped")
    func unbelievable() {
        var generator = SeededRandom(seed: 21)
        func random(_ count: Int) -> [Int32] { (0..<count).map { _ in .random(in: 0...20_000, using: &generator) } }
        let noise = zip(random(900), random(900)).enumerated().map { row("\($0 % 100)", $1.0, $1.1) }
        let heaped = (0..<900).map { row("\($0)", Int32($0 / 30) * 1000, 0) } + [row("single", 90_000, 90_000)]
        // Blocks of 0.1° with one code each.
        let tidy = zip(random(4000), random(4000)).map { row("\($0 / 1000)-\($1 / 1000)", $0, $1) }
        let countries = PostalDiscs(PostalCodeSource(rows: ["XN": noise, "XH": heaped, "XT": tidy])).countries
        #expect(countries.map(\.code) == ["XH", "XN", "XT"])
        #expect(countries[0].discs.isEmpty)
        #expect(countries[1].discs.isEmpty)
        #expect(countries[2].discs.count > 1000)
        #expect((countries[2].result?.precision ?? 0) > 0.85)
    }

    @Test(
        "answers in real countries what the nearest point says, and passes verification", arguments: ["CH", "BE", "FI"])
    func realCountries(country: String) throws {
        let data = try Data(contentsOf: URL(filePath: "\(RealSources.path)/postal-codes.tsv"), options: .mappedIfSafe)
        let first = try #require(data.firstRange(of: Data("\n\(country)\t".utf8))?.lowerBound) + 1
        // Rows of a country come in one run; the longest row is far shorter than this.
        let last = try #require(data[first...].lastRange(of: Data("\n\(country)\t".utf8))?.lowerBound)
        let end = try #require(data[(last + 1)...].firstIndex(of: UInt8(ascii: "\n")))
        let directory = try TemporaryDirectory()
        let path = try directory.write(Array(data[first...end]), to: "postal-codes.tsv")
        let discs = PostalDiscs(try PostalCodeSource(path: path)).discs
        #expect(discs.count > 1000)
        let bytes = try PostalCodesLayerWriter.bytes(of: discs)
        try bytes.withUnsafeBytes { buffer in
            let layer = try #require(PostalCodesLayer(bytes: buffer))
            #expect(layer.faults() == [])
            for disc in discs {
                let centre = Coordinate(disc.latitude, disc.longitude)
                #expect(layer.postalCode(at: centre, country: country) == disc.code)
            }
        }
    }
}
