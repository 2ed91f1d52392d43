import Foundation
import PlacemarkClient
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// The library against the built daemon, a real gpsd and the world file.
@Suite("The client library", .timeLimit(.minutes(2)), .tags(.waits))
struct ClientLibraryTests {
    @Test("locations go on when the daemon is killed and started again, and their end leaves no connection behind")
    func restart() async throws {
        try await withLiveGPSD { gpsd in
            let directory = try TemporaryDirectory()
            let first = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
            let log = EventLog(LocationUpdates.live(from: first.client))
            let (before, live) = try await log.first("a location") { !$0.locationUnavailable }
            #expect(try #require(before.location).coordinate.distance(to: vaduz) < 100)
            #expect(!before.accuracyLimited && before.reason == nil)

            first.process.terminate(SIGKILL)
            let (none, gone) = try await log.first(from: live, "the loss of the daemon") { $0.locationUnavailable }
            #expect(none.reason?.contains("is it running?") == true)
            let second = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
            let (after, _) = try await log.first(from: gone, "a location again") { !$0.locationUnavailable }
            #expect(try #require(after.location).age < 5)

            // An earlier answer is a socket, too, until the daemon has seen that it was read: it looks each 250 ms.
            try await Task.sleep(for: .seconds(1))
            let open = second.process.openSockets
            try #require(open > 1)
            await log.stop()
            #expect(await poll(atMost: .seconds(10)) { (1..<open).contains(second.process.openSockets) })
        }
    }

    @Test("places are found by coordinate and by name, and what is not found is an error of its own")
    func places() async throws {
        let client = try await RunningDaemon(gpsdPort: 1)
        let placemark = try await client.client.reverseGeocode(vaduz)
        #expect(placemark.locality == "Vaduz" && placemark.timeZone == "Europe/Vaduz")
        let found = try await client.client.search("Springfield", near: vaduz, limit: 3)
        #expect(found.count == 3 && found.allSatisfy { $0.placemark.distance ?? 0 > 1_000_000 })
        #expect(try await client.client.search("東京", limit: 1).first?.placemark.isoCountryCode == "JP")
        for text in ["Xyzzyplugh", String(repeating: "x", count: 4000), String(repeating: "é, ", count: 1000)] {
            let error = await #expect(throws: PlacemarkClientError.self) {
                try await client.client.search(text, limit: 1)
            }
            if case .noResult = error {} else { Issue.record("\(text.prefix(20)): \(String(describing: error))") }
        }
    }
}
