import Foundation
import HTTPServing
import HTTPTypes
import NIOHTTP1
import Settings
import TestSupport
import Testing

@testable import placemark_map

@Suite("Requests that the map passes to the daemon")
struct PassedRequestsTests {
    @Test(
        "The page's own requests go on",
        arguments: [
            ("GET", "/v1/city"), ("HEAD", "/v1/status"), ("GET", "/v1/events"), ("GET", "/v1/shapes"),
            ("GET", "/v1/track"), ("GET", "/v1/trips"),
            ("GET", "/v1/guard"), ("PUT", "/v1/guard"), ("DELETE", "/v1/guard"), ("POST", "/v1/guard/acknowledgement"),
            ("GET", "/v1/regions"), ("POST", "/v1/regions"), ("GET", "/v1/regions/a"), ("DELETE", "/v1/regions/a%2Fb"),
        ])
    func passed(_ method: String, _ path: String) throws {
        #expect(DaemonRoute.isPassed(try #require(HTTPRequest.Method(method)), path[...]))
    }

    @Test(
        "and no others: what an operator does is not for a browser (fault 75)",
        arguments: [
            ("DELETE", "/v1/track"), ("POST", "/v1/trips"), ("GET", "/v1/trips/a"), ("POST", "/v1/guard"),
            ("PUT", "/v1/guard/acknowledgement"),
            ("DELETE", "/v1/guard/acknowledgement"), ("POST", "/v1/guard/off"), ("GET", "/v1/grants"),
            ("POST", "/v1/grants"), ("DELETE", "/v1/grants/1000"),
            ("GET", "/metrics"), ("GET", "/v1"), ("GET", "/v1/"), ("GET", "/v1/openapi.json"), ("GET", "//v1/city"),
            ("GET", "/v1/../metrics"), ("GET", "/v1/city/"), ("PUT", "/v1/regions"), ("POST", "/v1/city"),
            ("DELETE", "/v1/regions/"), ("DELETE", "/v1/regions"), ("OPTIONS", "/v1/city"), ("GET", "/v1/regions/a/b"),
        ])
    func refused(_ method: String, _ path: String) throws {
        #expect(!DaemonRoute.isPassed(try #require(HTTPRequest.Method(method)), path[...]))
    }

    @Test("The daemon is told what its answer depends on, and no session")
    func head() {
        var request = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost:1", path: "/v1/events?only=regions")
        request.headerFields[.mapSession] = "secret"
        request.headerFields[HTTPField.Name.known("Last-Event-ID")] = "42"
        request.headerFields[.accept] = "text/event-stream"
        let head = DaemonAnswers.head(of: request, bodyLength: 0)
        #expect(head.uri == "/v1/events?only=regions")
        #expect(head.headers.first(name: "Last-Event-ID") == "42")
        #expect(head.headers.first(name: "Accept") == "text/event-stream")
        #expect(head.headers.first(name: "Map-Session") == nil)
        #expect(head.headers.first(name: "Host") == "localhost")
    }

    @Test("What a replay complains of is told without the names of programs")
    func complaints() {
        #expect(ReplayProcess.plain("placemarkctl: -: it is empty") == "it is empty")
        #expect(ReplayProcess.plain("something else") == "something else")
        #expect(ReplayProcess.complaint("") == "placemarkctl replay has ended and said nothing")
        #expect(ReplayProcess.complaint("placemarkctl: -:2: damaged\nplacemarkctl: -: no fix\n") == "no fix")
    }

    @Test("The shipped settings are the defaults, each key with its explanation")
    func shipped() throws {
        guard try Checkout.text("etc/map.conf") != MapSettings.defaultFile else { return }
        let path = "/tmp/map.conf.shipped"
        try MapSettings.defaultFile.write(toFile: path, atomically: true, encoding: .utf8)
        Issue.record("cp \(path) etc/map.conf")
    }

    @Test("Settings are read, and wrong ones are told with their line")
    func settings() throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            "map.conf",
            "[Map]\nListen=[::1]:9000\nHosts=boat.example.org 10.0.0.2:80\nTiles=/a.pmtiles /b.pmtiles\nRecordingLimit=4M\n"
        )
        let settings = try MapSettings.load(path: directory.file("map.conf"))
        #expect(settings.listen == .tcp(host: "::1", port: 9000))
        #expect(settings.hosts == ["boat.example.org", "10.0.0.2:80"])
        #expect(settings.tiles == ["/a.pmtiles", "/b.pmtiles"])
        #expect(settings.recordingLimitInBytes == 4 << 20)
        for line in ["Listen=somewhere", "Hosts=a/b", "Tiles=a.pmtiles", "RecordingLimit=0", "Token=x"] {
            try directory.write("map.conf", "[Map]\n\(line)\n")
            #expect(throws: ConfigurationErrors.self) { try MapSettings.load(path: directory.file("map.conf")) }
        }
    }
}
