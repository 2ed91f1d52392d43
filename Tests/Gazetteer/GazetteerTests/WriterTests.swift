import FoundationEssentials
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

@Suite("Writer")
struct WriterTests {
    @Test("a country is found by its code with its name, though the first place there does not tell the name")
    func namedCountry() throws {
        let places = [
            Place(name: "a", coordinate: Coordinate(0, 0), population: 9, isoCountryCode: "XX"),
            Place(name: "b", coordinate: Coordinate(0, 1), country: "Exland", isoCountryCode: "XX"),
        ]
        let directory = try TemporaryDirectory()
        let layer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        let code = try #require(CountryCode.packed("XX"))
        let index = try #require(layer.places.countryIndex(ofCode: code))
        #expect(layer.places.country(at: index).name == "Exland")
    }

    @Test("what is written is read, place by place", arguments: World.allCases)
    func roundTrip(world: World) throws {
        var generator = SeededRandom(seed: 3)
        // As the format has them: rounded to 1/100,000 degree.
        let places = world.places(using: &generator).map { place in
            var place = place
            place.coordinate = Coordinate(
                place.coordinate.latitude.rounded(toDecimals: 5), place.coordinate.longitude.rounded(toDecimals: 5))
            return place
        }
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        let read = (0..<gazetteer.placeCount).compactMap { gazetteer.place(at: $0) }
        #expect(
            Dictionary(grouping: read) { $0 }.mapValues(\.count)
                == Dictionary(grouping: places) { $0 }.mapValues(\.count))
        #expect(gazetteer.verify() == [])
        #expect(gazetteer.place(at: -1) == nil)
        #expect(gazetteer.place(at: places.count) == nil)
    }

    @Test("a coordinate comes back from its vector to the last digit, anywhere")
    func coordinates() throws {
        var generator = SeededRandom(seed: 17)
        var spots = (0..<20_000).map { _ in Coordinate.random(using: &generator) }
        spots += (0..<2000).map { _ in Coordinate(90, 0).jittered(by: 0.001, using: &generator) }
        spots += (0..<2000).map { _ in Coordinate(.random(in: -90...90, using: &generator), 180) }
        spots += [Coordinate(90, 0), Coordinate(-90, 0), Coordinate(0, 180), Coordinate(0, -180), Coordinate(0, 0)]
        let rounded = spots.map { Coordinate($0.latitude.rounded(toDecimals: 5), $0.longitude.rounded(toDecimals: 5)) }
        let places = rounded.enumerated().map { Place(name: "\($0.offset)", coordinate: $0.element) }
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        let order = GazetteerWriter.order(of: places)
        let wrong = order.enumerated().filter { gazetteer.places.coordinate(at: $0.offset) != rounded[$0.element] }
        #expect(wrong.map { rounded[$0.element] } == [])
    }

    @Test("populations below 2²⁰ are exact, larger ones right to a millionth")
    func populations() {
        var generator = SeededRandom(seed: 19)
        for bits in 0...32 {
            for population in [(1 << bits) - 1, .random(in: 0..<1 << bits, using: &generator), (1 << 32) - 1] {
                let stored = StoredPopulation.encode(population)
                let decoded = StoredPopulation.decode(stored)
                #expect(stored < 1 << 24)
                #expect(abs(decoded - population) <= population >> 20)
            }
        }
    }

    @Test("country codes are capital letters, in sixteen bits and in ten")
    func countryCodes() {
        for letters in ["AA", "US", "ZZ", "AZ"] {
            let code = CountryCode.packed(letters)
            #expect(code.map { CountryCode.expanded(CountryCode.compact($0)) } == code)
            #expect(code.flatMap(CountryCode.letters) == letters)
        }
        #expect(CountryCode.packed("US") == 0x5355)
        for letters in ["", "U", "us", "USA", "U1", "Ü", "@A", "[A"] { #expect(CountryCode.packed(letters) == nil) }
        #expect((0...UInt16.max).count { CountryCode.letters($0) != nil } == 26 * 26)
        #expect((0...UInt16.max).allSatisfy { CountryCode.compact($0) < CountryCode.compactCount })
    }

    @Test("the place with a number is the one at that position of the order", arguments: World.allCases)
    func order(world: World) throws {
        var generator = SeededRandom(seed: 23)
        let places = world.places(using: &generator)
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        let order = GazetteerWriter.order(of: places)
        #expect(order.sorted() == Array(places.indices))
        #expect(order.map { places[$0].name } == (0..<places.count).map { gazetteer.places.name(at: $0) })
    }

    @Test("the same places give the same bytes")
    func deterministic() throws {
        func bytes() throws -> [UInt8] {
            var generator = SeededRandom(seed: 5)
            return try GazetteerWriter.bytes(of: World.clustered.places(using: &generator))
        }
        #expect(try bytes() == bytes())
    }

    @Test("a place that the format cannot hold is refused by name")
    func unfitPlace() throws {
        let spot = Coordinate(1, 1)
        let unfit = [
            Place(name: "", coordinate: spot), Place(name: String(repeating: "é", count: 128), coordinate: spot),
            Place(name: "a", coordinate: spot, population: -1), Place(name: "b", coordinate: spot, population: 1 << 32),
            Place(name: "c", coordinate: spot, isoCountryCode: "USA"),
            Place(name: "e", coordinate: spot, isoCountryCode: "us"),
            Place(name: "d", coordinate: spot, timeZone: String(repeating: "z", count: 256)),
        ]
        for place in unfit {
            let error = #expect(throws: GazetteerWriter.WriteError.self) { try GazetteerWriter.bytes(of: [place]) }
            #expect(error?.description.hasPrefix("place \"\(place.name)\": expected ") == true)
        }
        #expect(throws: Never.self) {
            try GazetteerWriter.bytes(of: [Place(name: String(repeating: "é", count: 127), coordinate: spot)])
        }
    }

    @Test("a layer that this version does not know is listed, and skipped")
    func unknownLayer() throws {
        var writer = GazetteerWriter()
        writer.add(77, [1, 2, 3], description: .test)
        try writer.addPlaces([Place(name: "Here", coordinate: Coordinate(1, 2))], description: .test)
        let directory = try TemporaryDirectory()
        try writer.write(to: directory.file("w"))
        let gazetteer = try Gazetteer(path: directory.file("w"))
        #expect(gazetteer.layers.map(\.id) == [77, LayerID.places])
        #expect(gazetteer.layers.map(\.byteCount) == [4096, 4096])
        #expect(gazetteer.layers[1].attribution == "nobody")
        #expect(gazetteer.nearestPlace(to: Coordinate(0, 0))?.place.name == "Here")
    }

    @Test("writing replaces the old file in one step, and leaves nothing else behind")
    func replaces() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("world.gazetteer")
        var writer = GazetteerWriter()
        try writer.addPlaces([Place(name: "Old", coordinate: Coordinate(1, 2))], description: .test)
        try writer.write(to: path)
        let old = try Gazetteer(path: path)
        writer = GazetteerWriter()
        try writer.addPlaces([Place(name: "New", coordinate: Coordinate(1, 2))], description: .test)
        try writer.write(to: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["world.gazetteer"])
        #expect(try Gazetteer(path: path).place(at: 0)?.name == "New")
        #expect(old.place(at: 0)?.name == "Old")
    }

    @Test("a directory that is not there is named in the error")
    func noDirectory() throws {
        let path = "/nowhere/at/all/world.gazetteer"
        #expect(
            throws: GazetteerWriter.WriteError.unwritable(
                path: path, step: "create a file beside it", reason: "No such file or directory")
        ) { try GazetteerWriter().write(to: path) }
    }
}
