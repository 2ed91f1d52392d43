import Foundation
import Gazetteer
import HTTPTypes
import PlacemarkModel
import TestSupport
import Testing

@testable import placemark_server

@Suite("Photon's, revgeod's and our own dialect")
struct OtherDialectsTests {
    @Test("Photon's reverse and search answer with GeoJSON, and with no feature where there is no place")
    func photon() async throws {
        for path in [
            "/reverse?lat=47.141&lon=9.521", "/photon/reverse?lat=47.141&lon=9.521&lang=en&limit=1",
            "/api?q=Vaduz&limit=1",
        ] {
            let answer = try await ServerAnswers.ask(path)
            let object = try answer.object()
            #expect(object["type"] as? String == "FeatureCollection")
            #expect((object["attribution"] as? String)?.contains("© OpenStreetMap contributors") == true)
            let features = try #require(object["features"] as? [[String: Any]])
            let properties = try #require(features.first?["properties"] as? [String: Any])
            #expect(properties["name"] as? String == "Vaduz")
            #expect(properties["type"] as? String == "city")
            // The clients of Photon read the city from here alone.
            #expect(properties["city"] as? String == "Vaduz")
            #expect(properties["country"] as? String == "Liechtenstein")
            #expect(properties["countrycode"] as? String == "LI")
        }
        for path in ["/reverse?lat=0&lon=-30", "/api?q=Xyzzyxqwv"] {
            #expect(try await ServerAnswers.ask(path).text.hasSuffix(#""features":[]}"#))
        }
    }

    @Test(
        "Photon's answers have a city wherever there is a settlement, and none where there is not",
        arguments: [
            (40.713, -74.006, "New York City"), (51.507, -0.128, "London"), (48.208, 16.372, "Vienna"),
            (45.464, 9.19, "Milan"), (-33.868, 151.209, "Sydney"), (47.166, 9.51, "Schaan"), (-82, 40, nil),
        ] as [(Double, Double, String?)])
    func cities(latitude: Double, longitude: Double, city: String?) async throws {
        let answer = try await ServerAnswers.ask("/reverse?lat=\(latitude)&lon=\(longitude)&lang=en")
        let features = try #require(try answer.object()["features"] as? [[String: Any]])
        let properties = features.first?["properties"] as? [String: Any]
        #expect(properties?["city"] as? String == city)
    }

    @Test("names come in the language of lang, or else of Accept-Language, from /reverse and /api alike")
    func photonLanguages() async throws {
        for path in ["/reverse?lat=52.52&lon=13.4", "/api?q=Berlin&limit=1"] {
            #expect(try await ServerAnswers.ask(path).text.contains(#""country":"Germany""#))
            #expect(try await ServerAnswers.ask(path + "&lang=fr").text.contains(#""country":"Allemagne""#))
            let german: HTTPFields = [.acceptLanguage: "de"]
            #expect(try await ServerAnswers.ask(path, fields: german).text.contains(#""country":"Deutschland""#))
            let local = try await ServerAnswers.ask(path + "&lang=default", fields: german)
            #expect(local.text.contains(#""country":"Deutschland""#))
        }
        for (language, name) in [("", "Cologne"), ("&lang=ja", "ケルン"), ("&lang=zh", "科隆"), ("&lang=default", "Köln")] {
            let found = try await ServerAnswers.ask("/api?q=K%C3%B6ln&limit=1\(language)")
            #expect(found.text.contains("\"name\":\"\(name)\""))
        }
        let own = try await ServerAnswers.ask("/v1/search?q=Berlin&limit=1&language=fr")
        #expect(own.text.contains(#""country":"Allemagne""#))
    }

    @Test(
        "Photon's errors are an object with a message",
        arguments: [
            ("/reverse?lon=1", "missing search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0"),
            ("/reverse?lat=x&lon=1", "invalid search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0"),
            ("/reverse?lat=91&lon=1", "invalid search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0"),
            ("/api", "missing search term 'q': /?q=berlin"), ("/api?q=%20", "missing search term 'q': /?q=berlin"),
        ])
    func photonErrors(path: String, message: String) async throws {
        let answer = try await ServerAnswers.ask(path)
        #expect(answer.status == 400)
        #expect(try answer.object() as? [String: String] == ["message": message])
    }

