import HTTPAsking
import PlacemarkModel
import Testing

@testable import NetworkGeocoding

@Suite("What the answers of docs/reference/geocoder.md mean")
struct ServerAnswerTests {
    private func response(
        _ body: String, status: Int = 200, type: String? = "application/json"
    ) -> WholeAnswer { WholeAnswer(status: status, mediaType: type, body: Array(body.utf8)) }

    private static let vaduz =
        #"{"geocoder":"mine","locality":"Vaduz","isoCountryCode":"LI","distance":12,"bearing":3}"#

    @Test("a placemark is read with the keys of the daemon's own, and others are no error")
    func placemark() throws {
        let plain = try ServerAnswer.placemark(response(Self.vaduz))
        #expect(plain?.placemark.locality == "Vaduz" && plain?.placemark.distance == 12 && plain?.coordinate == nil)
        let rich = try ServerAnswer.placemark(
            response(#"{"geocoder":"mine","coordinate":{"latitude":47.1,"longitude":9.5},"extra":[1]}"#))
        #expect(rich?.coordinate?.latitude == 47.1)
    }

    @Test("404 in JSON says that nothing is known; in HTML, that somebody else answers (fault 53)")
    func nothing() throws {
        #expect(try ServerAnswer.placemark(response("{}", status: 404, type: "application/problem+json")) == nil)
        #expect(throws: ServerFailure.self) {
            try ServerAnswer.placemark(response("<html>", status: 404, type: "text/html"))
        }
    }

    @Test(
        "nonsense, another schema and other types are failures with words (fault 60)",
        arguments: [
            ("<html>", "text/html"), (vaduz, nil), (vaduz, "text/plain"), ("", "application/json"),
            ("[]", "application/json"), ("null", "application/json"), (#"{"locality":"Vaduz"}"#, "application/json"),
            (#"{"geocoder":7}"#, "application/json"), (#"{"geocoder":""}"#, "application/json"),
            (#"{"geocoder":"gazetteer"}"#, "application/json"),
            (#"{"geocoder":"x","locality":"a\nb"}"#, "application/json"),
            (#"{"geocoder":"x","distance":-1}"#, "application/json"),
            (#"{"geocoder":"x","bearing":360}"#, "application/json"),
            (#"{"geocoder":"x","distance":1e300}"#, "application/json"),
            (#"{"geocoder":"x","coordinate":{"latitude":91,"longitude":0}}"#, "application/json"),
            (#"{"error":"Unable to geocode"}"#, "application/json"),
            (String(repeating: "[", count: 5000), "application/json"),
            (#"{"geocoder":"x","name":""# + String(repeating: "n", count: 600) + #""}"#, "application/json"),
        ] as [(String, String?)])
    func nonsense(body: String, type: String?) {
        #expect(throws: ServerFailure.self) { try ServerAnswer.placemark(response(body, type: type)) }
    }

    @Test("the words of an error are passed on, unless there may be a place in them")
    func words() {
        let problem = { (detail: String) in
            self.response(#"{"detail":"\#(detail)"}"#, status: 503, type: "application/problem+json")
        }
        let description = { (detail: String) -> String in
            do throws(ServerFailure) { return try ServerAnswer.placemark(problem(detail)).debugDescription } catch {
                return error.description
            }
        }
        #expect(
            description("the budget of 1 request/s is used up").hasSuffix("503: the budget of 1 request/s is used up"))
        for place in ["no place at 47.141, 9.521", "47,14", "47° 8′ N", "at 47.14"] {
            #expect(description(place).hasSuffix("status 503"), "\(place)")
        }
    }

    @Test("results are read up to the limit, and none is nothing")
    func results() throws {
        let one =
            #"{"geocoder":"mine","locality":"Vaduz","coordinate":{"latitude":47,"longitude":9},"population":0,"match":"name"}"#
        let three = response(#"{"results":[\#(one),\#(one),\#(one)]}"#)
        #expect(try ServerAnswer.results(three, limit: 2)?.count == 2)
        #expect(try ServerAnswer.results(response(#"{"results":[]}"#), limit: 2) == nil)
    }

    @Test("a rest is read with its reason and its end; other answers say nothing")
    func health() {
        let open = ServerAnswer.health(
            response(#"{"state":"resting","reason":"the server answers 403","retryAfter":3600}"#))
        #expect(open == GeocoderHealth(.resting, reason: "the server answers 403", retryAfter: .seconds(3600)))
        #expect(ServerAnswer.health(response(#"{"state":"ready"}"#))?.state == .ready)
        #expect(ServerAnswer.health(response("not found", status: 404)) == nil)
        #expect(ServerAnswer.health(response(#"{"state":"resting","retryAfter":-1}"#))?.retryAfter == nil)
    }

    @Test("targets have plain decimals, and text with its escapes")
    func targets() throws {
        let coordinate = try #require(Coordinate(latitude: -0.00000012, longitude: 179.5))
        let location = Location(
            coordinate: coordinate, horizontalAccuracy: 4.25, receivedAt: BootInstant(sinceBoot: .zero))
        #expect(
            ServerRequest.reverse(location) == "/v1/reverse?latitude=-0.0000001&longitude=179.5000000&accuracy=4.3")
        #expect(
            ServerRequest.search("Städtle & co=1", near: coordinate, limit: 5)
                == "/v1/search?text=St%C3%A4dtle%20%26%20co%3D1&limit=5&near=-0.0000001,179.5000000")
    }

    @Test("languages are passed on as a list without weights, but for what only the gazetteer understands")
    func languages() throws {
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 2))
        let location = Location(coordinate: coordinate, receivedAt: BootInstant(sinceBoot: .zero))
        let target = ServerRequest.reverse(location, languages: ["de-CH", "local", "sr@latin", "fr"])
        #expect(target == "/v1/reverse?latitude=1.0000000&longitude=2.0000000&language=de-CH%2Cfr")
        #expect(!ServerRequest.reverse(location, languages: ["local"]).contains("language"))
        let many = PreferredLanguages(Array(repeating: "zh-Hant-TW", count: 8))
        let text = ServerRequest.search("x", near: nil, limit: 5, languages: many)
        #expect(text.hasSuffix("&language=" + Array(repeating: "zh-Hant-TW", count: 5).joined(separator: "%2C")))
    }
}
