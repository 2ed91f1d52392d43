import NIOHTTP1
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing
import Web

/// What a request says, read by pure functions.
@Suite("Reading HTTP")
struct HTTPReadingTests {
    @Test(
        "the first line tells the dialect",
        arguments: [
            ("GET / HTTP/1.1", true, Dialect.http), ("M-SEARCH * HTTP/1.1\r", true, .http),
            ("PRI * HTTP/2.0", true, .http),
            ("city", true, .lines), ("", true, .lines), ("CITY", true, .lines), ("CITY now", true, .lines),
            ("get / HTTP/1.1", true, .lines), ("search the HTTP/1.1", true, .lines), ("GET", true, .lines),
            ("GET /v1/ci", false, .http), ("G", false, .http), ("", false, .lines), ("cit", false, .lines),
            ("Get", false, .lines),
        ])
    func dialect(line: String, isComplete: Bool, expected: Dialect) {
        #expect(Dialect(of: line.utf8, isComplete: isComplete) == expected)
    }

    @Test(
        "what is no target is refused",
        arguments: [
            "", "*", "city", "ftp://localhost/v1/city", "localhost:80", "/%", "/%2", "/%zz", "/%+1", "/%00", "/a%0Ab",
            "/%ff",
            "/%c3%28", "/v1?a=%", "/v1?a=1&a=2", "/v1#city", "/%7f",
        ])
    func noTarget(text: String) {
        let error = #expect(throws: HTTPRefusal.self) { try HTTPOperation(.GET, text) }
        #expect(error?.status == .badRequest)
    }

