import PlacemarkModel
import Testing

@testable import Web

@Suite("The parameters that name a place")
struct PlaceParameterTests {
    private static let vaduz = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)

    @Test(
        "have a name each, and the short one of the first clients, apart or together",
        arguments: [
            "latitude=47.141&longitude=9.521&text=Vaduz", "lat=47.141&lon=9.521&q=Vaduz",
            "q=Vaduz&lat=47.141&longitude=9.521", "latitude=47.141&lat=47.141&lon=9.521&text=Vaduz&q=Vad%75z&near=",
        ])
    func names(query: String) throws {
        let target = RequestTarget("/?\(query)")
        #expect(try PlaceParameter.coordinate(in: target) == Self.vaduz)
        #expect(try PlaceParameter.coordinate(in: target.parameters) == Self.vaduz)
        #expect(try PlaceParameter.text(in: target) == "Vaduz")
        #expect(try PlaceParameter.text(in: target.parameters) == "Vaduz")
    }

    @Test("the short names stand for the long ones, and all others for themselves")
    func meaning() {
        let names = ["lat", "lon", "q", "latitude", "longitude", "text", "near", ""]
        #expect(
            names.map(PlaceParameter.name)
                == ["latitude", "longitude", "text", "latitude", "longitude", "text", "near", ""])
    }

    @Test("say so when both names are there with different values, and not which")
    func contradiction() throws {
        let position = RequestTarget("/?lat=47.141&latitude=47.142&longitude=9.521")
        let mistake = PlaceParameter.Mistake.contradiction(name: "latitude", shortName: "lat")
        #expect(throws: mistake) { try PlaceParameter.coordinate(in: position) }
        #expect(throws: mistake) { try PlaceParameter.coordinate(in: position.parameters) }
        #expect(throws: PlaceParameter.Mistake.contradiction(name: "longitude", shortName: "lon")) {
            try PlaceParameter.coordinate(in: RequestTarget("/?lat=47.141&lon=9.521&longitude="))
        }
        #expect(throws: PlaceParameter.Mistake.contradiction(name: "text", shortName: "q")) {
            try PlaceParameter.text(in: RequestTarget("/?text=Vaduz&q=Rom"))
        }
        #expect(mistake.sentence.contains("'latitude' and 'lat'") && !mistake.sentence.contains("47"))
    }

    @Test(
        "must be there, and mean something",
        arguments: [
            "", "latitude=47", "lat=47", "lat=&lon=", "latitude=91&longitude=0", "latitude=0x10&longitude=0",
            "la=1&lo=2",
        ])
    func missing(query: String) {
        #expect(throws: PlaceParameter.Mistake.noCoordinate) {
            try PlaceParameter.coordinate(in: RequestTarget("/?\(query)"))
        }
        #expect(throws: PlaceParameter.Mistake.noText) {
            try PlaceParameter.text(in: RequestTarget("/?\(query)&text=12"))
        }
    }
}
