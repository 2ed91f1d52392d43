import Testing

@testable import GazetteerBuilding

/// What the sources of polygons have in them.
@Suite("Real sources", .enabled(if: RealSources.areThere))
struct RealSourceTests {
    @Test("zones: all are there, each with its country, and known points lie in theirs")
    func zones() throws {
        let oracle = try RealSources.zones
        let zones = oracle.boundaries
        #expect(zones.count == 444)
        #expect(zones.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } } > 8_100_000)
        for zone in zones {
            #expect((zone.isoCountryCode == nil) == zone.name.hasPrefix("Etc/"), "\(zone.name)")
        }
        // Where a point lies, and a neighbour or what surrounds it, where it does not.
        let expected: [(Double, Double, String, String)] = [
            (47.3769, 8.5417, "Europe/Zurich CH", "Europe/Busingen DE"),
            (47.1410, 9.5209, "Europe/Vaduz LI", "Europe/Zurich CH"),
            (-29.3142, 27.4833, "Africa/Maseru LS", "Africa/Johannesburg ZA"),
            (41.9029, 12.4534, "Europe/Vatican VA", "Europe/Rome IT"),
            (-18.1416, 178.4415, "Pacific/Fiji FJ", "Etc/GMT-12"), (65.5, -179.5, "Asia/Anadyr RU", "Etc/GMT+12"),
            (0, -30, "Etc/GMT+2", "America/Sao_Paulo BR"), (-89.99, 1, "Antarctica/McMurdo AQ", "Etc/GMT"),
        ]
        for (latitude, longitude, inside, outside) in expected {
            let point = try #require(SourcePoint(longitudeDegrees: longitude, latitudeDegrees: latitude))
            let found = oracle.boundaries(containing: point)
                .map { zones[$0].name + (zones[$0].isoCountryCode.map { " " + $0 } ?? "") }
            #expect(found.contains(inside))
            #expect(!found.contains(outside))
        }
    }

    @Test("states, counties, lakes and seas: as many as pinned, and known points lie in theirs")
    func others() throws {
        let layers = [
            try RealSources.states, try RealSources.counties, try RealSources.lakes, try RealSources.seas,
        ]
        #expect(layers.map(\.boundaries.count) == [4587, 40582, 739, 285])
        // Of 46 countries whose counties have no usable names, or not all of them, the land, at the end.
        #expect(layers[1].boundaries.filter { $0.name.isEmpty }.count == 46)
        #expect(layers[1].boundaries.suffix(46).allSatisfy { $0.name.isEmpty && $0.isoCountryCode != nil })
        for boundary in layers.lazy.map(\.boundaries).joined() {
            #expect(!boundary.rings.isEmpty, "\(boundary.name)")
            #expect(boundary.rings.allSatisfy { $0.count >= 3 }, "\(boundary.name)")
        }
        let expected: [(Int, Double, Double, String, String?)] = [
            (0, 47.3769, 8.5417, "Zürich", "CH"), (0, 34.05, -118.24, "California", "US"),
            (0, 45.44, 12.33, "Venezia", "IT"), (1, 37.3318, -122.0312, "Santa Clara", "US"),
            (1, 45.75, 4.85, "Rhône", "FR"), (1, 45.44, 12.33, "Venezia", "IT"), (1, 52.0, -9.5, "Kerry", "IE"),
            (1, 63.43, 10.40, "Trondheim", "NO"), (2, 58.9, 13.3, "Vänern", nil), (2, 46.45, 6.55, "Lake Geneva", nil),
            (3, 10, -30, "North Atlantic Ocean", nil), (3, 37.5, 19, "Ionian Sea", nil),
            (3, 0, 75, "Indian Ocean", nil),
        ]
        for (layer, latitude, longitude, name, country) in expected {
            let point = try #require(SourcePoint(longitudeDegrees: longitude, latitudeDegrees: latitude))
            let found = layers[layer].boundaries(containing: point).first.map { layers[layer].boundaries[$0] }
            #expect(found?.name == name)
            #expect(found?.isoCountryCode == country, "\(name)")
        }
    }
}
