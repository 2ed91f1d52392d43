import PlacemarkModel
import Testing

@testable import Gazetteer

/// The rules of the user's own features.
@Suite("Own layer")
struct CustomPlacesLayerTests {
    private static func circle(_ name: String, _ latitude: Double, _ longitude: Double, radius: Double) -> CustomPlace {
        CustomPlace(name: name, shape: .circle(center: Coordinate(latitude, longitude), radiusInMeters: radius))
    }

    /// A ring of `[longitude, latitude]`, as GeoJSON has it, closed here.
    private static func ring(_ positions: [[Double]]) -> [Coordinate] {
        positions.map { Coordinate(latitude: $0[1], longitude: $0[0]) }.compactMap(\.self)
            + [Coordinate(latitude: positions[0][1], longitude: positions[0][0])].compactMap(\.self)
    }

    private static func area(_ name: String, _ rings: [[Double]]...) throws -> CustomPlace {
        CustomPlace(name: name, shape: .polygons([try CustomPolygon(rings: rings.map(ring))]))
    }

    @Test("vertices, edges and the edge of a hole are inside; the hole is not")
    func edges() throws {
        let layer = try CustomPlacesInMemory([
            try Self.area("a", [[0, 0], [4, 0], [4, 4], [0, 4]], [[1, 1], [3, 1], [3, 3], [1, 3]])
        ])
        for (latitude, longitude) in [(0, 0), (4, 4), (0, 2), (2, 4), (0.5, 0.5), (1, 1), (2, 1), (3, 2), (3.5, 2)] {
            #expect(layer.names(at: Coordinate(latitude, longitude)) == ["a"], "\(latitude), \(longitude)")
        }
        for (latitude, longitude) in [(2, 2), (1.000_000_1, 2), (-0.000_000_1, 2), (2, 4.000_000_1), (5, 0)] {
            #expect(layer.names(at: Coordinate(latitude, longitude)) == [], "\(latitude), \(longitude)")
        }
    }

    @Test("an area across the antimeridian is the same in one ring and in two")
    func antimeridian() throws {
        let one = try Self.area(
            "fiji", [[177, -20], [-178, -20], [-178, -15], [177, -15]],
            // A hole that begins on the other side.
            [[-179.5, -18], [179.5, -18], [179.5, -17], [-179.5, -17]])
        let two = CustomPlace(
            name: "fiji",
            shape: .polygons([
                try CustomPolygon(rings: [
                    Self.ring([
                        [177, -20], [180, -20], [180, -18], [179.5, -18], [179.5, -17], [180, -17], [180, -15],
                        [177, -15],
                    ])
                ]),
                try CustomPolygon(rings: [
                    Self.ring([
                        [-180, -20], [-178, -20], [-178, -15], [-180, -15], [-180, -17], [-179.5, -17], [-179.5, -18],
                        [-180, -18],
                    ])
                ]),
            ]))
        for feature in [one, two] {
            let layer = try CustomPlacesInMemory([feature])
            for longitude in [177, 178, 179.5, -179.5, -179, -178] {
                #expect(layer.names(at: Coordinate(-17.5, longitude)) == ["fiji"], "\(longitude)")
            }
            for longitude in [180.0, -180] { #expect(layer.names(at: Coordinate(-16, longitude)) == ["fiji"]) }
            for longitude in [0, 176.9, 179.8, -177.9] {
                #expect(layer.names(at: Coordinate(-17.5, longitude)) == [], "\(longitude)")
            }
        }
        let hole = try CustomPlacesInMemory([one])
        #expect(hole.names(at: Coordinate(-17.5, 180)) == [] && hole.names(at: Coordinate(-17.5, -180)) == [])
        #expect(abs(one.areaInSquareMeters / two.areaInSquareMeters - 1) < 1e-9)
    }

    @Test("a place that ends at the antimeridian is found there by both longitudes of it, and once")
    func endsAtAntimeridian() throws {
        let east = try Self.area("east", [[178, -20], [180, -20], [180, -15], [178, -15]])
        let west = try Self.area("west", [[-180, -20], [-178, -20], [-178, -15], [-180, -15]])
        for (places, names) in [([east], ["east"]), ([west], ["west"]), ([east, west], ["east", "west"])] {
            let layer = try CustomPlacesInMemory(places)
            for longitude in [180.0, -180] {
                #expect(layer.names(at: Coordinate(-17, longitude)).sorted() == names, "\(longitude)")
            }
        }
    }

    @Test("a band round the whole earth, and a circle round a pole")
    func wide() throws {
        let layer = try CustomPlacesInMemory([
            try Self.area("antarctica", [[-180, -90], [180, -90], [180, -60], [-180, -60]]),
            Self.circle("pole", 89.9, 30, radius: 50_000),
        ])
        for longitude in [-180, -77.7, 0, 0.1, 90, 180] {
            #expect(layer.names(at: Coordinate(-75, longitude)) == ["antarctica"])
            #expect(layer.names(at: Coordinate(-90, longitude)) == ["antarctica"])
            #expect(layer.names(at: Coordinate(89.8, longitude)) == ["pole"])
            #expect(layer.names(at: Coordinate(10, longitude)) == [])
        }
    }

    @Test("rings that are none are refused")
    func faults() {
        func fault(_ rings: [Coordinate]...) -> CustomPolygon.Fault? {
            do throws(CustomPolygon.Fault) { _ = try CustomPolygon(rings: rings) } catch { return error }
            return nil
        }
        let square = Self.ring([[0, 0], [1, 0], [1, 1], [0, 1]])
        #expect(fault() == .noRing)
        #expect(fault(square) == nil)
        #expect(fault([]) == .tooShort(ring: 1))
        #expect(fault(square, Self.ring([[0, 0], [1, 0]])) == .tooShort(ring: 2))
        #expect(fault(Array(square.dropLast())) == .open(ring: 1))
        #expect(fault(Self.ring([[0, 0], [1, 1], [2, 2], [3, 3]])) == .noArea(ring: 1))
        #expect(fault(Self.ring([[0, 0], [1e-9, 0], [0, 1e-9]])) == .noArea(ring: 1))
        #expect(fault(Self.ring([[0, 80], [120, 80], [-120, 80]])) == .roundPole(ring: 1))
        #expect(
            fault(
                Self.ring([[-180, -90], [180, -90], [180, 90], [-180, 90]]),
                Self.ring([[100, 1], [-170, 1], [150, 5]]))
                == .tooWide)
    }

