import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Which city a position is in, in the country of `CitiesWorld`.
@Suite("Cities")
struct CitiesTests {
    private static func points(_ degrees: [(Double, Double)]) -> [Coordinate] { degrees.map { Coordinate($0, $1) } }

    @Test(
        "are told by a state that is a city, an airport, the post, a municipality, else by the named place",
        arguments: [
            // The metropolis is in the other state, and its bonus of 15 km does not reach across.
            (5, 5.12, "Acrossville", "nearest"), (5, 4.99, "Metropolis", "nearest"),
            // Bigburg's bonus reaches, and Smallton's limits win.
            (2, 2.02, "Smallton", "limits"), (2, 2.06, "Bigburg", "nearest"),
            // In a spacious municipality the village counts, and where none is near, the municipality.
            (8, 2.3, "Hamlet", "nearest"), (8, 2.01, "Widetown", "nearest"), (7.1, 3.9, "Widetown", "limits"),
            (4.5, 7.5, "Nameless Parish", "limits"), (9, 7, "Metropolis", "code"), (6, 5.06, "Posttown", "post"),
            // While a town is within 10 km, a quarter is none.
            (2, 8, "Town", "nearest"),
            // On an airport the city that it serves counts before the post's, but not when it is in another state, nor where a
            // municipality is known, unless that is spacious.
            (6, 5.08, "Acrossville", "airport"), (5.1, 5.1, "Acrossville", "nearest"),
            (2, 1.95, "Smallton", "limits"), (7.5, 3.5, "Widetown", "airport"),
        ] as [(Double, Double, String, String)])
    func rules(latitude: Double, longitude: Double, city: String, source: String) throws {
        let gazetteer = try CitiesWorld.world()
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city)
        #expect(placemark.localitySource?.rawValue == source)
        #expect(gazetteer.verify().isEmpty)
    }

    @Test(
        "on an airport have it as an area of interest, whatever they are known by",
        arguments: [
            (6, 5.08, "Postfield"), (2, 1.95, "Smallfield"), (5.1, 5.1, "Farfield"), (7.5, 3.5, "Widefield"),
            (6, 5.06, nil),
        ] as [(Double, Double, String?)])
    func airportGrounds(latitude: Double, longitude: Double, airport: String?) throws {
        let gazetteer = try CitiesWorld.world()
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.areasOfInterest == airport.map { [$0] })
    }

    @Test("have the nearest place as a part only where that is known to belong to no other city")
    func parts() throws {
        let gazetteer = try CitiesWorld.world()
        #expect(gazetteer.placemark(at: Coordinate(2, 8))?.subLocality == "Quarter")
        // The nearest place is Bigburg, which is beside the limits.
        #expect(gazetteer.placemark(at: Coordinate(2, 2.0299))?.subLocality == nil)
        #expect(gazetteer.placemark(at: Coordinate(8, 2.3))?.subLocality == nil)
    }

    @Test("have the nearest place as a part within 3 km on land, and within 1.5 km on the water")
    func farParts() throws {
        let cities = CitiesWorld.layer().bytes().layer
        let land = try CitiesWorld.world(cities)
        var writer = try CitiesWorld.writer(cities)
        let lake = BoundaryRecord(country: 0, kind: WaterKind.lake.rawValue, texts: ["Lake"])
        writer.add(
            LayerID.water, try BoundaryShapes.rectangles([(7.9, 1.9, 8.1, 2.1)]).layer([lake]), description: .test)
        let directory = try TemporaryDirectory()
        let water = try Gazetteer(path: directory.write(writer.bytes, to: "water"))
        // 1.3, 1.7, 2.9 and 3.1 km north of Quarter, which is 6.7 km west of Town.
        for (latitude, onLand, onWater) in [
            (2.012, "Quarter", "Quarter"), (2.015, "Quarter", nil), (2.026, "Quarter", nil), (2.028, nil, nil),
        ] as [(Double, String?, String?)] {
            for (gazetteer, part) in [(land, onLand), (water, onWater)] {
                let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, 8)))
                #expect(placemark.locality == "Town" && placemark.subLocality == part, "\(latitude)")
            }
        }
    }

    @Test("on the water are those of a shore within 5 km, also where only the post knows a town there")
    func postalShore() throws {
        var writer = try CitiesWorld.writer(CitiesWorld.layer().bytes().layer)
        let lake = BoundaryRecord(country: 0, kind: WaterKind.lake.rawValue, texts: ["Lake"])
        writer.add(
            LayerID.water, try BoundaryShapes.rectangles([(5.01, 5.95, 5.2, 6.2)]).layer([lake]), description: .test)
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(writer.bytes, to: "water"))
        // 3.5 and 6.8 km from the postal code's point, and 50 km from any place.
        let harbour = try #require(gazetteer.placemark(at: Coordinate(6.03, 5.06)))
        #expect(harbour.locality == "Posttown" && harbour.localitySource == .post && harbour.inlandWater == "Lake")
        let offshore = try #require(gazetteer.placemark(at: Coordinate(6.06, 5.06)))
        #expect(offshore.locality == nil && offshore.inlandWater == "Lake" && offshore.name == "Lake")
    }

    @Test("can be a place whose state nobody knows, in any state")
    func placeWithoutState() throws {
        var layer = CitiesWorld.layer()
        layer.places[CitiesWorld.number("Acrossville")].state = 0
        let gazetteer = try CitiesWorld.world(layer.bytes().layer)
        #expect(gazetteer.placemark(at: Coordinate(5, 5.08))?.locality == "Acrossville")
        #expect(gazetteer.placemark(at: Coordinate(5, 5.12))?.administrativeArea == "East")
        layer.places[CitiesWorld.number("Posttown")].state = 0
        #expect(try CitiesWorld.world(layer.bytes().layer).placemark(at: Coordinate(6, 5.06))?.locality == "Posttown")
    }

    @Test(
        "of postal codes and airports are written as seven digits, and read back",
        arguments: [
            CityReference(place: 0), CityReference(place: 234_907), CityReference(name: 0), CityReference(name: 77_777),
        ])
    func postalCityCode(reference: CityReference) throws {
        let text = try #require(PostalCityCode.text(reference))
        #expect(text.count == 7)
        #expect(PostalCityCode.city(try #require(Int(text))) == reference)
    }

    @Test("are none for what seven digits cannot hold, and for a code whose city is not known")
    func unfitPostalCityCode() throws {
        #expect(PostalCityCode.text(CityReference(place: 999_999)) == nil, "the number is that of a name")
        #expect(PostalCityCode.text(CityReference(name: 9_000_000)) == nil)
        #expect(PostalCityCode.city(try #require(PostalCityCode.text(nil).flatMap { Int($0) })) == nil)
        #expect(PostalCityCode.text(airport: 6).flatMap { Int($0) }.flatMap { PostalCityCode.city($0)?.place } == 6)
    }

    @Test("without a place have a name, and no way to a centre")
    func nameOnly() throws {
        let placemark = try #require(CitiesWorld.world().placemark(at: Coordinate(4.5, 7.5)))
        #expect(placemark.name == "Nameless Parish" && placemark.distant == nil)
        #expect(placemark.distance == nil && placemark.bearing == nil)
    }

    @Test("change the hint where they change the name")
    func hints() throws {
        let gazetteer = try CitiesWorld.world()
        let points = Self.points([(5, 5.12), (6, 5.06), (2, 2.02), (2, 2.06), (4.5, 7.5), (9, 7), (8, 2.3)])
        let hints = points.map { gazetteer.nameHint(at: $0)?.locality }
        #expect(Set(hints).count == points.count)
    }

    @Test("lead to the centre of the city that is named")
    func centre() throws {
        let gazetteer = try CitiesWorld.world()
        let here = Coordinate(6, 5.06)
        let placemark = try #require(gazetteer.placemark(at: here))
        #expect(gazetteer.centre(ofLocalityOf: placemark, at: here)?.coordinate == Coordinate(5, 5.3))
    }

    @Test("without their layer are the named places, as in older files")
    func withoutLayer() throws {
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: CitiesWorld.places)))
        let placemark = try #require(gazetteer.placemark(at: Coordinate(5, 5.06)))
        #expect(placemark.locality == "Metropolis" && placemark.localitySource == .nearest)
    }

    @Test("with any byte of their layer changed give fewer or wrong cities, and never stop the program")
    func damage() throws {
        let bytes = CitiesWorld.layer().bytes().layer
        let used = try #require(bytes.lastIndex { $0 != 0 }) + 2
        let points = Self.points(
            [(5, 5.12), (2, 2.02), (8, 2.3), (4.5, 7.5), (9, 7), (6, 5.06), (2, 8), (6.5, 5.1), (6, 5.08)])
        var file = try CitiesWorld.writer(bytes).bytes
        let header = try file.withUnsafeBytes { file in
            let byteCount = try FileHeader.byteCount(prefix: file, fileByteCount: file.count)
            return try FileHeader(
                bytes: UnsafeRawBufferPointer(rebasing: file[..<byteCount]), fileByteCount: file.count)
        }
        let start = try #require(header.layers.first { $0.description.id == LayerID.cities }).range.lowerBound
        for offset in 0..<used {
            for value in [0xFF, bytes[offset] ^ 0x81] as [UInt8] {
                file[start + offset] = value
                file.withUnsafeBytes { damaged in
                    // A file with a layer that is too short for its counts is refused.
                    guard let world = try? WorldLayers(header, bytes: damaged, path: "damaged") else { return }
                    for point in points {
                        _ = world.placemark(at: point, preferredLanguages: [])
                        var hint = NameHint()
                        _ = world.tellNames(
                            at: point, city: nil, isInStreet: false,
                            to: NamesInNumbers(layers: world, coordinate: point, city: nil), in: &hint)
                    }
                    _ = world.cities?.faults(placeCount: world.places.placeCount, limit: 10)
                }
            }
            file[start + offset] = bytes[offset]
        }
        for count in [0, 63, 64, 200] {
            bytes.prefix(count).withUnsafeBytes { #expect(CitiesLayer(bytes: $0) == nil) }
        }
    }

    @Test("of a layer that names places or states that there are not are faults")
    func verification() throws {
        var layer = CitiesWorld.layer()
        layer.places[0].city = .init(.place(1000))
        layer.counties[0].state = 77
        layer.stateBoundaries[1] = 77
        let faults = try CitiesWorld.world(layer.bytes().layer).verify()
        let missing = ["the city of place 0", "the state of county 0", "the state of boundary 1"]
        #expect(faults == missing.map { "cities: \($0) is not there" })
    }
}
