import PlacemarkClient
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

@Suite("The client library against the real server", .timeLimit(.minutes(1)), .tags(.waits))
struct ClientUpdatesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Serves a snapshot while `body` runs.
    private func serving(
        _ snapshot: StatusSnapshot, _ body: (SocketServer, PlacemarkClient) async throws -> Void
    ) async throws {
        try await serve(snapshot, in: directory) { try await body($0, PlacemarkClient(socketPath: $1)) }
    }

    @Test("the present state in CoreLocation's words")
    func presentState() async throws {
        try await serving(Snapshots.cupertino) { (_, client) async throws in
            #expect(try await client.currentPlacemark().placemark == Snapshots.placemark)
            #expect(try await client.currentLocation().coordinate == Snapshots.fix.coordinate)
            #expect(try await client.placemarks().first { _ in true }?.placemark == Snapshots.placemark)
            let update = await LocationUpdates.live(from: client).first { _ in true }
            #expect(update?.location == (try await client.currentLocation()))
        }
    }

    @Test("before there is anything, it is said what is missing")
    func nothingYet() async throws {
        try await serving(Snapshots.empty) { (_, client) async throws in
            let none = PlacemarkClientError.noAnswerYet("no position yet: connecting to gpsd")
            await #expect(throws: none) { try await client.currentPlacemark() }
            await #expect(throws: none) { try await client.currentLocation() }
            let update = await LocationUpdates.live(from: client).first { _ in true }
            #expect(update?.reason == "connecting to gpsd")
        }
    }

    @Test("each placemark, region and visit comes as it happens")
    func events() async throws {
        let home = Region(identifier: "home", shape: .circle(center: Snapshots.fix.coordinate, radiusInMeters: 100))
        let visit = Visit(
            coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 5, arrival: nil, arrivedAt: at(1))
        let events = [
            Event.Kind.regionEntered(home, Snapshots.fix), .visitArrived(visit), .regionExited(home, Snapshots.fix),
        ].map { Event($0, at: at(2), elapsed: .zero) }
        try await serving(Snapshots.empty) { server, client in
            var regions = client.regionEvents().makeAsyncIterator()
            var visits = client.visitUpdates().makeAsyncIterator()
            var placemarks = client.placemarks().makeAsyncIterator()
            // Whether they watch already cannot be seen from here: so it happens again and again.
            let publishing = Task {
                while !Task.isCancelled {
                    server.offer(Publication(snapshot: Snapshots.empty, events: events))
                    for publication in Snapshots.publications([
                        (.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2),
                        (.geocoded(Snapshots.placemark), 2),
                    ]) {
                        server.offer(publication)
                    }
                    try? await Task.sleep(for: .milliseconds(10))
                }
            }
            defer { publishing.cancel() }
            let entered = try #require(try await regions.next())
            #expect(entered.identifier == "home" && entered.state == .inside)
            #expect(entered.location?.coordinate == Snapshots.fix.coordinate)
            #expect(try await regions.next()?.state == .outside)
            #expect(try await visits.next()?.horizontalAccuracy == 5)
            #expect(try await placemarks.next()?.placemark == Snapshots.placemark)
        }
    }

    @Test("locations outlive the server")
    func restart() async throws {
        let client = PlacemarkClient(socketPath: directory.file("socket"))
        var updates = LocationUpdates.live(from: client).makeAsyncIterator()
        try await serving(Snapshots.cupertino) { _, _ in
            // Before the first connection there may be one update that says that there is no socket.
            var update = await updates.next()
            if update?.locationUnavailable == true { update = await updates.next() }
            #expect(update?.location?.coordinate == Snapshots.fix.coordinate)
        }
        #expect(await updates.next()?.locationUnavailable == true)
        try await serving(Snapshots.cupertino) { _, _ in
            #expect(await updates.next()?.location?.coordinate == Snapshots.fix.coordinate)
        }
    }
}
