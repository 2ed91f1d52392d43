import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import PlacemarkClient

@Suite("What is sent to the daemon", .timeLimit(.minutes(1)), .tags(.waits))
struct RequestTests {
    private static let vaduz = Coordinate(clampingLatitude: 47.141, wrappingLongitude: -9.521)
    private static let tiny = Coordinate(clampingLatitude: 1e-7, wrappingLongitude: -180)

    typealias Ask = @Sendable (PlacemarkClient) async throws -> Void

    private static let requests: [(line: String, ask: Ask)] = [
        ("city", { _ = try await $0.city() }), ("status", { _ = try await $0.status() }),
        ("placemark", { _ = try await $0.currentPlacemark() }), ("location", { _ = try await $0.currentLocation() }),
        ("visits", { _ = try await $0.visits() }), ("track clear", { _ = try await $0.clearTrack() }),
        ("reverse 47.141 -9.521", { _ = try await $0.reverseGeocode(vaduz) }),
        ("reverse 1e-07 -180.0", { _ = try await $0.reverseGeocode(tiny) }),
        ("search limit=10 Paris, Texas", { _ = try await $0.search("Paris, Texas") }),
        ("search near=47.141,-9.521 limit=3 東京 👍", { _ = try await $0.search("東京 👍", near: vaduz, limit: 3) }),
        ("regions", { _ = try await $0.regions() }),
        ("regions state my home", { _ = try await $0.requestState(of: "my home") }),
        ("regions remove my home", { try await $0.removeRegion("my home") }),
        ("watch", { for try await _ in $0.events() {} }),
        ("watch placemark", { for try await _ in $0.placemarks() {} }),
        ("watch visitArrived visitDeparted", { for try await _ in $0.visitUpdates() {} }),
        ("watch significant", { for try await _ in $0.events(.significant) {} }),
        ("track since 7200s", { for try await _ in $0.track(since: .ago(.seconds(7200))) {} }),
        ("track since 0s", { for try await _ in $0.track(since: .ago(.seconds(-60))) {} }),
    ]

    @Test("each call sends its line", arguments: requests.map(\.line))
    func sending(line: String) async throws {
        let daemon = try StubDaemon()
        let ask = try #require(Self.requests.first { $0.line == line }).ask
        let task = Task { [client = daemon.client] in try await ask(client) }
        #expect(try await daemon.answer("error: failed: enough") == line + "\n")
        await #expect(throws: PlacemarkClientError.refused(code: "failed", sentence: "enough")) {
            try await task.value
        }
    }

    private static let injections: [(name: String, ask: Ask)] = [
        ("state", { _ = try await $0.requestState(of: "home\nregions remove home") }),
        ("remove", { try await $0.removeRegion("home\r\ntrack clear") }),
        ("search", { _ = try await $0.search("Paris\n") }), ("nul", { _ = try await $0.search("Par\0is") }),
        ("tab", { _ = try await $0.search("Par\tis") }), ("delete", { _ = try await $0.search("Par\u{7F}is") }),
        ("option", { _ = try await $0.search("limit=50 Paris") }),
        ("answer", { _ = try await $0.answer(to: "city\ntrack clear") }),
        ("lines", { for try await _ in $0.lines(of: "watch\n") {} }),
    ]

    @Test("a request that is more than one is refused before it is sent", arguments: injections.map(\.name))
    func injecting(name: String) async throws {
        let daemon = try StubDaemon()
        let ask = try #require(Self.injections.first { $0.name == name }).ask
        let error = await #expect(throws: PlacemarkClientError.self) { try await ask(daemon.client) }
        if case .malformedRequest = error {} else { Issue.record("\(String(describing: error))") }
        await #expect(throws: SocketError.self, "nobody connects") { try await daemon.server.accept(within: .zero) }
    }

    @Test("a region's name stays within its line of JSON")
    func regionName() async throws {
        let daemon = try StubDaemon()
        let region = Region(
            identifier: "home\nregions remove all", shape: .circle(center: Self.vaduz, radiusInMeters: 100))
        let task = Task { [client = daemon.client] in try await client.add(region) }
        let request = try await daemon.answer("error: bad-region: no")
        #expect(request.hasPrefix("regions add {") && request.contains(#"home\nregions remove all"#))
        #expect(request.count { $0 == "\n" } == 1)
        await #expect(throws: PlacemarkClientError.self) { try await task.value }
    }

    @Test("an answer of several lines comes as it is")
    func severalLines() async throws {
        let daemon = try StubDaemon()
        async let answer = daemon.client.answer(to: "metrics")
        try await daemon.answer("# one", "", "two 2")
        #expect(try await String(decoding: answer, as: UTF8.self) == "# one\n\ntwo 2")
    }

    @Test("answers become values")
    func values() async throws {
        let daemon = try StubDaemon()
        async let placemark = daemon.client.currentPlacemark()
        try await daemon.answer(Lines.placemark)
        #expect(try await placemark.placemark.locality == "Vaduz")
        async let location = daemon.client.currentLocation()
        try await daemon.answer(Lines.location(47))
        #expect(try await location.coordinate.latitude == 47)
        async let named = daemon.client.reverseGeocode(Self.vaduz)
        try await daemon.answer(#"{"locality":"Vaduz","geocoder":"gazetteer","later":[1]}"#)
        #expect(try await named.locality == "Vaduz")
        async let found = daemon.client.search("Vaduz")
        try await daemon.answer(
            #"{"results":[{"name":"Vaduz","geocoder":"g","coordinate":{"latitude":47,"longitude":9},"population":5197,"match":"name"}]}"#
        )
        #expect(try await found.map(\.population) == [5197])
        async let cleared = daemon.client.clearTrack()
        try await daemon.answer(#"{"cleared":1204}"#)
        #expect(try await cleared == 1204)
    }
}
