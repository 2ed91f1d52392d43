import Foundation
import NIOHTTP1
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

/// The description for programs against the server.
@Suite("OpenAPI description", .timeLimit(.minutes(2)), .tags(.waits))
struct OpenAPITests {
    private struct Description: Decodable {
        let openapi: String
        let paths: [String: [String: AnyOperation]]
    }

    /// What a path has under a method; its `parameters` are an array, and none.
    private struct AnyOperation: Decodable {
        struct Parameter: Decodable {
            struct Schema: Decodable { let items: Items? }
            struct Items: Decodable { let `enum`: [String]? }
            let name: String?
            let `in`: String?
            let schema: Schema?
        }
        struct Named: Decodable { let parameters: [Parameter]? }
        let parameters: [Parameter]?

        init(from decoder: any Decoder) throws {
            parameters = (try? Named(from: decoder))?.parameters
        }
    }

    @Test("describes each path, method and parameter that the server has, and no other")
    func routes() throws {
        let description = try JSONDecoder().decode(Description.self, from: Data(PackageResources.openapi_json))
        #expect(description.openapi.hasPrefix("3.1."))
        #expect(Set(description.paths.keys) == Set(HTTPRoute.allCases.map(\.rawValue)))
        for route in HTTPRoute.allCases {
            let path = try #require(description.paths[route.rawValue])
            let methods = path.keys.filter { $0 != "parameters" }.map { $0.uppercased() }
            #expect(Set(methods) == Set(route.methods.map(\.rawValue)), "\(route)")
            let parameters = path["get"]?.parameters?.filter { $0.in == "query" }.compactMap(\.name) ?? []
            #expect(parameters == route.parameters, "\(route)")
        }
        let words = description.paths["/v1/events"]?["get"]?.parameters?.first { $0.name == "only" }?.schema?.items?
            .enum
        #expect(words == EventFilter.words)
    }

    @Test("lists the policies that there are")
    func policies() {
        let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        let names = GeocodingMode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        #expect(text.contains(#""policy": {"enum": [\#(names)]}"#))
    }

    /// An exchange as check-openapi reads it.
    private struct Exchange: Encodable {
        var method: String?
        var target: String?
        /// The body of the request.
        var sent: String?
        var status: Int?
        var type: String?
        var body: String?
    }

