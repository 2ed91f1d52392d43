import PlacemarkModel
import Testing

@Suite("Coordinates as people copy them")
struct CoordinateParsingTests {
    private let vaduz = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)

    @Test(
        "maps, phones and charts write the same place in many ways",
        arguments: [
            "47.141,9.521", "47.141 9.521", " 47.141,\t9.521 ", "geo:47.141,9.521", "GEO:47.141,9.521",
            "geo:47.141,9.521,455.5", "geo:47.141,9.521;crs=wgs84;u=35", "geo:47.141,9.521;u=35",
            "geo:47.141,9.521?z=17",
            "47.141N 9.521E", "47.141 N, 9.521 E", "N47.141 E9.521", "N 47.141°, E 9.521°", "9.521°E 47.141°N",
            "47°8'27.6\"N 9°31'15.6\"E", "47° 8′ 27.6″ N, 9° 31′ 15.6″ E", "N 47° 08.460' E 009° 31.260'",
            "47°08’27.6”N 009°31’15.6”E", "47 8 27.6 N 9 31 15.6 E", "47\u{a0}°\u{a0}8\u{202f}′ 27.6 ″ N,9°31.26′E",
            "47.141n,9.521e", "N 47 8.46, E 9 31.26", "geo:47.141,9.521;crs=WGS84", "geo:47.141,9.521;CRS=wgs84",
            "47º8'27.6\"N 9º31'15.6\"E",
            "  N47.141 E9.521  ", "47.141\tN\t9.521\tE\t", "47.1410000000000N 9.521E",
        ])
    func forms(text: String) throws {
        let coordinate = try #require(Coordinate(parsing: text))
        #expect(coordinate.distance(to: vaduz) < 1e-3)
    }

    @Test("south and west are negative")
    func negative() throws {
        for text in [
            "33°51'31.2\"S 151°12'50.4\"W", "geo:-33.8587,-151.214", "S33.8587 W151.214", "-33.8587,-151.214",
            "33.8587s 151.214w",
        ] {
            let coordinate = try #require(Coordinate(parsing: text))
            #expect(
                abs(coordinate.latitude + 33.8587) < 0.0001 && abs(coordinate.longitude + 151.214) < 0.0001, "\(text)")
        }
    }

    @Test(
        "what is not quite a coordinate is none",
        arguments: [
            "9,0x2f", "9,0X2F", "nan,9", "9,inf", "1e999,0", "geo:47,9?z=1x", "geo:47,9?q=17", "geo:47,9;",
            "geo:47,9;;u=1",
            "geo:47,9,x", "47.14100000000000N 9.521E", "geo:47,9;CRS=epsg:3857", "0x2f,9", "0x2fN 9E", "geo:0x2f,9",
            "geo:4e1,9", "geo:47.141", "geo:47.141,9.521,1,2", "geo:47.,9",
            "geo:.5,9",
            "geo: 47.141,9.521", "geo:+47.141,9.521", "geo:47.141,9.521;crs=epsg:3857", "geo:0,0?q=47.141,9.521",
            "geo:47.141,9.521?z=", "geo:91,0", "geo:", "47.141N 9.521N", "47.141N", "47.141N 9.521", "N47.141N 9.521E",
            "-47.141N 9.521E", "47°60'N 9°0'E", "47°8'60\"N 9°0'E", "47.5°30'N 9°E", "47°8.5'27\"N 9°E", "47'8\"N 9°E",
            "47°8'27'N 9°E", "47°8'27\"3N 9°E", "91N 0E", "0N 181E", "47,141N 9,521E", "N E", "N47 E9 N", "47N;9E",
            "47N,,9E",
            "47..1N 9E", "1e1N 9E", "infN 9E", "47O 9E", "٤٧N 9E", "47N 9E x", ",47N 9E",
        ])
    func refused(text: String) { #expect(Coordinate(parsing: text) == nil) }

    @Test("whatever the place, each way to write it is read back as that place")
    func roundTrip() throws {
        var random = SeededRandom(seed: 14)
        for _ in 0..<2000 {
            let coordinate = Coordinate(
                clampingLatitude: .random(in: -90...90, using: &random),
                wrappingLongitude: .random(in: -180...180, using: &random))
            for text in Self.writings(of: coordinate) {
                let read = try #require(Coordinate(parsing: text), "\(text)")
                // A ten-thousandth of a second of arc is 3 mm.
                #expect(abs(read.latitude - coordinate.latitude) < 1e-7, "\(text)")
                #expect(abs(read.longitude - coordinate.longitude) < 1e-7, "\(text)")
            }
        }
    }

    @Test("whatever is typed, nothing traps, and what is read is a coordinate")
    func anything() {
        var random = SeededRandom(seed: 15)
        let pieces = [
            "4", "7", "90", ".", ",", " ", "N", "s", "E", "w", "°", "'", "\"", "-", "geo:", ";", "?z=", "0x", "e",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let coordinate = Coordinate(parsing: text) else { continue }
            #expect(abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180, "\(text)")
            #expect(!text.contains("x"), "\(text)")
        }
    }

    private static func writings(of coordinate: Coordinate) -> [String] {
        let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
        let letters = (latitude < 0 ? "S" : "N", longitude < 0 ? "W" : "E")
        let (north, east) = (sexagesimal(latitude), sexagesimal(longitude))
        return [
            "\(plain(latitude)),\(plain(longitude))", "geo:\(plain(latitude)),\(plain(longitude))",
            "\(plain(latitude.magnitude))\(letters.0) \(plain(longitude.magnitude))\(letters.1)",
            "\(north.0)°\(north.1)'\(plain(north.2))\"\(letters.0) \(east.0)°\(east.1)'\(plain(east.2))\"\(letters.1)",
            "\(letters.1) \(east.0) \(east.1) \(plain(east.2)), \(letters.0) \(north.0) \(north.1) \(plain(north.2))",
        ]
    }

    /// Ten decimals, without an exponent.
    private static func plain(_ number: Double) -> String {
        let scaled = Int64((number.magnitude * 1e10).rounded())
        let digits = String(scaled % 10_000_000_000)
        return (number < 0 ? "-" : "") + "\(scaled / 10_000_000_000)."
            + String(repeating: "0", count: 10 - digits.count)
            + digits
    }

    private static func sexagesimal(_ degrees: Double) -> (Int, Int, Double) {
        // In units of a hundred-thousandth of a second, so that nothing is rounded up to 60.
        let units = Int((degrees.magnitude * 3.6e8).rounded(.down))
        return (units / 360_000_000, units / 6_000_000 % 60, Double(units % 6_000_000) / 1e5)
    }
}
