import PlacemarkModel
import Testing

@testable import GazetteerBuilding

/// An index of extracts, as Geofabrik has one.
@Suite("Indexes of extracts")
struct ExtractIndexTests {
    /// The western half of an ocean, and a small country that lies on both sides of 180°.
    private static let json = #"""
        {"type": "FeatureCollection", "features": [
          {"properties": {"id": "ocean", "name": "Ocean", "urls": {"pbf": "/ocean-latest.osm.pbf"}},
           "geometry": {"type": "Polygon",
             "coordinates": [[[110, -30], [180, -30], [180, 0], [110, 0], [110, -30]]]}},
          {"properties": {"id": "fiji", "name": "Fiji", "urls": {"pbf": "/fiji-latest.osm.pbf"}},
           "geometry": {"type": "MultiPolygon", "coordinates": [
             [[[176, -21], [180, -21], [180, -14], [176, -14], [176, -21]]],
             [[[-180, -21], [-177, -21], [-177, -14], [-180, -14], [-180, -21]]]]}}
        ]}
        """#

    @Test(
        "the smallest extract that holds a position is the one for it, also when it lies on both sides of 180°",
        arguments: [(-17.8, 178, "fiji"), (-17.8, -178, "fiji"), (-17.8, 150, "ocean")] as [(Double, Double, String)])
    func smallest(latitude: Double, longitude: Double, id: String) throws {
        let index = try ExtractIndex(Array(Self.json.utf8), from: "https://example.org/index.json", ownHostOnly: false)
        #expect(try index.extract(at: Coordinate(latitude, longitude)).id == id)
    }

    @Test("nothing is chosen where no extract is")
    func nowhere() throws {
        let index = try ExtractIndex(Array(Self.json.utf8), from: "https://example.org/index.json", ownHostOnly: false)
        #expect(throws: InstallFault.self) { try index.extract(at: Coordinate(50, 8)) }
    }
}