    @Test("a target that is too long, or has a parameter twice, is told so")
    func faults() {
        #expect(throws: HTTPRefusal.targetTooLong) {
            try HTTPOperation(.GET, "/" + String(repeating: "a", count: RequestTarget.longest))
        }
        #expect(throws: HTTPRefusal.malformed("the parameter 'a' is given twice")) { try HTTPOperation(.GET, "/?a&a") }
        #expect(MediaType.problem.rawValue == Problem.mediaType)
    }

    @Test(
        "places have their long names and those of the first clients, which mean the same",
        arguments: [
            ("reverse?latitude=47.141&longitude=9.521", "reverse?lat=47.141&lon=9.521"),
            ("reverse?latitude=47.141&lat=47.141&lon=9.521", "reverse?longitude=9.521&lat=47.141"),
            ("search?text=Vaduz&limit=3", "search?q=Vaduz&limit=3"), ("search?text=Vaduz&q=Vaduz", "search?q=Vaduz"),
        ])
    func names(one: String, other: String) throws {
        let request = try HTTPOperation(.GET, "/v1/\(one)").request(body: [])
        #expect(request != nil)
        #expect(try HTTPOperation(.GET, "/v1/\(other)").request(body: []) == request)
    }

    @Test(
        "a place that is told twice, and differently, is an error that says so and not what was told",
        arguments: ["reverse?latitude=47.1&lat=47.2&lon=9.5", "search?text=Vaduz&q=Rom"])
    func contradictions(target: String) throws {
        let operation = try HTTPOperation(.GET, "/v1/\(target)")
        let error = #expect(throws: RequestError.self) { try operation.request(body: []) }
        #expect(error?.sentence.contains("have different values here") == true)
        #expect(error?.sentence.contains("47") == false && error?.sentence.contains("Rom") == false)
    }

    @Test("an identifier comes back from its path as it was", arguments: ["home", "a/b ü", "..", "%2F", "?#&=+", "🏠"])
    func identifier(text: String) throws {
        let operation = try HTTPOperation(.GET, "/v1/regions/\(PercentEncoding.encode(text))")
        #expect(try operation.request(body: []) == .regions(.state(identifier: text)))
    }

    @Test("labels and remarks are those of the line dialect, and name nobody who says them")
    func labelsAndRemarks() throws {
        let label = try HTTPOperation(.POST, "/v1/trips/5d0c/label")
        let body = #"{"class":"business","note":"to the customer","by":0}"#
        let expected = TripLabel(class: "business", note: "to the customer")
        #expect(try label.request(body: Array(body.utf8)) == .trips(.label(id: "5d0c", expected)))
        let note = try label.request(body: Array(#"{"note":"paid"}"#.utf8))
        #expect(note == .trips(.label(id: "5d0c", TripLabel(note: "paid"))))
        let log = try HTTPOperation(.POST, "/v1/log")
        #expect(try log.request(body: Array(#"{"remark":"reefed"}"#.utf8)) == .log(.add(remark: "reefed")))
        let long = String(repeating: "a", count: 501)
        for wrong in ["", "{}", #"{"class":7}"#, #"{"note":"a\nb"}"#, #"{"note":"\#(long)"}"#] {
            #expect(throws: RequestError.self, "\(wrong)") { try label.request(body: Array(wrong.utf8)) }
        }
        for wrong in ["", "{}", #"{"remark":""}"#, #"{"remark":"a\nb"}"#, #"{"remark":"\#(long)"}"#] {
            #expect(throws: RequestError.self, "\(wrong)") { try log.request(body: Array(wrong.utf8)) }
        }
    }

    @Test("each route is found by its own path alone")
    func routes() throws {
        for route in HTTPRoute.allCases {
            let path = route.rawValue.replacing("{identifier}", with: "x")
            #expect(try HTTPRoute.find(RequestTarget(checking: path).segments)?.route == route)
            if route != .root {
                #expect(try HTTPRoute.find(RequestTarget(checking: path + "/").segments)?.route != route)
            }
        }
    }

    @Test(
        "the client's wish decides, the most specific one of several",
        arguments: [
            ([], MediaType.json), (["*/*"], .json), (["text/plain"], .text), (["TEXT/PLAIN ; charset=utf-8"], .text),
            (["text/*"], .text), (["application/json;q=0.1", "text/plain;q=0.2"], .text), (["text/html"], nil),
            (["text/plain;q=0", "*/*"], .json), (["application/json;q=0"], nil), (["*/*;q=0"], nil),
            (["text/plain;q=banana"], .text), (["", ";;", "q=1"], nil),
            (["application/*;q=1e400", "text/*;q=-1"], .json),
        ] as [([String], MediaType?)])
    func accept(values: [String], expected: MediaType?) {
        #expect(AcceptedTypes(values).preferred(among: [.json, .text]) == expected)
    }

    @Test("errors are sentences only for those who would rather have text")
    func errors() {
        #expect(AcceptedTypes(["text/plain"]).prefersTextOfErrors)
        #expect(!AcceptedTypes(["text/plain", "application/json"]).prefersTextOfErrors)
        #expect(!AcceptedTypes([String]()).prefersTextOfErrors)
        #expect(!AcceptedTypes(["text/event-stream"]).prefersTextOfErrors)
    }

    @Test("the tag stays while only time passes, and in another run; it changes with news")
    func tags() throws {
        func tag(_ request: Request, _ snapshot: StatusSnapshot, at seconds: Double) throws -> EntityTag {
            let feed = StatusFeed(snapshot, track: nil, run: 7, now: { at(seconds) })
            let access = Access(preciseGroup: nil, reducedGroup: nil, ownUserID: 0)
            let router = Router(feed: feed, access: access, requests: nil)
            let root = PeerCredentials(userID: 0, groupIDs: [])
            let reply = try router.reply(to: request, precision: .precise, from: root, isTagged: true)
            guard case .now(let answer) = reply else { throw RequestError.unavailable("\(request)") }
            return try #require(answer.tag)
        }
        var later = Snapshots.cupertino
        later.sequence += 100
        later.counters.accepted += 100
        later.counters.saved += 99
        later.counters.rejected[.tooOld] = 1
        var moved = later.named("Palo Alto")
        moved.location?.coordinate = Coordinate(clampingLatitude: 37.4, wrappingLongitude: -122)
        for request in [Request.city, .placemark, .location(nil), .status] {
            let first = try tag(request, Snapshots.cupertino, at: 3)
            #expect(try tag(request, later, at: 4) == first, "\(request)")
            #expect(try tag(request, Snapshots.stale, at: 722) != first, "\(request)")
            #expect(try tag(request, moved, at: 4) != first, "\(request)")
        }
        #expect(try tag(.visits, later, at: 4) == tag(.visits, Snapshots.cupertino, at: 3))
    }

    @Test("what is another answer with each look has no tag", arguments: ["metrics", "v1/grants", "v1/version"])
    func untagged(path: String) async throws {
        let answer = try await Dialogue.http("GET /\(path)", "If-None-Match: *").answer()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nCache-Control: no-store\r\n"), "\(answer)")
    }

    @Test(
        "an event's identifier is read as it is written",
        arguments: [
            ("c0ffee-42", EventID(run: 0xC0FFEE, number: 42)), ("0-0", EventID(run: 0, number: 0)), ("", nil),
            ("-", nil),
            ("c0ffee", nil), ("c0ffee--1", nil), ("1-2-3", nil), ("100000000-1", nil), ("1-18446744073709551616", nil),
        ] as [(String, EventID?)])
    func eventID(text: String, expected: EventID?) {
        #expect(EventID(parsing: text) == expected)
        if let expected { #expect(expected.description == text) }
    }
}
