import Foundation
import NIOPosix
import PlacemarkClient
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Synchronization
import TestSupport
import TestConditions
import Testing

@Suite("Regions on the socket", .timeLimit(.minutes(2)), .tags(.waits))
struct RegionsRequestTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Serves the regions of a monitor, to a client that is the daemon's own user, or to one that may know the city
    /// only.
    private func serving(
        _ monitor: RegionMonitor, isPrecise: Bool = true, _ body: (PlacemarkClient) async throws -> Void
    ) async throws {
        let access =
            isPrecise
            ? .ownUser
            : Access(preciseGroup: nil, reducedGroup: OtherUser.group, ownUserID: OtherUser.daemonUser)
        let box = Monitor(monitor)
        let requests = LiveQueries(
            regions: .init(
                page: { box.monitor.withLock(\.self).page(after: $0) },
                features: { box.monitor.withLock(\.self).features(after: $0) },
                report: { box.monitor.withLock(\.self).report(of: $0) },
                change: { change async throws(RegionChangeError) in try box.change(change) }))
        try await serve(access: access, answering: requests, in: directory) {
            try await body(PlacemarkClient(socketPath: $1))
        }
    }

    private final class Monitor: Sendable {
        let monitor: Mutex<RegionMonitor>

        init(_ monitor: RegionMonitor) { self.monitor = Mutex(monitor) }

        func change(_ change: RegionChange) throws(RegionChangeError) {
            try monitor.withLock { monitor throws(RegionChangeError) in
                switch change {
                case .add(let region): try monitor.add(region)
                case .remove(let identifier): try monitor.remove(identifier: identifier)
                }
            }
        }
    }

    private static let center = Coordinate(clampingLatitude: 47, wrappingLongitude: 9)

    private static func circle(_ identifier: String) -> Region {
        Region(identifier: identifier, shape: .circle(center: center, radiusInMeters: 100))
    }

    private static func monitor(_ identifiers: String...) -> RegionMonitor {
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable(identifiers.map(circle)))
        return monitor
    }

    private static let home =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"properties":{"identifier":"home","radius":100}}"#

    /// The answer, or the error with its code.
    private func ask(_ client: PlacemarkClient, _ request: String) async -> String {
        do {
            return String(decoding: try await client.answer(to: request), as: UTF8.self)
        } catch {
            return error.description
        }
    }

    /// How the region is added: as a line, and over HTTP.
    private static let additions = [
        "regions add \(Self.home)\n",
        "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(Self.home.utf8.count)\r\n\r\n\(Self.home)",
    ]

    @Test(
        "long regions are read one after the other on a thread of their own, and all else goes on meanwhile",
        arguments: additions)
    func reading(addition: String) async throws {
        try await serving(RegionMonitor()) { client in
            let (turns, turn) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
            // Something that takes its time stands for a long region.
            RegionsRequest.reader.submit { _ in
                turn.continuation.yield()
                turns.wait()
            }
            for await _ in turn.stream { break }
            let adding = try RawSocket(directory.file("socket"))
            defer { adding.close() }
            // It is with the daemon before the questions that follow.
            adding.send(Array(addition.utf8))
            #expect(try await client.regions().isEmpty)
            #expect(try await client.regions().isEmpty)
            turns.signal()
            #expect(await adding.readToEnd().contains(#""identifier":"home""#))
            #expect(try await client.regions().map(\.identifier) == ["home"])
        }
    }

    @Test("a region is added, told of, and removed; its name may have blanks")
    func addAndRemove() async throws {
        try await serving(Self.monitor("file")) { client in
            let feature =
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"properties":{"identifier":"my  home","radius":100}}"#
            #expect(
                await ask(client, "regions add  \(feature)")
                    == #"{"identifier":"my  home","origin":"added","state":"unknown"}"#)
            #expect(
                await ask(client, "regions state my  home")
                    == #"{"identifier":"my  home","origin":"added","state":"unknown"}"#)
            #expect(
                await ask(client, "regions")
                    == #"{"count":2,"regions":[{"identifier":"file","origin":"file","state":"unknown"},{"identifier":"my  home","origin":"added","state":"unknown"}]}"#
            )
            #expect(
                await ask(client, "regions list file").hasPrefix(#"{"count":2,"regions":[{"identifier":"my  home""#))
            #expect(await ask(client, "regions remove my  home") == #"{"identifier":"my  home","removed":true}"#)
            #expect(await ask(client, "regions state my  home").contains("(unknown-region)"))
        }
    }

    @Test("each mistake has its answer")
    func mistakes() async throws {
        var full = Self.monitor("file")
        for number in 0..<RegionMonitor.mostAddedRegions { try full.add(Self.circle("\(number)")) }
        try await serving(full) { client in
            #expect(await ask(client, "regions please").contains("(bad-request)"))
            #expect(await ask(client, "regions add").contains("(bad-request)"))
            #expect(await ask(client, "regions remove").contains("(bad-request)"))
            #expect(
                await ask(client, "regions add {").contains("(bad-region): expected a GeoJSON feature, a JSON object"))
            #expect(await ask(client, #"regions add {"type":"Feature"}"#).contains("(bad-region): expected properties"))
            #expect(await ask(client, "regions remove file").contains("(region-in-file)"))
            #expect(await ask(client, "regions remove nothing").contains("(unknown-region)"))
            #expect(await ask(client, "regions add " + String(repeating: "x", count: 5000)).contains("(too-long)"))
            await #expect(throws: PlacemarkClientError.self) { try await client.add(Self.circle("one more")) }
            // Replacing one needs no room.
            let replaced = try await client.add(Self.circle("7"))
            #expect(replaced.origin == .added)
        }
    }

    @Test("who may know the city only may neither see nor change a region (fault 50)")
    func reduced() async throws {
        try await serving(Self.monitor("file"), isPrecise: false) { client in
            for request in ["regions", "regions shapes", "regions state file", "regions remove file"] {
                let answer = try await OtherUser.ask(request, at: client.socketPath)
                #expect(answer.hasPrefix("error: forbidden: 'regions' is for root"), "\(answer)")
            }
        }
    }

    @Test("a long list comes page by page")
    func pages() async throws {
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable((0..<1234).map { Self.circle("region \($0)") }))
        try await serving(monitor) { client in
            let regions = try await client.regions()
            #expect(regions.map(\.identifier) == (0..<1234).map { "region \($0)" }.sorted())
            let page = try await client.answer(to: "regions")
            #expect(page.count < 64 << 10)
        }
    }

    @Test("all shapes come as one GeoJSON text, in order, each region once, however many corners it has")
    func shapes() async throws {
        let corners = (0..<3000).map { number in
            let angle = Double(number) / 3000 * 2 * .pi
            return Coordinate(clampingLatitude: 47 + sin(angle), wrappingLongitude: 9 + cos(angle))
        }
        var regions = (0..<1234).map { Self.circle("region \($0)") }
        for name in ["a", "b", "z"] {
            regions.append(Region(identifier: name, shape: .polygons([.init(exterior: corners)])))
        }
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable(regions))
        try await serving(monitor) { client in
            let nc = try ChildProcess("/bin/bash", ["-c", "echo regions shapes | nc -U '\(client.socketPath)'"])
            #expect(await nc.exitStatus(within: .seconds(20)) == 0)
            let object = try JSONSerialization.jsonObject(with: Data(nc.standardOutput.utf8)) as? [String: Any]
            let features = try #require(object?["features"] as? [[String: Any]])
            let names = features.compactMap { ($0["properties"] as? [String: Any])?["identifier"] as? String }
            #expect(names == regions.map(\.identifier).sorted())
            // What comes can be added again.
            let first = try #require(features.first)
            let read = try JSONDecoder().decode(Region.self, from: JSONSerialization.data(withJSONObject: first))
            #expect(read == regions.first { $0.identifier == "a" })
            // A megabyte in all, but no line that a client would refuse.
            let longest = nc.standardOutput.split(separator: "\n").map(\.utf8.count).max()
            #expect(try #require(longest) < 200_000)
            let shapes = try await client.regionShapes()
            #expect(shapes.map(\.region) == regions.sorted { $0.identifier < $1.identifier })
            #expect(Set(shapes.map(\.report.state)) == [.unknown])
        }
    }

    @Test("without anybody to ask, the answer says so")
    func unavailable() {
        let feed = StatusFeed(Snapshots.cupertino, track: nil, now: { at(3) })
        let access = Access(preciseGroup: nil, reducedGroup: nil, ownUserID: 0)
        #expect(throws: RequestError.unavailable("regions")) {
            try Router(feed: feed, access: access, requests: nil)
                .reply(
                    to: .regions(.list(after: nil)), precision: .precise,
                    from: PeerCredentials(userID: 0, groupIDs: []))
        }
    }
}
