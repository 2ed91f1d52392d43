import PlacemarkModel
import Testing

@Suite("Where something is without degrees, by the examples of those who made the systems")
struct GridReferenceTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Of QST, April 1989, and of the IARU's and Wikipedia's pages about the system.
    @Test(
        "Maidenhead locators are those of the examples",
        arguments: [
            (48.14666, 11.60833, "JN58td"), (-34.91, -56.21166, "GF15vc"), (38.92, -77.065, "FM18lw"),
            (-41.28333, 174.745, "RE78ir"), (41.714775, -72.727260, "FN31pr"), (37.413708, -122.1073236, "CM87wj"),
            (35.0542, -85.1142, "EM75kb"),
        ])
    func maidenhead(latitude: Double, longitude: Double, locator: String) throws {
        let place = try place(latitude, longitude)
        #expect(Maidenhead.locator(of: place, characters: 6) == locator)
        #expect(Maidenhead.locator(of: place, characters: 4) == locator.prefix(4))
        #expect(Maidenhead.locator(of: place, characters: 2) == locator.prefix(2))
    }

    /// Of the test data of github.com/google/open-location-code, `test_data/encoding.csv` (Apache-2.0).
    @Test(
        "plus codes are those of the specification's test data",
        arguments: [
            (20.375, 2.775, 6, "7FG49Q00+"), (20.3700625, 2.7821875, 10, "7FG49QCJ+2V"),
            (20.3701125, 2.782234375, 11, "7FG49QCJ+2VX"), (20.3701135, 2.78223535156, 13, "7FG49QCJ+2VXGJ"),
            (47.0000625, 8.0000625, 10, "8FVC2222+22"), (-41.2730625, 174.7859375, 10, "4VCPPQGP+Q9"),
            (0.5, -179.5, 4, "62G20000+"), (-89.5, -179.5, 4, "22220000+"), (20.5, 2.5, 4, "7FG40000+"),
            (-89.9999375, -179.9999375, 10, "22222222+22"), (0.5, 179.5, 4, "6VGX0000+"),
            (1, 1, 11, "6FH32222+222"), (90, 1, 4, "CFX30000+"), (90, 1, 10, "CFX3X2X2+X2"),
            (1, 180, 4, "62H20000+"), (1.2, 3.4, 10, "6FH56C22+22"),
        ])
    func plusCode(latitude: Double, longitude: Double, digits: Int, code: String) throws {
        #expect(PlusCode.code(of: try place(latitude, longitude), digits: digits) == code)
    }

    /// Of geohash.org's and Wikipedia's pages.
    @Test(
        "geohashes are those of the examples",
        arguments: [
            (57.64911, 10.40744, "u4pruydqqvj"), (42.605, -5.603, "ezs42"), (-25.382708, -49.265506, "6gkzwgjzn820"),
            (0, 0, "s0000"), (90, 180, "zzzzz"), (-90, -180, "00000"),
        ])
    func geohash(latitude: Double, longitude: Double, hash: String) throws {
        #expect(Geohash.hash(of: try place(latitude, longitude), characters: hash.count) == hash)
    }

    /// Of the tests of the National Geospatial-Intelligence Agency's own library, github.com/ngageoint/mgrs-java, of
    /// GeoConvert's manual, and of GeographicLib's answers on the borders of zones and at the poles.
    @Test(
        "grid references are those of the agency that keeps the system, and of GeographicLib",
        arguments: [
            (63.98863, 29.06757, "35VPL0115697387"), (12.40, 53.51, "39PYP7290672069"),
            (21.309444, -157.916861, "04QFJ1234056781"), (8.1258235, 17.3714337, "33PYJ6132198972"),
            (33.3, 44.4, "38SMB4414084706"), (60, 3, "32VJM6564066593"), (72, 9, "33XTV9336399233"),
            (0, 180, "01NAA6602100000"), (0, -180, "01NAA6602100000"), (-0.0000001, 0, "31MAV6602199999"),
            (-1e-17, 0, "31MAV6602199999"), (-80, 0, "31CDM4186716915"), (-80.0000001, 0, "BAZ0000012951"),
            (84, 0, "ZAA0000033272"), (90, 0, "ZAH0000000000"), (-90, 0, "BAN0000000000"),
            (85, -180, "ZAN0000055457"), (-85, 180, "BAG0000044542"), (88, -90, "YXH7793000000"),
        ])
    func mgrs(latitude: Double, longitude: Double, reference: String) throws {
        let place = try place(latitude, longitude)
        #expect(MGRS.reference(of: place, digits: 5) == reference)
        let (square, meters) = (reference.dropLast(10), reference.suffix(10))
        #expect(MGRS.reference(of: place, digits: 1) == "\(square)\(meters.prefix(1))\(meters.suffix(5).prefix(1))")
        #expect(MGRS.reference(of: place, digits: 0) == square)
    }

    @Test(
        "the exceptions of the zones begin and end where the standard says, and 180° lies in the first zone",
        arguments: [
            (55.999, 3, 31), (56, 2.999, 31), (56, 3, 32), (63.999, 11.999, 32), (64, 3, 31), (56, 12, 33),
            (71.999, 8, 32), (72, -0.001, 30), (72, 0, 31), (83.999, 8.999, 31), (72, 9, 33), (83.999, 20.999, 33),
            (72, 21, 35), (72, 33, 37), (72, 41.999, 37), (72, 42, 38), (0, -1e-17, 30), (0, 0, 31), (0, -180, 1),
            (0, 180, 1), (0, 179.999, 60),
        ])
    func zones(latitude: Double, longitude: Double, zone: Int) throws {
        #expect(UniversalGridPosition(try place(latitude, longitude)).zone == zone)
    }

    @Test("a precise reader gets what people write, and one with reduced precision what its cell tells")
    func precisions() throws {
        let vaduz = try place(47.141, 9.521)
        let texts = { (precision: Precision) in GridReference.allCases.map { $0.text(of: vaduz, for: precision) } }
        #expect(
            texts(.precise) == ["JN47sd", "32TNT3950420964", "32T 539505 5220965", "8FVF4GRC+CC", "u0qu0tubp"])
        #expect(texts(.reduced) == ["JN47", "32TNT32", "32T 540000 5220000", "8FVF4G00+", "u0qu0"])
    }

    @Test("UTM has metres with as many digits everywhere, and the poles have the letters of their halves")
    func utm() throws {
        let texts = try [(8.1258235, 17.3714337), (90, 0), (85, -90), (-85, 90), (-85, -90), (-1e-9, 0)].map {
            GridReference.utm.text(of: try place($0, $1), for: .precise)
        }
        #expect(
            texts == [
                "33P 761321 0898973", "Z 2000000 2000000", "Y 1444543 2000000", "B 2555457 2000000",
                "A 1444543 2000000", "31M 166021 10000000",
            ])
    }
}