    @Test("revgeod's answer has the address, the locality and the country's code, and a failure is not 200")
    func revgeod() async throws {
        let answer = try await ServerAnswers.ask("/rev?lat=47.141000&lon=9.521000&app=recorder")
        let address = try #require(try answer.object()["address"] as? [String: String])
        #expect(address["village"] == "9490 Vaduz, Liechtenstein")
        #expect(address["locality"] == "Vaduz")
        #expect(address["cc"] == "LI")
        #expect(try await ServerAnswers.ask("/rev?lat=&lon=").status == 400)
    }

    @Test(
        "/v1/reverse and /v1/search answer byte for byte what the gazetteer's values are as JSON",
        arguments: [(47.141, 9.521), (0, -30), (52.52, 13.4), (-18.14, 178.44), (46.45, 6.55)])
    func own(latitude: Double, longitude: Double) async throws {
        let gazetteer = try ServerAnswers.router.served.current.gazetteer
        let position = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
        let placemark = try #require(gazetteer.placemark(at: position))
        let answer = try await ServerAnswers.ask("/v1/reverse?lat=\(latitude)&lon=\(longitude)")
        #expect(answer.text == (try Self.encoded(placemark)) + "\n")
        #expect(answer.fields[.init("Link") ?? .location] == "</v1/attribution>; rel=\"license\"")
        // Seas cannot be searched for.
        guard let name = placemark.country else { return }
        let results = try gazetteer.search(name, limit: 2)
        let found = try await ServerAnswers.ask(
            "/v1/search?limit=2&q=\(PercentEncoding.encode(name))")
        #expect(found.text == "{\"results\":[\(try results.map(Self.encoded).joined(separator: ","))]}\n")
    }

    @Test("the long names and the short ones ask for the same, and Accept decides between JSON and text")
    func names() async throws {
        let short = try await ServerAnswers.ask("/v1/reverse?lat=47.141&lon=9.521")
        #expect(try await ServerAnswers.ask("/v1/reverse?latitude=47.141&longitude=9.521").text == short.text)
        let both = "/v1/reverse?latitude=47.141&lat=47.141&longitude=9.521"
        #expect(try await ServerAnswers.ask(both).text == short.text)
        let search = try await ServerAnswers.ask("/v1/search?q=Vaduz&limit=1")
        #expect(try await ServerAnswers.ask("/v1/search?text=Vaduz&limit=1").text == search.text)
        for (accept, isText) in [
            ("text/plain", true), ("text/plain;charset=utf-8", true), ("application/json;q=0.5, text/*", true),
            ("*/*", false), ("text/plain, application/json", false), ("text/plain;q=0.5, */*", false),
        ] {
            let answer = try await ServerAnswers.ask(both, fields: [.accept: accept])
            #expect(answer.type == (isText ? "text/plain; charset=utf-8" : "application/json"), "\(accept)")
        }
    }

    @Test("our own errors are problems, with the daemon's codes")
    func problems() async throws {
        for (path, status, code) in [
            ("/v1/reverse", 400, "bad-request"), ("/v1/reverse?lat=91&lon=0", 400, "bad-request"),
            ("/v1/search?q=12", 400, "bad-request"), ("/v1/search?q=a&limit=51", 400, "bad-request"),
            ("/v1/reverse?lat=47.1&latitude=47.2&lon=9.5", 400, "bad-request"),
            ("/v1/search?q=Vaduz&text=Rom", 400, "bad-request"),
            ("/v1/search?q=Vaduz&near=x", 400, "bad-request"), ("/v1/search?q=Xyzzyxqwv", 404, "no-place"),
            ("/v1/city", 404, "unknown-request"), ("/v1/batch", 405, "method-not-allowed"),
        ] {
            let answer = try await ServerAnswers.ask(path)
            #expect(answer.status == status, "\(path)")
            #expect(try answer.object()["code"] as? String == code)
            #expect(answer.type == "application/problem+json")
        }
    }

    @Test("the attribution is there as a whole, and health tells what is served")
    func attribution() async throws {
        let notices = try await ServerAnswers.ask("/v1/attribution").object()["notices"] as? [[String: Any]]
        #expect((notices?.count ?? 0) >= 4)
        let health = try await ServerAnswers.ask("/v1/health").object()
        #expect(health["status"] as? String == "ok")
    }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
