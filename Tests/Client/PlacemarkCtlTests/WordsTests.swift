import FoundationEssentials
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("Values in words")
struct WordsTests {
    @Test(
        "a length is in whole metres below a kilometre, and in kilometres from there on",
        arguments: [(0, "0 m"), (999.4, "999 m"), (1000, "1.0 km"), (12_345, "12.3 km")] as [(Double, String)])
    func length(meters: Double, text: String) { #expect(Words.length(meters) == text) }

    @Test(
        "a location lies on the other side of its place than the placemark's bearing, and nowhere without a distance",
        arguments: [
            (3200, 45, "3.2 km south-west of Vaduz"), (3200, 225, "3.2 km north-east of Vaduz"),
            (3200, 350, "3.2 km south of Vaduz"), (3200, 0, "3.2 km south of Vaduz"),
            (3200, 359, "3.2 km south of Vaduz"), (40, 180, "40 m north of Vaduz"), (3200, nil, "3.2 km from Vaduz"),
            (3200, .nan, "3.2 km from Vaduz"), (3200, 1e300, "3.2 km from Vaduz"), (nil, 45, nil),
        ] as [(Double?, Double?, String?)])
    func position(distance: Double?, bearing: Double?, text: String?) {
        var placemark = Placemark(geocoder: "gazetteer")
        (placemark.locality, placemark.distance, placemark.bearing) = ("Vaduz", distance, bearing)
        #expect(Words.position(placemark) == text)
    }

    @Test("where a detail pack has named a street, the way is still the one to the locality")
    func positionWithPack() {
        var placemark = Placemark(geocoder: "gazetteer+openstreetmap")
        (placemark.name, placemark.thoroughfare) = ("Strandbadstraße", "Strandbadstraße")
        (placemark.locality, placemark.distance, placemark.bearing) = ("Krems an der Donau", 1100, 45)
        #expect(Words.position(placemark) == "1.1 km south-west of Krems an der Donau")
        placemark.geocoder = "nominatim"
        #expect(Words.position(placemark) == "1.1 km south-west of Strandbadstraße")
    }

    @Test(
        "how a city is known is told in words, and nothing is told of what this version does not know",
        arguments: [
            (.limits, "by its limits"), (.code, "a state that is a city"), (.airport, "served by the airport"),
            (.post, "by the postal code"), (.nearest, "the nearest"), (.own, "by a place of your own"),
            (LocalitySource(rawValue: "oracle"), nil), (nil, nil),
        ] as [(LocalitySource?, String?)])
    func localitySource(source: LocalitySource?, text: String?) {
        var placemark = Placemark(geocoder: "gazetteer")
        placemark.localitySource = source
        #expect(Words.localitySource(placemark) == text)
    }

    @Test(
        "a coordinate has no exponent, however near to 0 it is",
        arguments: [
            (51.4779, 0.00004, "51.4779, 0.00004"), (-0.00001, -0.000004, "-0.00001, 0.0"), (47, 9.5, "47.0, 9.5"),
            (-33.12345, 151.2, "-33.12345, 151.2"),
        ] as [(Double, Double, String)])
    func coordinate(latitude: Double, longitude: Double, text: String) {
        #expect(Words.coordinate(Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)) == text)
    }

    @Test("who may not connect is told to join the group of the service, and no other one")
    func obstacle() {
        let join = LocalUser.obstacle(at: "/run/placemarkd.sock", ofGroup: "placemark", for: "alice")
        #expect(join.contains("usermod --append --groups placemark alice"))
        for group in ["root", "bob"] {
            let advice = LocalUser.obstacle(at: "/tmp/s", ofGroup: group, for: "alice")
            #expect(!advice.contains("usermod") && advice.contains("the group \(group)"))
        }
    }

    @Test(
        "a heading is the nearest of sixteen points, and what is no angle is none",
        arguments: [
            (0, "N"), (11, "N"), (12, "NNE"), (33, "NNE"), (34, "NE"), (180, "S"), (348, "NNW"), (349, "N"),
            (360, "N"), (361, "?"), (-1, "?"), (.nan, "?"),
        ] as [(Double, String)])
    func compass(degrees: Double, point: String) { #expect(Words.compass(degrees) == point) }

    @Test("a heading is told as far as it is known, and a guess is called one")
    func heading() throws {
        func text(_ heading: String) throws -> String? {
            try Reports.event(#"{"event":"heading","heading":{\#(heading),"age":0}}"#).heading.map(Words.heading)
        }
        #expect(try text(#""trueHeading":83.6,"origin":"course""#) == "84° E, by course")
        #expect(
            try text(#""trueHeading":83.6,"magneticHeading":71,"declination":12.6,"origin":"compass""#)
                == "84° E, 71° magnetic, by compass")
        #expect(try text(#""magneticHeading":71,"origin":"compass""#) == "71° magnetic, by compass")
        #expect(
            try text(#""trueHeading":1,"declination":12.6,"declinationSuspect":true,"origin":"course""#)
                == "1° N, by course (the declination is a guess)")
    }

    @Test("a compass is told with its state, and how far it is from the course")
    func compassReport() throws {
        let event = try Reports.event(
            #"{"event":"compass","compass":{"device":"/dev/ttyUSB1","north":"magnetic","state":"off","inUse":false,"#
                + #""trueHeading":83.6,"magneticHeading":71,"courseDifference":-61.4,"age":2}}"#)
        #expect(
            event.compass.map(Words.compass)
                == "/dev/ttyUSB1: off; 84° E, 71° magnetic, 61° from the course, 2 s old")
    }

    @Test("a location has its accuracy in metres and its speed in kilometres an hour")
    func location() throws {
        let status = try Reports.status(Reports.statusText("live", #""location":"# + Reports.location))
        let report = try #require(status.location)
        #expect(Words.location(report) == "47.141, 9.521  ±4 m  36 km/h")
    }

    @Test("a line holds eighty characters, and the next ones begin where the first text began")
    func wrapped() {
        let (start, word) = (String(repeating: ".", count: 10), String(repeating: "a", count: 34))
        let full = String(repeating: "b", count: 35)
        #expect(Words.wrapped("\(word) \(full)", after: start) == ["\(start)\(word) \(full)"])
        let indented = String(repeating: " ", count: 10)
        #expect(Words.wrapped("\(word) \(full)c", after: start) == [start + word, "\(indented)\(full)c"])
    }
}
