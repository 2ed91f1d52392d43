import PlacemarkModel
import Testing

@testable import Recordings

@Suite struct GeoJSONTests {
    @Test(
        "a line has a time for each position, wherever a program writes it",
        arguments: [
            #""coordTimes":["2026-01-01T00:00:00Z","2026-01-01T00:00:05Z"]"#, #""times":[1767225600,1767225605]"#,
            #""coordinateProperties":{"times":["2026-01-01T00:00:00Z","2026-01-01T00:00:05Z"]}"#,
            #""times":[[1767225600000],[1767225605000]]"#,
        ])
    func lines(times: String) throws {
        let reading = try Reading(
            .geoJSON,
            #"""
            {"type":"Feature","properties":{\#(times),"name":"x"},
             "geometry":{"type":"LineString","coordinates":[[9.5,47.1,455],[9.6,47.2]]}}
            """#)
        #expect(reading.damages.isEmpty)
        #expect(
            reading.fixes.map(\.timestamp?.description) == ["2026-01-01T00:00:00Z", "2026-01-01T00:00:05Z"])
        #expect(reading.fixes.map(\.altitude) == [455, nil])
        #expect(reading.fixes.map(\.coordinate.longitude) == [9.5, 9.6])
    }

    @Test("points have a time of their own, and what else is known")
    func points() throws {
        let reading = try Reading(
            .geoJSON,
            #"""
            {"type":"FeatureCollection","features":[
              {"type":"Feature","properties":{"timestamp":1767225600,"accuracy":5,"speed":2,"heading":90},
               "geometry":{"type":"Point","coordinates":[9.5,47.1]}},
              {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[9.5,47.1]}}]}
            """#)
        let fix = try #require(reading.fixes.first)
        #expect(fix.timestamp == Timestamp(parsing: "2026-01-01T00:00:00Z"))
        #expect(fix.horizontalAccuracy == 5 && fix.speed == 2 && fix.course == 90)
        #expect(reading.fixes.count == 2 && reading.fixes[1].timestamp == nil)
    }

    @Test("features that are wrong are told with their number, and cost only themselves")
    func damage() throws {
        let reading = try Reading(
            .geoJSON,
            #"""
            {"type":"FeatureCollection","features":[
              {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[]}},
              {"type":"Feature","properties":{},"geometry":null},
              {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":["x",2]}}, 7,
              {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1]}},
              {"type":"Feature","properties":{"times":[1]},"geometry":{"type":"LineString","coordinates":[[1,2],[3,95]]}}
            ]}
            """#)
        #expect(reading.damages.map(\.place) == [1, 2, 3, 4, 5, 6].map(RecordingDamage.Place.feature))
        #expect(reading.events.count == 2 && reading.events.last == .invalidFix(device: nil))
    }

    @Test("a time that cannot be read costs its position; null is a position without a time")
    func times() throws {
        let reading = try Reading(
            .geoJSON,
            #"""
            {"type":"FeatureCollection","features":[
              {"type":"Feature","properties":{"times":["2026-01-01T00:00:00Z","soon",null]},
               "geometry":{"type":"LineString","coordinates":[[1,1],[2,2],[3,3]]}},
              {"type":"Feature","properties":{"time":"soon"},"geometry":{"type":"Point","coordinates":[4,4]}}]}
            """#)
        #expect(reading.damages.map(\.place) == [.feature(1), .feature(2)])
        #expect(reading.damages.allSatisfy { $0.reason.hasPrefix("the time cannot be read: expected one such as") })
        #expect(reading.fixes.map(\.coordinate.latitude) == [1, 3])
        #expect(reading.fixes.map(\.timestamp?.civilTime.year) == [2026, nil])
    }

    @Test(
        "what is no whole document is told",
        arguments: ["{\"type\":\"FeatureColl", "[1,2]", "{\"type\":\"Topology\"}", "{}"])
    func noDocument(text: String) throws {
        let reading = try Reading(.geoJSON, text)
        #expect(reading.events.isEmpty && reading.damages.count == 1)
    }
}
