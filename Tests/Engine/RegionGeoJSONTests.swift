import Foundation
@testable import PlacemarkModel
import Testing

@Suite("Regions as GeoJSON")
struct RegionGeoJSONTests {
    private static func decode(_ json: String) throws -> Region {
        try JSONDecoder().decode(Region.self, from: Data(json.utf8))
    }

    private static func feature(
        _ geometry: String, _ properties: String = #""identifier":"a","radius":100"#, more: String = ""
    ) -> String {
        #"{"type":"Feature","geometry":\#(geometry),"properties":{\#(properties)}\#(more)}"#
    }

    private static let point = #"{"type":"Point","coordinates":[9.5,47,430]}"#
    private static let square = "[[9,47],[10,47],[10,48],[9,48],[9,47]]"

    @Test("a point with a radius is a circle, with all its properties; members that mean nothing here are skipped")
    func circle() throws {
        let region = try Self.decode(
            Self.feature(
                Self.point,
                #""identifier":"home","radius":150.5,"notifyOnEntry":false,"notifyOnExit":true,"dwell":60,"color":"red""#,
                more: #","id":"other","bbox":[1,2,3,4],"crs":null"#))
        #expect(
            region
                == Region(
                    identifier: "home", shape: .circle(center: coordinate(47, 9.5), radiusInMeters: 150.5),
                    notifyOnEntry: false, dwell: .seconds(60)))
    }

    @Test("what is not said has its default, and the feature's id stands in for the identifier")
    func defaults() throws {
        let region = try Self.decode(Self.feature(Self.point, #""radius":100"#, more: #","id":"home""#))
        #expect(region == Region(identifier: "home", shape: .circle(center: coordinate(47, 9.5), radiusInMeters: 100)))
        #expect(try Self.decode(Self.feature(Self.point, #""radius":100"#, more: #","id":12"#)).identifier == "12")
    }

    @Test(
        "an id may be any number that a double holds",
        arguments: [("1.5", "1.5"), ("-7", "-7"), ("18446744073709551615", "18446744073709551615"), ("1e3", "1000")])
    func numberedID(id: String, identifier: String) throws {
        let region = try Self.decode(Self.feature(Self.point, #""radius":100"#, more: #","id":\#(id)"#))
        #expect(region.identifier == identifier)
    }

    @Test("polygons have holes, multipolygons several parts; rings are stored without their closing position")
    func polygons() throws {
        let hole = "[[9.2,47.2],[9.2,47.4],[9.4,47.4],[9.2,47.2]]"
        let polygon = try Self.decode(Self.feature(#"{"type":"Polygon","coordinates":[\#(Self.square),\#(hole)]}"#))
        let exterior = [coordinate(47, 9), coordinate(47, 10), coordinate(48, 10), coordinate(48, 9)]
        let inner = [coordinate(47.2, 9.2), coordinate(47.4, 9.2), coordinate(47.4, 9.4)]
        #expect(polygon.shape == .polygons([.init(exterior: exterior, holes: [inner])]))
        let parts = try Self.decode(
            Self.feature(#"{"type":"MultiPolygon","coordinates":[[\#(Self.square)],[\#(hole)]]}"#))
        #expect(parts.shape == .polygons([.init(exterior: exterior), .init(exterior: inner)]))
    }

    @Test("a region that is written is the same when it is read")
    func roundTrip() throws {
        var random = SeededRandom(seed: 8)
        for number in 0..<50 {
            let center = RegionShapes.anywhere(upTo: 80, using: &random)
            var region = RegionShapes.circle("\(number) \"ü\"", center, Double.random(in: 1...1000, using: &random))
            if number % 2 == 0 {
                let star = RegionShapes.star(around: center, corners: 9, radiusInDegrees: 0.5...1, using: &random)
                let hole = RegionShapes.star(around: center, corners: 4, radiusInDegrees: 0.1...0.2, using: &random)
                region.shape = .polygons(
                    [.init(exterior: star, holes: [hole])] + (number % 4 == 0 ? [.init(exterior: hole)] : []))
            }
            (region.notifyOnExit, region.dwell) = (number % 3 == 0, .milliseconds(number * 1500))
            let data = try JSONEncoder().encode(region)
            #expect(try JSONDecoder().decode(Region.self, from: data) == region, "seed 8")
        }
    }

    @Test(
        "what is no region is refused, and the message says what was expected",
        arguments: [
            (#"{"type":"Feature"}"#, "properties with an identifier"),
            (#"{"type":"FeatureCollection","features":[]}"#, "the type \"Feature\", not \"FeatureCollection\""),
            (#"{"features":[]}"#, "the member type"), ("[1]", "the feature to be an object"),
            (feature(point, #""radius":1"#), "properties.identifier, a text, or an id of the feature"),
            (feature(point, #""identifier":7,"radius":1"#), "properties.identifier to be a text"),
            (
                feature(point, #""radius":1"#, more: #","id":1e20"#),
                "an id that is a text, or a number of at most 15 digits"
            ),
            (feature(point, #""radius":1"#, more: #","id":[1]"#), "the id to be a text or a number"),
            (
                feature(point, #""identifier":"","radius":1"#),
                "an identifier of 1 to 128 bytes on one line, without blanks at its ends"
            ),
            (
                feature(point, #""identifier":"a\nb","radius":1"#),
                "an identifier of 1 to 128 bytes on one line, without blanks at its ends"
            ),
            (
                feature(point, #""identifier":" a","radius":1"#),
                "an identifier of 1 to 128 bytes on one line, without blanks at its ends"
            ),
            (feature(point, #""identifier":"a""#), "properties.radius, in metres, beside a Point"),
            (feature(point, #""identifier":"a","radius":"100""#), "properties.radius to be a number"),
            (feature(point, #""identifier":"a","radius":1e400"#), "numbers of at most 1.7e308"),
            (feature(#"{"type":"Point","coordinates":[1e400,47]}"#), "numbers of at most 1.7e308"),
            (feature(point, #""identifier":"a","radius":0.9"#), "a radius between 1 and 1000000 metres, not 0.9"),
            (
                feature(point, #""identifier":"a","radius":1000001"#),
                "a radius between 1 and 1000000 metres, not 1000001.0"
            ),
            (
                feature(point, #""identifier":"a","radius":1,"dwell":-1"#),
                "properties.dwell between 0 and 86400 seconds, not -1.0"
            ),
            (
                feature(point, #""identifier":"a","radius":1,"dwell":1e300"#),
                "properties.dwell between 0 and 86400 seconds, not 1e+300"
            ),
            (
                feature(point, #""identifier":"a","radius":1,"notifyOnExit":1"#),
                "properties.notifyOnExit to be true or false"
            ),
            (feature("null"), "a geometry, or properties that name a beacon"),
            (
                feature(#"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#),
                "the geometry to be a Point, a Polygon or a MultiPolygon, not \"LineString\""
            ),
            (
                feature(#"{"type":"Point","coordinates":[47]}"#),
                "a position [longitude, latitude] within ±180° and ±90°, not [47.0]"
            ),
            (
                feature(#"{"type":"Point","coordinates":[9,97]}"#),
                "a position [longitude, latitude] within ±180° and ±90°, not [9.0, 97.0]"
            ),
            (feature(#"{"type":"Point","coordinates":[[9,47]]}"#), "geometry.coordinates[0] to be a number"),
            (feature(#"{"type":"Polygon","coordinates":[]}"#), "a polygon to have an exterior ring"),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#),
                "a ring of at least 4 positions, not 3"
            ),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#),
                "a ring whose last position is its first one again"
            ),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[2,2],[0,0]]]}"#),
                "the exterior ring to have an area, and not to cross itself"
            ),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}"#),
                "the exterior ring to have an area, and not to cross itself"
            ),
            (feature(point, #""identifier":"a","radius":0"#), "a radius between 1 and 1000000 metres, not 0.0"),
            (feature(#"{"type":"MultiPolygon","coordinates":[]}"#), "at least one polygon"),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,80],[90,89.5],[180,80],[-90,80],[0,80]]]}"#),
                "the exterior ring to stay within ±89° of latitude: near a pole only a circle has a clear meaning"
            ),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,80],[90,80],[179,80],[-90,80],[0,80]]]}"#),
                "the exterior ring not to lead round a pole, which leaves open which side is inside; use a circle there"
            ),
            (
                feature(#"{"type":"Polygon","coordinates":[[[0,0],[180,0],[180,10],[0,0]]]}"#),
                "the exterior ring to have sides of less than 180° of longitude, which go one way only"
            ),
            (
                feature(#"{"type":"Polygon","coordinates":[\#(square),[[20,47],[21,47],[21,48],[20,47]]]}"#),
                "hole 1 to lie within the exterior ring"
            ),
        ])
    func mistakes(json: String, expected: String) {
        #expect(throws: RegionMistake(expected: expected)) { try Self.decode(json) }
    }
}

@Suite("Regions that name a beacon, as GeoJSON")
struct BeaconRegionGeoJSONTests {
    private static let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"

    private static func decode(_ properties: String, geometry: String? = "null") throws -> Region {
        let geometry = geometry.map { #""geometry":\#($0),"# } ?? ""
        let json = #"{"type":"Feature",\#(geometry)"properties":{"identifier":"a",\#(properties)}}"#
        return try JSONDecoder().decode(Region.self, from: Data(json.utf8))
    }

    @Test(
        "without a geometry, with null, or beside one",
        arguments: [nil, "null", #"{"type":"Point","coordinates":[9,47]}"#])
    func geometries(geometry: String?) throws {
        let region = try Self.decode(#""uuid":"\#(Self.uuid)","radius":50,"exitAfter":60"#, geometry: geometry)
        #expect(region.exitAfter == .seconds(60))
        #expect(region.ground == .unlocated)
        guard case .uuid(let uuid, nil, nil) = region.beacon else {
            Issue.record("\(region)")
            return
        }
        #expect(uuid.uuidText == Self.uuid)
        #expect(geometry?.hasPrefix("{") == true ? region.shape != .unlocated : region.shape == .unlocated)
    }

    @Test(
        "what is written is read again",
        arguments: [
            #""uuid":"\#(uuid)","major":1,"minor":65535"#, #""uuid":"\#(uuid)","major":0"#,
            #""namespace":"00112233445566778899","instance":"0000000000a1""#, #""address":"C0:FF:EE:00:11:22""#,
        ])
    func roundTrip(properties: String) throws {
        let region = try Self.decode(properties)
        #expect(try JSONDecoder().decode(Region.self, from: JSONEncoder().encode(region)) == region)
        var other = region
        other.beacon = nil
        #expect(region.fingerprint != other.fingerprint)
    }

    @Test("the address of a place, beside its geometry, is no radio's, and is skipped")
    func placeAddress() throws {
        let point = #"{"type":"Point","coordinates":[9,47]}"#
        for address in [#""Städtle 1, Vaduz""#, #"{"street":"Städtle"}"#, "7", "null"] {
            #expect(try Self.decode(#""radius":50,"address":\#(address)"#, geometry: point).beacon == nil)
        }
    }

    @Test(
        "a mistake says what was expected",
        arguments: [
            (
                #""uuid":"f7826da6""#,
                "properties.uuid to have 32 hexadecimal digits, such as 2f234454-cf6d-4a0f-adf2-f4911ba9ffa6"
            ),
            (#""major":1"#, "properties.uuid beside properties.major and properties.minor"),
            (#""uuid":"\#(uuid)","minor":1"#, "properties.major beside properties.minor"),
            (
                #""uuid":"\#(uuid)","address":"C0:FF:EE:00:11:22""#,
                "one of properties.uuid, properties.namespace and properties.address"
            ),
            (
                #""namespace":"0011""#,
                "properties.namespace to have 20 hexadecimal digits, such as 00112233445566778899"
            ),
            (#""instance":"0000000000a1""#, "properties.namespace beside properties.instance"),
            (
                #""namespace":"00112233445566778899","instance":"a1""#,
                "properties.instance to have 12 hexadecimal digits, such as 0000000000a1"
            ),
            (#""address":"nowhere""#, "properties.address to be that of a radio, such as C0:FF:EE:00:11:22"),
            (#""uuid":"\#(uuid)","exitAfter":2"#, "properties.exitAfter between 5 and 3600 seconds"),
            (#""radius":50"#, "a geometry, or properties that name a beacon"),
        ])
    func mistakes(properties: String, expected: String) {
        #expect { try Self.decode(properties) } throws: { error in (error as? RegionMistake)?.expected == expected }
    }
}
