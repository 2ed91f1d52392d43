import CurlClient
import PlacemarkModel
import TestSupport
import Testing

@testable import placemark_nominatim

@Suite("Mapping of addresses")
struct MappingTests {
    private func placemark(_ parts: [String: String]) -> Placemark { NominatimAddress(parts).placemark }

    @Test("the locality is the city, or the next smaller settlement that there is, and never a county")
    func locality() {
        #expect(placemark(["city": "Bern", "municipality": "M", "county": "C"]).locality == "Bern")
        #expect(placemark(["town": "Cham", "municipality": "M"]).locality == "Cham")
        #expect(placemark(["municipality": "Grindelwald", "hamlet": "Itramen"]).locality == "Grindelwald")
        #expect(placemark(["municipality": "Grindelwald", "hamlet": "Itramen"]).subLocality == "Itramen")
        #expect(placemark(["hamlet": "Zinal", "county": "Sierre"]).locality == "Zinal")
        let county = placemark(["county": "Inyo County", "state": "California", "country": "United States"])
        #expect(county.locality == nil)
        #expect(county.city == "Inyo County")
    }

    @Test("the part of a settlement is a suburb or a smaller settlement, and never the settlement itself")
    func parts() {
        #expect(placemark(["city": "Berlin", "suburb": "Mitte", "borough": "Mitte"]).subLocality == "Mitte")
        #expect(placemark(["village": "Vaduz", "hamlet": "Ebenholz"]).subLocality == "Ebenholz")
        #expect(placemark(["town": "Alba", "village": "Alba"]).subLocality == nil)
        #expect(placemark(["hamlet": "Zinal", "village": "Ayer"]).locality == "Ayer")
    }

    @Test("a number without a street belongs to the place whose houses are numbered")
    func villageNumbers() {
        let house = placemark(["house_number": "12", "hamlet": "Hof", "village": "Dorf", "country_code": "at"])
        #expect(house.streetAddress == "Hof 12")
        #expect(placemark(["house_number": "12"]).subThoroughfare == nil)
    }

    @Test("the state's code is the one of the widest level, the country's is in capitals")
    func codes() {
        let paris = placemark([
            "state": "Île-de-France", "ISO3166-2-lvl4": "FR-IDF", "ISO3166-2-lvl6": "FR-75C", "country_code": "fr",
        ])
        #expect(paris.isoSubdivisionCode == "FR-IDF")
        #expect(paris.isoCountryCode == "FR")
        #expect(placemark(["country_code": "f1"]).isoCountryCode == nil)
        #expect(placemark(["postcode": "1010;1020"]).postalCode == "1010")
    }

    @Test("with Granularity=city no field tells the street, nor what is finer")
    func granularity() throws {
        let keys = Placemark.fields.filter { !$0.isDerived }.map(\.key)
        let there = try #require(Coordinate(latitude: 47.1395, longitude: 9.522))
        let place = FoundPlace(placemark: try Placemark(sampleOf: keys), coordinate: there)
        let city = place.placemark(from: there, accuracyInMeters: nil, granularity: .city)
        let fine = Placemark.fields.filter { $0.level.map { $0 >= .street } ?? false }
        #expect(!fine.isEmpty && fine.allSatisfy { $0.value(city) == nil })
        #expect(city.name == "some locality" && city.subLocality == "some subLocality")
    }

