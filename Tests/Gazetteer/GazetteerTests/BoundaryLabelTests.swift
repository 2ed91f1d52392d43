import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Which boundaries the layers are made of, and what they are called: with boundaries and places made by hand.
@Suite("Labels of boundaries")
struct BoundaryLabelTests {
    private func place(
        _ latitude: Double, _ longitude: Double, _ country: String?, state: String? = nil, county: String? = nil
    ) -> Place {
        Place(
            name: "place", coordinate: Coordinate(latitude, longitude), isoCountryCode: country,
            administrativeArea: state, subAdministrativeArea: county)
    }

    private func layer(_ bytes: [UInt8]) throws -> (memory: LayerInMemory, layer: BoundariesLayer) {
        let memory = LayerInMemory(bytes)
        return (memory, try #require(memory.layer))
    }

    @Test("votes count in the boundary that a place lies in; a tie goes to the first in the alphabet")
    func votes() throws {
        let places = [
            place(0.5, 0.5, "AA", state: "North"), place(0.5, 0.6, "AA", state: "North"),
            place(0.5, 0.7, "AA", state: "East"), place(0.5, 1.5, "AA", state: "West"),
            place(0.5, 1.6, "AA", state: "East"), place(0.5, 1.7, "BB", state: "Abroad"),
            place(0.5, 1.8, "BB", state: "Abroad"), place(0.5, 0.4, nil, state: "Nobody's"), place(0.5, 0.3, "AA"),
            place(9, 9, "AA", state: "Outside"),
        ]
        let votes = BoundaryVotes(
            of: try PlacesByBoundary(
                places, boundaryCount: 3, shapes: .rectangles([(0, 0, 1, 1), (1, 0, 2, 1), (2, 0, 3, 1)])),
            for: \.administrativeArea)
        let first = try #require(votes.winner(in: [0]))
        #expect(first.label == BoundaryVotes.Label(isoCountryCode: "AA", name: "North"))
        #expect(abs(first.share - 2.0 / 3) < 1e-12)
        #expect(votes.winner(in: [1])?.label.name == "Abroad")
        #expect(votes.winner(in: [1], country: "AA")?.label.name == "East")
        #expect(votes.winner(in: [1], country: "AA")?.share == 0.5)
        #expect(votes.winner(in: [0, 1], country: "AA")?.label.name == "East")
        #expect(votes.winner(in: [2]) == nil)
        #expect(votes.winner(in: [0], country: "CC") == nil)
        #expect(votes.winner(in: []) == nil)
    }

    @Test("polygons whose places name one state become one; without a place a state keeps its own name")
    func states() throws {
        let sources = [
            SourceBoundary((0, 0, 1, 1), "Part 1", "AA"), SourceBoundary((1, 0, 2, 1), "Part 2", "AA"),
            SourceBoundary((2, 0, 3, 1), "Empty", "AA"), SourceBoundary((0, 1, 3, 2), "No code"),
            SourceBoundary((0, 2, 3, 3), "No code, no place"), SourceBoundary((0, 3, 3, 4), "Part 1", "BB"),
        ]
        let states = try StatesLayer(
            sources,
            places: [
                place(0.5, 0.5, "AA", state: "Whole"), place(0.5, 1.5, "AA", state: "Whole"),
                place(1.5, 1.5, "CC", state: "Third"), place(3.5, 0.5, "AA", state: "Whole"),
            ], isCoast: { _ in false })
        #expect(states.states.map(\.name) == ["Whole", "Empty", "Third", "Part 1"])
        #expect(states.states.map(\.isoCountryCode) == ["AA", "AA", "CC", "BB"])
        #expect(states.states[0].boundary.rings.count == 2)

        let (memory, layer) = try layer(states.bytes { $0.name == "Whole" ? "AA-W" : nil })
        defer { withExtendedLifetime(memory) {} }
        for (latitude, longitude, name, country, code) in [
            (0.5, 0.5, "Whole", "AA", "AA-W"), (0.5, 1.5, "Whole", "AA", "AA-W"), (0.5, 2.5, "Empty", "AA", nil),
            (1.5, 0.1, "Third", "CC", nil), (3.5, 1, "Part 1", "BB", nil), (2.5, 1, nil, nil, nil),
        ] as [(Double, Double, String?, String?, String?)] {
            let boundary = layer.boundary(at: GridPoint(Coordinate(latitude, longitude)))
            #expect(boundary.flatMap { layer.text(StateText.name, ofBoundary: $0) } == name)
            #expect(boundary.flatMap { CountryCode.letters(layer.country(ofBoundary: $0)) } == country)
            #expect(boundary.flatMap { layer.text(StateText.code, ofBoundary: $0) } == code)
        }
    }

    @Test("a state on whose name its places are divided is called what its source calls it")
    func dividedState() throws {
        let states = try StatesLayer(
            [SourceBoundary((0, 0, 1, 1), "Vaduz", "LI")],
            places: [place(0.5, 0.5, "LI", state: "Vaduz"), place(0.9, 0.5, "LI", state: "Schaan")],
            isCoast: { _ in false })
        #expect(states.states.map(\.name) == ["Vaduz"])
    }

    @Test("a polygon whose places name several states, none of them half, is land and no state")
    func severalStates() throws {
        func names(_ count: Int) throws -> [String] {
            let places = ["Nakuru", "Nakuru", "Kericho", "Kericho", "Narok", "Rift Valley"].prefix(count)
            return try StatesLayer(
                [SourceBoundary((0, 0, 1, 1), "Rift Valley", "KE")],
                places: places.enumerated().map { place(0.5, Double($0) / 10 + 0.05, "KE", state: $1) },
                isCoast: { _ in false }
            ).states.map(\.name)
        }
        #expect(try names(6) == [""])
        #expect(try names(4) == ["Kericho"])
    }

    @Test("counties of one parent tell a state when their places agree on it, and take its full name")
    func counties() throws {
        let sources = [
            SourceBoundary((0, 0, 1, 1), "Santa Clara", "AA", parent: "P"),
            SourceBoundary((1, 0, 2, 1), "Clara", "AA", parent: "P"),
            SourceBoundary((2, 0, 3, 1), "Divided", "AA", parent: "Q"), SourceBoundary((3, 0, 4, 1), "Orphan", "AA"),
        ]
        let counties = try CountiesLayer(
            sources,
            places: [
                place(0.5, 0.5, "AA", state: "S", county: "Santa Clara County"),
                place(0.5, 1.5, "AA", state: "S", county: "Other"),
                place(0.5, 2.4, "AA", state: "S"), place(0.5, 2.6, "AA", state: "T"), place(0.5, 3.5, "AA", state: "S"),
            ], statesLayer: StatesLayer([], places: [], isCoast: { _ in false }), isCoast: { _ in false },
            town: { _ in EnglishCounties.Town(localName: "place", englishName: "place") })
        #expect(counties.states == ["S", "S", nil, nil])
        let (memory, layer) = try layer(counties.bytes { $0 == "AA" && $1 == "S" ? "AA-S" : nil })
        defer { withExtendedLifetime(memory) {} }
        for (longitude, name, state, code) in [
            (0.5, "Santa Clara County", "S", "AA-S"), (1.5, "Clara", "S", "AA-S"), (2.5, "Divided", nil, nil),
            (3.5, "Orphan", nil, nil),
        ] as [(Double, String, String?, String?)] {
            let boundary = try #require(layer.boundary(at: GridPoint(Coordinate(0.5, longitude))))
            #expect(layer.text(CountyText.name, ofBoundary: boundary) == name)
            #expect(layer.text(CountyText.state, ofBoundary: boundary) == state)
            #expect(layer.text(CountyText.stateCode, ofBoundary: boundary) == code)
        }
    }

    @Test("where zones overlap the smaller wins, and a zone can have a second country")
    func zones() throws {
        let zones = try ZonesLayer([
            SourceBoundary((0, 0, 10, 10), "Large/Zone", "AA"), SourceBoundary((5, 5, 7, 7), "Small/Zone", "BB"),
            SourceBoundary((20, 0, 22, 2), "Asia/Bangkok", "TH"), SourceBoundary((-20, -20, 30, 30), "Etc/GMT"),
        ])
        let (memory, layer) = try layer(zones.bytes { "Name of \($0)" })
        defer { withExtendedLifetime(memory) {} }
        for (latitude, longitude, zone, country) in [
            (6.0, 6.0, "Small/Zone", "BB"), (1, 1, "Large/Zone", "AA"), (1, 21, "Asia/Bangkok", "TH"),
            (-5, -5, "Etc/GMT", nil),
        ] as [(Double, Double, String, String?)] {
            let boundary = try #require(layer.boundary(at: GridPoint(Coordinate(latitude, longitude))))
            #expect(layer.text(ZoneText.timeZone, ofBoundary: boundary) == zone)
            #expect(CountryCode.letters(layer.country(ofBoundary: boundary)) == country)
            #expect(layer.text(ZoneText.country, ofBoundary: boundary) == country.map { "Name of \($0)" })
            let second = zone == "Asia/Bangkok" ? "VN" : nil
            #expect(CountryCode.letters(layer.kind(ofBoundary: boundary)) == second)
            #expect(layer.text(ZoneText.secondCountry, ofBoundary: boundary) == second.map { "Name of \($0)" })
        }
        #expect(layer.boundary(at: GridPoint(Coordinate(50, 50))) == nil)
    }
}