    @Test("the smallest gives the name, each property comes from the smallest that has it, and all are of interest")
    func smallestWins() throws {
        var campus = try Self.area("Campus", [[9, 47], [9.1, 47], [9.1, 47.1], [9, 47.1]])
        campus.properties = [.locality: "Campus Town", .postalCode: "1000", .timeZone: "Europe/Vaduz"]
        var house = Self.circle("House", 47.05, 9.05, radius: 30)
        house.properties = [.thoroughfare: "Main Street", .postalCode: "1001"]
        let layer = try CustomPlacesInMemory([campus, house, Self.circle("House", 47.05, 9.05, radius: 40)])

        var world = Placemark(geocoder: "test")
        world.name = "Vaduz"
        world.locality = "Vaduz"
        world.country = "Liechtenstein"
        world.areasOfInterest = ["Rhine Valley", "Campus"]
        world.distance = 900
        world.bearing = 10
        let placemark = layer.placemark(at: Coordinate(47.05, 9.05), of: world)
        #expect(placemark.name == "House")
        #expect(placemark.areasOfInterest == ["House", "Campus", "Rhine Valley"])
        #expect(placemark.locality == "Campus Town" && placemark.thoroughfare == "Main Street")
        #expect(placemark.postalCode == "1001" && placemark.timeZone == "Europe/Vaduz")
        #expect(placemark.country == "Liechtenstein" && placemark.geocoder == "test")
        #expect(placemark.distance == nil && placemark.bearing == nil)
        #expect(layer.placemark(at: Coordinate(47.2, 9.05), of: world) == world)
    }

    @Test("a street of the user's own takes no house number of another street")
    func numbers() throws {
        var (street, house) = (Self.circle("Street", 47, 9, radius: 500), Self.circle("House", 47, 9.001, radius: 10))
        street.properties = [.thoroughfare: "Main Street"]
        house.properties = [.subThoroughfare: "5"]
        let layer = try CustomPlacesInMemory([street, house])
        var world = Placemark(geocoder: "test")
        (world.thoroughfare, world.subThoroughfare, world.subThoroughfareInterpolated) = ("Elsewhere", "71", true)
        let inStreet = layer.placemark(at: Coordinate(47, 9), of: world)
        #expect(inStreet.streetAddress == "Main Street" && inStreet.subThoroughfareInterpolated == nil)
        let inHouse = layer.placemark(at: Coordinate(47, 9.001), of: world)
        #expect(inHouse.streetAddress == "Main Street 5" && inHouse.subThoroughfareInterpolated == nil)
        #expect(layer.placemark(at: Coordinate(47.2, 9), of: world) == world)
    }

    @Test("the locality's distance stays when the locality does; a distant place goes")
    func distance() throws {
        let layer = try CustomPlacesInMemory([Self.circle("Camp", 25, 5, radius: 1000)])
        var world = Placemark(geocoder: "test")
        (world.name, world.locality, world.distance, world.bearing) = ("In Salah", "In Salah", 2000, 90)
        #expect(layer.placemark(at: Coordinate(25, 5), of: world).distance == 2000)
        (world.locality, world.distance, world.distant) = (nil, 120_000, true)
        let placemark = layer.placemark(at: Coordinate(25, 5), of: world)
        #expect(placemark.name == "Camp" && placemark.distance == nil && placemark.distant == nil)
        #expect(placemark.bearing == nil && placemark.locality == nil)
    }

    @Test("in the sea an own feature has a name and no country")
    func sea() throws {
        let layer = try CustomPlacesInMemory([Self.circle("Platform", 57, 2, radius: 500)])
        var world = Placemark(geocoder: "test")
        (world.name, world.ocean) = ("North Sea", "North Sea")
        let placemark = layer.placemark(at: Coordinate(57, 2), of: world)
        #expect(placemark.name == "Platform" && placemark.ocean == "North Sea" && placemark.country == nil)
    }

    @Test("features are listed with their points")
    func list() throws {
        let layer = try CustomPlacesInMemory([
            try Self.area("Big", [[9, 47], [10, 47], [10, 48], [9, 48]]), Self.circle("Élan", 1, 2, radius: 5),
        ])
        #expect(layer.places.allFeatures.map(\.name) == ["Élan", "Big"])
        #expect(layer.places.allFeatures.first { _ in true }?.coordinate == Coordinate(1, 2))
        #expect(layer.places.feature(at: -1) == nil && layer.places.feature(at: 2) == nil)
    }

    @Test("a layer may be empty, and have one feature more than a node has children", arguments: [0, 1, 16, 17, 257])
    func counts(count: Int) throws {
        let layer = try CustomPlacesInMemory((0..<count).map { Self.circle("\($0)", 0, Double($0) / 10, radius: 10) })
        #expect(layer.places.faults() == [])
        for index in 0..<count { #expect(layer.names(at: Coordinate(0, Double(index) / 10)) == ["\(index)"]) }
        #expect(layer.names(at: Coordinate(0, -1)) == [])
    }
}
