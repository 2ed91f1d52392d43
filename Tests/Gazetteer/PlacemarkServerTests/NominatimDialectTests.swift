import HTTPTypes
import PlacemarkModel
import Testing

@testable import placemark_server

@Suite("Nominatim's dialect")
struct NominatimDialectTests {
    /// What Nominatim 5.3.3 has answered to these requests.
    @Test(
        "a request that Nominatim refuses is refused with the same status and the same words (fault 64)",
        arguments: [
            (
                "/reverse?format=jsonv2&lat=abc&lon=9.5", 400,
                #"{"error":{"code":400,"message":"Parameter 'lat' must be a number."}}"#
            ),
            ("/reverse?format=jsonv2&lat=47.1", 400, #"{"error":{"code":400,"message":"Parameter 'lon' missing."}}"#),
            (
                "/reverse?format=jsonv2&lat=47.1&lon=NaN", 400,
                #"{"error":{"code":400,"message":"Parameter 'lon' must be a number."}}"#
            ),
            (
                "/reverse?format=jsonv2&lat=47.1&lon=inf", 400,
                #"{"error":{"code":400,"message":"Parameter 'lon' must be a number."}}"#
            ),
            (
                "/reverse?format=jsonv2&lat=47,1&lon=9,5", 400,
                #"{"error":{"code":400,"message":"Parameter 'lon' must be a number."}}"#
            ),
            (
                "/reverse?format=jsonv2&lat=47%C2%B08&lon=9.5", 400,
                #"{"error":{"code":400,"message":"Parameter 'lat' must be a number."}}"#
            ),
            (
                "/reverse?format=jsonv2&lat=0x2F&lon=9.5", 400,
                #"{"error":{"code":400,"message":"Parameter 'lat' must be a number."}}"#
            ),
            (
                "/reverse?format=jsonv2&lat=47.1&lon=9.5&zoom=x", 400,
                #"{"error":{"code":400,"message":"Parameter 'zoom' must be a number."}}"#
            ),
            (
                "/reverse?format=jsonv2&lat=47.1&lon=9.5&layer=moon", 400,
                #"{"error":{"code":400,"message":"Parameter 'layer' must be a comma-separated list of: address, poi, railway, natural, manmade"}}"#
            ),
            ("/reverse?format=jsonv2&lat=95&lon=9.5", 200, #"{"error":"Unable to geocode"}"#),
            ("/reverse?format=jsonv2&lat=0&lon=-30", 200, #"{"error":"Unable to geocode"}"#),
            ("/reverse?format=geojson&lat=0&lon=-30", 200, #"{"error":"Unable to geocode"}"#),
            ("/reverse?format=geocodejson&lat=0&lon=330", 200, #"{"error":"Unable to geocode"}"#),
            (
                "/search?q=Vaduz&city=Vaduz", 400,
                #"{"error":{"code":400,"message":"Structured query parameters(amenity, street, city, county, state, postalcode, country) cannot be used together with 'q' parameter."}}"#
            ),
            ("/search?format=jsonv2", 400, #"{"error":{"code":400,"message":"Nothing to search for."}}"#),
            ("/search?q=Xyzzyxqwv&format=jsonv2", 200, "[]"),
            ("/status", 200, "OK"),
            ("/unknown", 404, #"{"title":"404 Not Found"}"#),
        ])
    func refusals(path: String, status: Int, text: String) async throws {
        let answer = try await ServerAnswers.ask(path)
        #expect(answer.status == status)
        #expect(answer.text == text)
    }

    @Test(
        "other formats, XML among them, are refused in Nominatim's shape (fault 64)",
        arguments: [
            "/reverse?format=xml&lat=1&lon=1", "/reverse?format=&lat=1&lon=1", "/search?q=a&format=html",
            "/nominatim/reverse?lat=1&lon=1",
        ])
    func formats(path: String) async throws {
        let answer = try await ServerAnswers.ask(path)
        #expect(answer.status == 400)
        #expect(answer.type == "text/plain; charset=utf-8")
        #expect(answer.text == "ERROR 400: Parameter 'format' must be one of: geojson, geocodejson, json, jsonv2")
    }

    @Test(
        "what others' clients send never stops the server (fault 64)",
        arguments: [
            "zoom=0", "zoom=-1", "zoom=99999999999999999999", "lat=1e999", "lat=%FF", "lat=%", "limit=-5",
            "json_callback=a;b",
            "accept-language=%00", "accept-language=,;;q=,*", "&&&=&", "lat", "debug=1", "polygon_geojson=1",
            "viewbox=1,2,3", "countrycodes=,,xx", "exclude_place_ids=,1,", "extratags=1&namedetails=1&entrances=1",
        ])
    func strange(parameters: String) async throws {
        for path in ["/reverse", "/search", "/api", "/rev", "/status", "/v1/reverse", "/v1/search"] {
            for format in ["", "&format=jsonv2", "&format=json&lat=47.1&lon=9.5&q=Vaduz"] {
                let answer = try await ServerAnswers.ask("\(path)?\(parameters)\(format)")
                #expect([200, 400, 404].contains(answer.status), "\(path) \(format)")
            }
        }
    }

    @Test("only GET is allowed, and objects are not looked up by number")
    func methods() async throws {
        let post = try await ServerAnswers.ask("/reverse", .post)
        #expect(post.status == 405)
        #expect(post.text == #"{"title":"405 Method Not Allowed"}"#)
        let lookup = try await ServerAnswers.ask("/lookup?osm_ids=R1155956&format=json")
        #expect(lookup.status == 501)
        #expect(lookup.text.contains("no OpenStreetMap IDs"))
    }

    @Test("a callback makes a script of the answer, as long as it is a name")
    func callback() async throws {
        let answer = try await ServerAnswers.ask("/reverse?format=json&lat=47.141&lon=9.521&json_callback=a.b_1")
        #expect(answer.text.hasPrefix("a.b_1({\"place_id\":"))
        #expect(answer.type == "application/javascript; charset=utf-8")
        let bad = try await ServerAnswers.ask("/reverse?format=json&lat=47.141&lon=9.521&json_callback=alert(1)//")
        #expect(bad.status == 400)
        #expect(bad.text.contains("Invalid json_callback value"))
    }

    /// The keys of recorded answers to a position in a street of Vaduz, without those of OpenStreetMap's numbers.
    @Test("each format has Nominatim's keys in Nominatim's order, but those of OpenStreetMap's numbers")
    func keys() throws {
        let place = try #require(NominatimPlace(Self.house, at: Self.position, centre: (Self.position, 5197)))
        func text(_ format: NominatimFormat) -> String {
            var writer = JSONWriter()
            format.write([place], licence: "L", options: .init(), to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let address =
            #""address":{"house_number":"14","road":"Kappileweg","hamlet":"Bendern","village":"Gamprin","county":"Unterland","postcode":"9492","country":"Liechtenstein","country_code":"li"}"#
        let label = "14, Kappileweg, Bendern, Gamprin, Unterland, 9492, Liechtenstein"
        let number = place.identifier
        #expect(
            text(.jsonv2)
                == #"{"place_id":\#(number),"licence":"L","lat":"47.2249822","lon":"9.5229774","category":"place","type":"house","place_rank":30,"importance":0.00001,"addresstype":"place","name":"","display_name":"\#(label)",\#(address),"boundingbox":["47.2249322","47.2250322","9.5229274","9.5230274"]}"#
                .replacing("0.00001", with: "1e-05"))
        #expect(text(.json) == text(.jsonv2).replacing("category", with: "class"))
        #expect(
            text(.geocodejson)
                == #"{"type":"FeatureCollection","geocoding":{"version":"0.1.0","attribution":"L","licence":"ODbL","query":""},"features":[{"type":"Feature","properties":{"geocoding":{"place_id":\#(number),"osm_key":"place","osm_value":"house","type":"house","accuracy":0,"label":"\#(label)","housenumber":"14","street":"Kappileweg","district":"Bendern","city":"Gamprin","county":"Unterland","postcode":"9492","country":"Liechtenstein","country_code":"li","admin":{"level8":"Gamprin","level6":"Unterland"}}},"geometry":{"type":"Point","coordinates":[9.5229774,47.2249822]}}]}"#
        )
        #expect(text(.geojson).contains(#""bbox":[9.5229274,47.2249322,9.5230274,47.2250322]"#))
    }

    @Test(
        "no number of OpenStreetMap is made up, nor is there a key for one",
        arguments: ["/reverse?lat=47.141&lon=9.521", "/search?q=Vaduz"])
    func numbers(request: String) async throws {
        for format in ["json", "jsonv2", "geojson", "geocodejson"] {
            let text = try await ServerAnswers.ask("\(request)&format=\(format)").text
            #expect(text.contains("place_id"), "\(format)")
            for key in ["osm_id", "osm_type"] { #expect(!text.contains(key), "\(format)") }
        }
    }

    @Test(
        "the zoom says how fine the answer is, and where a level is missing, the next coarser one answers",
        arguments: [
            (0, "country"), (3, "country"), (4, "country"), (5, "state"), (8, "county"), (10, "village"),
            (13, "village"), (14, "hamlet"),
            (16, "road"), (17, "road"), (18, "place"), (99, "place"), (-3, "country"),
        ])
    func zooms(zoom: Int, type: String) throws {
        var placemark = Self.house
        (placemark.administrativeArea, placemark.isoCountryCode) = ("Somewhere", "CH")
        let place = try #require(
            NominatimPlace(placemark, at: Self.position, centre: nil, finest: .init(zoom: zoom)))
        #expect("\(place.addressType)" == type)
        #expect(place.address.contains { "\($0.key)" == "postcode" } == (zoom >= 14))
        placemark.administrativeArea = nil
        let other = try #require(
            NominatimPlace(placemark, at: Self.position, centre: nil, finest: .init(zoom: zoom)))
        #expect("\(other.addressType)" == (type == "state" ? "country" : type))
    }

    @Test("a settlement is a city, a town or a village by its inhabitants, and a state of the same name goes unnamed")
    func settlements() throws {
        var placemark = Placemark(geocoder: "test")
        (placemark.locality, placemark.subLocality, placemark.administrativeArea) = ("Berlin", "Mitte", "Berlin")
        (placemark.country, placemark.isoCountryCode) = ("Germany", "DE")
        for (population, key, part) in [
            (3_426_354, "city", "suburb"), (20_000, "town", "suburb"), (900, "village", "hamlet"),
        ] {
            let place = try #require(
                NominatimPlace(placemark, at: Self.position, centre: (Self.position, population)))
            #expect(place.address.map { "\($0.key)" } == [part, key, "country"])
        }
    }

    @Test("a municipality is no state, where it is one by ISO 3166-2")
    func statelessCountries() throws {
        var placemark = Self.house
        placemark.administrativeArea = "Mauren"
        let place = try #require(NominatimPlace(placemark, at: Self.position, centre: nil))
        #expect(!place.address.contains { ["state", "ISO3166-2-lvl4"].contains("\($0.key)") })
    }

    @Test("country codes, a limit and a bounded view box choose among the results")
    func searches() async throws {
        func countries(_ parameters: String) async throws -> [String] {
            let answer = try await ServerAnswers.ask(
                "/search?addressdetails=1&format=jsonv2&q=Springfield\(parameters)")
            let places = try #require(try answer.json() as? [[String: Any]])
            return places.compactMap { ($0["address"] as? [String: Any])?["country_code"] as? String }
        }
        #expect(try await countries("&limit=3").count == 3)
        #expect(Set(try await countries("&countrycodes=ca,xyz&limit=50")) == ["ca"])
        #expect(try await countries("&viewbox=-90,39,-89,40&bounded=1&limit=50") == ["us"])
        #expect(try await countries("&limit=0").count == 1)
        let reverse = try await ServerAnswers.ask("/search?format=jsonv2&q=47.141,9.521")
        #expect(reverse.text.contains("\"name\":\"Vaduz\""))
    }

    @Test(
        "a postal code and a county are found by the parts of an address, and nothing is found instead of them",
        arguments: [
            ("postalcode=8001&country=Switzerland", ["postcode": "8001", "city": "Zurich"]),
            ("postalcode=8001&countrycodes=ch", ["postcode": "8001", "city": "Zurich"]),
            ("postalcode=9490&country=li", ["postcode": "9490", "village": "Vaduz"]),
            ("postalcode=80331&country=Germany", ["postcode": "80331", "city": "Munich"]),
            ("postalcode=80331&countrycodes=de", ["postcode": "80331", "city": "Munich"]),
            ("postalcode=00000&country=Germany", nil),
            ("county=Hainaut&country=Belgium", ["county": "Hainaut"]),
            ("county=Los+Angeles+County&state=California&country=USA", ["county": "Los Angeles County"]),
            ("county=Los+Angeles&country=USA", nil),
            ("city=Munich&postalcode=80331&country=Germany", ["city": "Munich"]),
        ] as [(String, [String: String]?)])
    func structured(parameters: String, address: [String: String]?) async throws {
        let answer = try await ServerAnswers.ask("/search?format=jsonv2&addressdetails=1&\(parameters)")
        let places = try #require(try answer.json() as? [[String: Any]])
        let found = places.first?["address"] as? [String: Any]
        for (key, value) in address ?? [:] { #expect(found?[key] as? String == value, "\(answer.text)") }
        if address == nil { #expect(places.isEmpty, "\(answer.text)") }
    }

    @Test("names come in the language of the parameter, or of Accept-Language")
    func languages() async throws {
        let path = "/reverse?format=jsonv2&lat=52.52&lon=13.4&zoom=3"
        #expect(try await ServerAnswers.ask(path).text.contains("\"name\":\"Germany\""))
        #expect(try await ServerAnswers.ask(path + "&accept-language=fr,de;q=0.5").text.contains("Allemagne"))
        let german = try await ServerAnswers.ask(path, fields: [.acceptLanguage: "x;q=0,de-CH;q=0.9,fr;q=0.1"])
        #expect(german.text.contains("Deutschland"))
        let cologne = "/reverse?format=jsonv2&lat=50.938&lon=6.957"
        for (language, city, state) in [
            ("en", "Cologne", "North Rhine-Westphalia"), ("de-AT", "Köln", "Nordrhein-Westfalen"),
            ("fr", "Cologne", "Rhénanie du Nord-Westphalie"),
            ("ja", "ケルン", "North Rhine-Westphalia"),
        ] {
            let answer = try await ServerAnswers.ask(cologne, fields: [.acceptLanguage: language]).text
            #expect(answer.contains("\"city\":\"\(city)\""))
            #expect(answer.contains("\"state\":\"\(state)\""))
        }
        let search = "/search?format=jsonv2&addressdetails=1&limit=1&q=Berlin"
        #expect(try await ServerAnswers.ask(search + "&accept-language=fr").text.contains("Allemagne"))
        #expect(try await ServerAnswers.ask(search, fields: [.acceptLanguage: "de"]).text.contains("Deutschland"))
        #expect(PreferredLanguages(accepting: "fr;q=0.2, de, en;q=0.9,*").languages == ["de", "en", "fr"])
    }

    private static let position = Coordinate(clampingLatitude: 47.2249822, wrappingLongitude: 9.5229774)

    private static var house: Placemark {
        var placemark = Placemark(geocoder: "test")
        (placemark.subThoroughfare, placemark.thoroughfare) = ("14", "Kappileweg")
        (placemark.subLocality, placemark.locality) = ("Bendern", "Gamprin")
        (placemark.subAdministrativeArea, placemark.administrativeArea) = ("Unterland", "Gamprin")
        (placemark.isoSubdivisionCode, placemark.postalCode) = ("LI-03", "9492")
        (placemark.country, placemark.isoCountryCode) = ("Liechtenstein", "LI")
        return placemark
    }
}