    @Test("a reply of Photon gives every property that Photon has")
    func photon() throws {
        let reply = CurlReply(
            status: 200, contentType: "application/json;charset=utf-8",
            body: Array(
                #"""
                {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":
                [9.5220987,47.1395015]},"properties":{"osm_type":"W","osm_id":28712148,"osm_key":"tourism","osm_value":
                "museum","type":"house","postcode":"9490","housenumber":"32","countrycode":"LI","name":"Kunstmuseum",
                "country":"Liechtenstein","city":"Vaduz","district":"Zentrum","street":"Städtle","state":"Oberland",
                "county":"Wahlkreis","extent":[9.52,47.13,9.53,47.14]}}]}
                """#.utf8))
        let place = try #require(try PhotonAnswer.places(in: reply, isReverse: true).first)
        var expected = Placemark(geocoder: "photon")
        expected.name = "Städtle 32"
        (expected.thoroughfare, expected.subThoroughfare) = ("Städtle", "32")
        (expected.locality, expected.subLocality) = ("Vaduz", "Zentrum")
        (expected.subAdministrativeArea, expected.administrativeArea) = ("Wahlkreis", "Oberland")
        (expected.postalCode, expected.isoCountryCode, expected.country) = ("9490", "LI", "Liechtenstein")
        expected.areasOfInterest = ["Kunstmuseum"]
        expected.attribution = PhotonAnswer.attribution
        #expect(place.placemark == expected)
        #expect(place.coordinate == Coordinate(latitude: 47.1395015, longitude: 9.5220987))
    }

    @Test(
        "what Photon answers without a place is no placemark",
        arguments: [
            (#"{"type":"FeatureCollection","features":[]}"#, 200, ProviderError.noResult),
            (#"{"message":"missing search term 'q'"}"#, 400, .declined(status: 400)),
            // As the public server answers in 2026, and as versions before 0.7 do.
            (
                #"{"lang":[{"message":"Language is not supported. Supported are: default, de, en, fr","args":{},"value":"it"}]}"#,
                400, .languageUnknown
            ),
            (#"{"message":"Language is not supported. Supported are: default, de, en, fr"}"#, 400, .languageUnknown),
            (
                #"{"message":"Language it is not supported, supported languages are: default, de, en, fr"}"#, 400,
                .languageUnknown
            ),
            (#"{"lat":[{"message":"TYPE_CONVERSION_FAILED","args":{},"value":"x"}]}"#, 400, .declined(status: 400)),
            (#"{"message":"x"}"#, 200, .unreadable("is not a collection of features, as Photon sends it")),
            (
                #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[9.5,97.1]},"properties":{"name":"x"}}]}"#,
                200, .unreadable("has no feature with a position and a name")
            ),
        ])
    func photonErrors(_ body: String, _ status: Int, _ expected: ProviderError) {
        let reply = CurlReply(status: status, contentType: "application/json", body: Array(body.utf8))
        #expect(throws: expected) { try PhotonAnswer.places(in: reply, isReverse: true) }
    }

    @Test(
        "a status that tells of the question is apart from one that tells of the server",
        arguments: [
            (400, true), (405, true), (414, true), (422, true), (402, false), (404, false), (407, false), (408, false),
            (500, false), (502, false), (599, false),
        ])
    func statuses(_ status: Int, _ isOfQuestion: Bool) {
        let expected: ProviderError = isOfQuestion ? .declined(status: status) : .failed(status: status)
        let reply = CurlReply(status: status, contentType: "text/html", body: [])
        for provider in Provider.allCases {
            let query = PlaceQuery(subject: .search("x", near: nil, limit: 1), language: nil, granularity: .city)
            #expect(throws: expected) { try provider.places(in: reply, to: query) }
        }
    }

    @Test("fault 53: a page of a captive portal is no answer, whatever its status, and a redirect is not followed")
    func portals() {
        func error(_ status: Int, _ type: String?, _ body: String = "<html>") -> ProviderError? {
            let reply = CurlReply(status: status, contentType: type, body: Array(body.utf8))
            do throws(ProviderError) {
                _ = try NominatimAnswer.places(in: reply, isReverse: true)
                return nil
            } catch {
                return error
            }
        }
        for type in ["text/html", nil, "application/jsonp", "text/html; application/json"] {
            guard case .unreadable = error(200, type) else { return #expect(Bool(false), "\(type ?? "none")") }
        }
        let moved = error(302, "application/json", "{}")
        guard case .unreadable = moved else {
            Issue.record("\(String(describing: moved))")
            return
        }
        // HTML that claims to be JSON.
        let page = error(200, "application/json")
        guard case .unreadable = page else {
            Issue.record("\(String(describing: page))")
            return
        }
        #expect(error(404, "application/json", #"{"error":"Unable to geocode"}"#) == .noResult)
        #expect(error(404, "text/html") == .failed(status: 404))
        #expect(error(403, "text/html") == .refused(status: 403))
    }

    @Test("a name fits on a line, whatever a mapper has written")
    func names() {
        #expect(placemark(["road": "Bad\u{202E}\nStreet\u{0}", "village": " "]).thoroughfare == "Bad Street")
        #expect(placemark(["village": "\u{200B}"]).locality == nil)
        #expect(placemark(["village": String(repeating: "x", count: 513)]).locality == nil)
    }

    @Test("requests hold the rounded position, the granularity's zoom and the language, escaped")
    func targets() throws {
        let position = try #require(Coordinate(latitude: -0.00005, longitude: 9.52095))
        let reverse = PlaceQuery(subject: .reverse(position), language: "fr, en", granularity: .street)
        #expect(
            Provider.nominatim.target(of: reverse, accessKey: SecretText("a&b"))
                == "/reverse?format=jsonv2&addressdetails=1&zoom=18&lat=-0.000050&lon=9.520950"
                + "&accept-language=fr%2C%20en&key=a%26b")
        #expect(
            Provider.photon.target(of: reverse, accessKey: nil)
                == "/reverse?limit=1&lat=-0.000050&lon=9.520950&lang=fr")
        let search = PlaceQuery(
            subject: .search("Zürich & Co", near: position, limit: 50), language: nil, granularity: .city)
        #expect(
            Provider.nominatim.target(of: search, accessKey: nil)
                == "/search?format=jsonv2&addressdetails=1&limit=40&q=Z%C3%BCrich%20%26%20Co"
                + "&viewbox=8.520950,-1.000050,10.520950,0.999950")
    }
}
