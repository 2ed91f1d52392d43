import Gazetteer
import PlacemarkModel
import TestSupport
import Testing

@testable import GazetteerBuilding
@testable import gazetteer_bench

/// The arithmetic of `gazetteer-bench streets`; what it measures differs from extract to extract.
@Suite("Measuring of streets", .timeLimit(.minutes(3)))
struct MeasureStreetsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func address(_ street: String, _ number: String, at meters: Int32 = 0) -> TrueAddress {
        TrueAddress(point: SourcePoint(longitude: meters * 90, latitude: 0), street: street, number: number)
    }

    @Test("every fifth address is taken out by order, with all others of its number and street")
    func split() {
        func takenOut(_ addresses: [TrueAddress], oneOf interval: Int) -> [String] {
            var split = AddressSplit(takingOutOneOf: interval)
            let takenOut = addresses.filter { split.takesOut($0) }
            #expect(takenOut == split.takenOut && split.known.count == addresses.count - takenOut.count)
            return takenOut.map { "\($0.street) \($0.number)" }
        }
        let ten = (1...10).map { address("weg", "\($0)") }
        #expect(takenOut(ten, oneOf: 5) == ["weg 5", "weg 10"])
        // Those known already do not count again.
        let more = [address("weg", "5", at: 900), address("weg", "4", at: 900), address("gasse", "5")]
        #expect(takenOut(ten + more, oneOf: 5) == ["weg 5", "weg 10", "weg 5"])
        #expect(takenOut(ten, oneOf: 0) == [])
    }

    @Test(
        "an answer counts for street, number and nearness",
        arguments: [
            ("weg", "12", 1, 1, 1), ("weg", "16", 1, 0, 1), ("weg", "17", 1, 0, 0), ("weg", "14a", 1, 0, 1),
            ("weg", nil, 1, 0, 0), ("gasse", "12", 0, 0, 0), (nil, nil, 0, 0, 0),
        ] as [(String?, String?, Int, Int, Int)])
    func score(street: String?, number: String?, streets: Int, numbers: Int, near: Int) {
        var score = AddressScore()
        score.add(.init(street: street, number: number, isInterpolated: true), truth: [address("weg", "12")])
        #expect((score.asked, score.plain, score.interpolated) == (1, 1, 1))
        #expect((score.street, score.number, score.near) == (streets, numbers, near))
        #expect(score.withoutNumber == (number == nil ? 1 : 0) && score.withoutStreet == (street == nil ? 1 : 0))
    }

    @Test("a number with letters is not asked for nearness, and any address at the point is right, with its own number")
    func truth() {
        var score = AddressScore()
        let truth = [address("weg", "12a"), address("gasse", "3")]
        score.add(.init(street: "gasse", number: "3"), truth: truth)
        #expect((score.street, score.number, score.plain, score.near) == (1, 1, 0, 0))
        score.add(.init(street: "gasse", number: "12a"), truth: truth)
        #expect((score.street, score.number) == (2, 1))
    }

    @Test("the position beside an address is 8 m away, in one direction after the other")
    func beside() {
        let house = TrueAddress(
            point: SourcePoint(longitude: 95_000_000, latitude: 470_000_000), street: "weg", number: "1")
        let positions = (0..<20).map { house.coordinate(beside: 8, index: $0) }
        #expect(positions.allSatisfy { abs(house.coordinate.distance(to: $0) - 8) < 0.05 })
        #expect(Set(positions.map(\.latitude)).count == 20)
        #expect(positions.contains { $0.latitude > 47.00006 } && positions.contains { $0.latitude < 46.99994 })
    }

    @Test("a pack is asked for the addresses that it has, and for those taken out, which it has not")
    func measurement() async throws {
        var extract = SmallExtract()
        func degrees(_ meters: Double) -> Double { meters / (Earth.meanRadiusInMeters * .pi / 180) }
        let ends = [extract.node(0, 0), extract.node(0, degrees(400))]
        _ = extract.way(ends, ["highway": "residential", "name": "Langer Weg"])
        for number in 0..<20 {
            _ = extract.node(
                degrees(15), degrees(Double(number) * 20),
                ["addr:street": "Langer Weg", "addr:housenumber": "\(number * 2 + 1)"])
        }
        let path = try await extract.write(to: directory.file("town.osm.pbf"))
        let figures = try StreetsMeasurement([path], world: RealWorld.path, leavingOut: 5, withCosts: false).figures
        #expect((figures.addresses, figures.sharedPoints) == (20, 0))
        #expect((figures.known.asked, figures.known.street, figures.known.number) == (16, 16, 16))
        #expect((figures.beside.street, figures.beside.number) == (16, 16))
        let takenOut = figures.takenOut
        #expect((takenOut.asked, takenOut.street, takenOut.plain) == (4, 4, 4))
        #expect(takenOut.near == 4)
        #expect(figures.lines.count == 6)
    }

    @Test("a made-up country is as large as it is asked for, and the same each time")
    func madeUpCountry() throws {
        let country = SyntheticCountry(addressCount: 3000)
        #expect((country.townCount, country.addressCount) == (2, 2 * 1474))
        let streets = Array(country)
        #expect(streets == Array(country) && streets.count == 44)
        #expect(streets.map(\.numbers.count).reduce(0, +) == country.addressCount)
        let length = streets.map(\.lengthInMeters).reduce(0, +) / 1000
        #expect(abs(length - country.lengthInKilometers) < 0.5, "\(length) km")
        #expect(Set(streets.map(\.name)).count > 40)
    }
}