    @Test("is true of every answer and every event")
    func answers() async throws {
        var lines: [String] = []
        for dialogue in GoldenRequests.http + ["/v1/openapi.json", "/metrics"].map({ .http("GET \($0)") }) {
            let words = dialogue.request.prefix { $0 != "\r\n" }.split(separator: " ")
            let answer = try await dialogue.answer()
            let final =
                answer.hasPrefix("HTTP/1.1 100") ? answer.components(separatedBy: "\r\n\r\n").dropFirst() : [answer]
            let parts = final.joined(separator: "\r\n\r\n").components(separatedBy: "\r\n\r\n")
            let fields = parts[0].components(separatedBy: "\r\n")
            var body = parts.dropFirst().joined(separator: "\r\n\r\n")
            if parts[0].contains("chunked") { body = Self.joined(chunks: body) }
            let type = fields.first { $0.hasPrefix("Content-Type: ") }?.dropFirst(14).prefix { $0 != ";" }
            let exchange = Exchange(
                method: String(words[0]), target: String(words[1]),
                sent: dialogue.request.components(separatedBy: "\r\n\r\n").dropFirst().joined(),
                status: Int(fields[0].split(separator: " ")[1]),
                type: type.map(String.init) ?? "", body: body)
            lines.append(String(decoding: JSONLine.encode(exchange), as: UTF8.self))
        }
        // The golden requests ask a daemon that keeps no trips: TripStoreTests and ShipsLogTests ask a store that runs.
        let trip = String(decoding: JSONLine.encode(Self.trip), as: UTF8.self)
        let entry = String(decoding: JSONLine.encode(Self.logEntry), as: UTF8.self)
        let (json, ndjson) = ("application/json", "application/x-ndjson")
        let label = #"{"class": "private", "note": "to town"}"#
        let remark = #"{"remark": "reefed"}"#
        for exchange in [
            Exchange(method: "GET", target: "/v1/trips", sent: "", status: 200, type: ndjson, body: trip),
            Exchange(method: "GET", target: "/v1/trips/5d0c", sent: "", status: 200, type: json, body: trip),
            Exchange(method: "POST", target: "/v1/trips/5d0c/label", sent: label, status: 200, type: json, body: trip),
            Exchange(method: "GET", target: "/v1/log", sent: "", status: 200, type: ndjson, body: entry),
            Exchange(method: "POST", target: "/v1/log", sent: remark, status: 200, type: json, body: entry),
        ] {
            lines.append(String(decoding: JSONLine.encode(exchange), as: UTF8.self))
        }
        for event in Self.events {
            for precision in Precision.allCases {
                let filter = EventFilter(EventReport.Name.allCases)
                guard let report = EventReport(event, precision: precision, filter: filter) else { continue }
                lines.append(
                    #"{"event":"# + String(decoding: JSONLine.encode(report).dropLast(), as: UTF8.self) + "}\n")
            }
        }
        let status = EventReport(StubRooms.besideBeacon.status(at: at(3), precision: .precise))
        #expect(status.status?.location?.origin == .beacon && status.status?.beacons?.heard == 1)
        lines.append(#"{"event":"# + String(decoding: JSONLine.encode(status).dropLast(), as: UTF8.self) + "}\n")
        let directory = try TemporaryDirectory()
        try directory.write("exchanges", lines.joined())
        try Data(PackageResources.openapi_json).write(to: URL(filePath: directory.file("openapi.json")))
        let script = Checkout.file("Tests/Daemon/PublishingTests/HTTP/check-openapi")
        let checker = try ChildProcess(
            "/bin/bash", ["-c", "'\(script)' '\(directory.file("openapi.json"))' < '\(directory.file("exchanges"))'"])
        #expect(await checker.exitStatus(within: .seconds(60)) == 0, "\(checker.standardError)")
        #expect(checker.standardOutput == "")
    }

    /// The content of a chunked body (RFC 9112, 7.1).
    private static func joined(chunks body: String) -> String {
        var (rest, content) = (Array(body.utf8)[...], [UInt8]())
        while let end = rest.firstIndex(of: UInt8(ascii: "\r")),
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0
        {
            content += rest.dropFirst(end - rest.startIndex + 2).prefix(size)
            rest = rest.dropFirst(end - rest.startIndex + 2 + size + 2)
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// One with all that a trip can have.
    private static let logEntry: ShipsLogEntry = {
        let position = Coordinate(latitude: 54.2, longitude: 10.1)
        var entry = ShipsLogEntry(timestamp: Timestamp(parsing: "2026-11-20T20:24:49Z"), coordinate: position)
        (entry.utcOffset, entry.horizontalAccuracy, entry.positionAge) = (3600, 4.1, 20)
        (entry.course, entry.speed, entry.odometer) = (81.4, 2.83, 185_200)
        (entry.place, entry.trip, entry.remark, entry.by) = ("Kiel", "5d0c3a7b9e1f2048", "reefed", 1000)
        return entry
    }()

    private static let trip: TripRecord = {
        var trip = TripRecord(
            id: "5d0c3a7b9e1f2048",
            start: .init(
                coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 5, timestamp: Snapshots.fix.timestamp))
        trip.start.placemark = Snapshots.placemark
        trip.start.utcOffset = -28_800
        (trip.meanSpeed, trip.greatestSpeed) = (12.5, 20)
        trip.gaps = [.init(from: Snapshots.fix.timestamp, until: nil, duration: 400, distance: 2000)]
        trip.countries = [.init(Snapshots.placemark, at: Snapshots.fix.timestamp)]
        trip.places = trip.countries
        trip.label = TripLabel(class: "private", note: "to town", by: 1000)
        return trip
    }()

    /// One of each kind.
    private static let events: [Event] = {
        let region = StubRooms.region("home")
        let visit = Visit(
            coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 5, arrival: Snapshots.fix.timestamp,
            arrivedAt: at(-600), placemark: Snapshots.placemark)
        let known = StatusSnapshot.KnownPlacemark(
            placemark: Snapshots.placemark, location: Snapshots.fix, answeredAt: at(2))
        var reducer = PositionReducer(offset: SecretOffset(key: (1, 2)))
        let reduced = reducer.accepted(Snapshots.fix).map(Event.Kind.reducedPosition)
        let kinds: [Event.Kind] = [
            .location(Snapshots.fix), .rejected(.tooOld),
            .geocode(.moved, Snapshots.fix), .placemark(known), .regionEntered(region, Snapshots.fix),
            .regionExited(region, Snapshots.fix), .visitArrived(visit), .visitDeparted(visit),
            .paused(Snapshots.fix), .resumed(Snapshots.fix),
            .heading(Heading(trueHeading: 359.9, accuracy: 2, origin: .compass, receivedAt: at(2))),
            .heading(
                Heading(
                    trueHeading: 10, magneticHeading: 357.3, declination: 12.7, isDeclinationSuspect: true,
                    origin: .course, receivedAt: at(2))),
            .heading(Heading(magneticHeading: 357.3, origin: .compass, receivedAt: at(2))),
            .compass(StubRooms.compass, isInUse: false),
            .timeZone("Europe/Vaduz", previous: "Europe/Zurich"), .significantLocation(Snapshots.fix),
            .source(Snapshots.cupertino.source), .tripStarted(trip), .tripEnded(trip),
            .guardChanged(StubRooms.guardAlarm, Snapshots.fix), .beacons(StubRooms.beacons),
            .beaconPlace(StubRooms.besideBeacon.beaconPlace), .beaconPlace(nil),
        ]
        return (kinds + [reduced].compactMap(\.self)).map { Event($0, at: at(3), elapsed: .seconds(1)) }
    }()
}
