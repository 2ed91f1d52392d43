import NIOHTTP1
import PlacemarkModel
import Testing

@testable import Publishing

/// The languages that a client wants names in, in both dialects.
@Suite("Languages of a request")
struct LanguageRequestTests {
    private func reverse(_ query: String, accepting field: String?) throws -> PreferredLanguages? {
        let operation = try HTTPOperation(.GET, "/v1/reverse?lat=47.1&lon=9.5\(query)")
        guard case .reverse(let request) = try operation.request(body: [], acceptLanguage: field) else { return nil }
        return request.languages
    }

    @Test("HTTP takes them from the parameter, or else from Accept-Language, without what it cannot read")
    func http() throws {
        #expect(try reverse("", accepting: nil) == PreferredLanguages.none)
        #expect(try reverse("", accepting: "de-CH,fr;q=0.5") == ["de-CH", "fr"])
        #expect(try reverse("&language=ja", accepting: "de") == ["ja"])
        #expect(try reverse("&language=fr;q%3D0.5,local", accepting: "de") == ["local", "fr"])
        #expect(try reverse("", accepting: "<>,*;q=0.1,ru") == ["ru"])
        #expect(throws: RequestError.badRequest("'language' takes languages such as de or fr-CH,fr;q=0.8")) {
            try reverse("&language=de,,fr", accepting: nil)
        }
        let search = try HTTPOperation(.GET, "/v1/search?q=Rom").request(body: [], acceptLanguage: "de")
        guard case .search(let request) = search else {
            Issue.record("\(String(describing: search)) is no search")
            return
        }
        #expect(request.languages == ["de"])
    }

    @Test("a line has them before the position or the text, in any order with the other options")
    func lines() throws {
        #expect(try ReverseRequest(parsing: "language=de,fr 47.1 9.5").languages == ["de", "fr"])
        let both = try ReverseRequest(parsing: "language=ja geocoder=gazetteer 47.1 9.5")
        #expect(both.geocoder == .gazetteer)
        #expect(both == (try ReverseRequest(parsing: "geocoder=gazetteer language=ja 47.1 9.5")))
        #expect(try ReverseRequest(parsing: "47.1 9.5").languages.isEmpty)
        #expect(try SearchRequest(parsing: "limit=3 language=de Rom").languages == ["de"])
        #expect(throws: RequestError.self) { try ReverseRequest(parsing: "langage=de 47.1 9.5") }
        #expect(throws: RequestError.self) { try SearchRequest(parsing: "language=7 Rom") }
    }
}
