import Foundation
import Gazetteer
import PlacemarkClient
import LocationEngine
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// gpsd → placemarkd → socket and files, all of them real.
@Suite("From a real gpsd to the current city", .timeLimit(.minutes(5)), .tags(.waits))
struct CurrentCityTests {
    /// 2026-11-20T08:00:00Z
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)

    /// Feeds epochs at a steady pace, as a receiver does.
    private func feed(_ epochs: [[UInt8]], to gpsd: RealGPSD, every pause: Duration) async throws {
        let start = ContinuousClock.now
        for (index, epoch) in epochs.enumerated() {
            try await Task.sleep(until: start + pause * index, tolerance: .zero, clock: .continuous)
            gpsd.feed(epoch)
        }
    }

    /// What a subscriber saw.
    private struct Record {
        var geocodes: [EventReport] = []
        var placemarks: [EventReport] = []
        var locations: [LocationReport] = []

        mutating func add(_ event: EventReport) {
            if event.event == .geocode { geocodes.append(event) }
            if event.event == .placemark { placemarks.append(event) }
            if event.event == .location, let location = event.location { locations.append(location) }
        }
    }

    /// Plays a trip `times` faster than it was, with the policy's interval scaled alike, and checks what must be true
    /// of every trip: the requests are rare enough, each placemark is the right one for its location, and the last one
    /// is that of the last kilometre.
    private func play(_ epochs: [[UInt8]], every interval: Duration, times: Int) async throws -> (Record, Status) {
        let gpsd = try await RealGPSD()
        let policyInterval = Duration.seconds(60) / times
        let milliseconds = policyInterval / .milliseconds(1)
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Geocoding]\nInterval=\(milliseconds)ms\n")
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        // Apart from the fixes, of which a busy machine misses some: fifty events wait for one who does not read them.
        let log = EventLog(daemon.events(of: EventFilter([.geocode, .placemark])))
        let fixes = EventLog(daemon.events(of: EventFilter([.location])))
        for subscriber in [log, fixes] { try await subscriber.first { $0.event == .status } }

        try await feed(epochs, to: gpsd, every: interval / times)
        // Two seconds: a gpsd that is held up for a moment has more to tell.
        let last = try await daemon.status("the last placemark") { status in
            status.acceptedFixes > epochs.count / 2 && status.geocoding?.next.hasPrefix("moved") == true
                && (status.location?.age ?? 0) > 2
        }

        let (city, requests) = (last.placemark?.placemark.city.map { $0 + "\n" }, last.geocoding?.requests)
        // The subscriber and the file are told a moment later than the one who asks.
        #expect(await poll(atMost: .seconds(10)) { daemon.directory.contents("state/city") == city })
        #expect(
            await poll(atMost: .seconds(10)) { await log.events.count { $0.event == .placemark } == requests })

        var record = Record()
        for event in await log.events + fixes.events { record.add(event) }
        for subscriber in [log, fixes] { await subscriber.stop() }
        let gazetteer = try Gazetteer(path: Programs.world)
        for (earlier, later) in zip(record.geocodes, record.geocodes.dropFirst()) {
            let (before, after) = try (#require(earlier.elapsed), #require(later.elapsed))
            // `elapsed` is told to a millisecond.
            #expect(after - before >= policyInterval.inSeconds - 0.002)
            let (from, to) = try (#require(earlier.location), #require(later.location))
            // Coordinates are told to a centimetre.
            #expect(from.coordinate.distance(to: to.coordinate) > 999.9)
        }
        #expect(record.placemarks.count == record.geocodes.count)
        for event in record.placemarks {
            let (location, placemark) = try (#require(event.location), #require(event.placemark?.placemark))
            // The event's coordinate is rounded: whole metres and degrees may be the next ones.
            var expected = try #require(gazetteer.placemark(at: location.coordinate))
            #expect(abs((expected.distance ?? 0) - (placemark.distance ?? 0)) <= 1)
            #expect([0, 1, 359].contains(abs((expected.bearing ?? 0) - (placemark.bearing ?? 0))))
            (expected.distance, expected.bearing) = (placemark.distance, placemark.bearing)
            #expect(placemark == expected)
        }
        let end = try #require(last.location?.coordinate)
        let named = try #require(record.placemarks.last?.location?.coordinate)
        #expect(named.distance(to: end) <= 1000)
        #expect(last.placemark?.placemark == record.placemarks.last?.placemark?.placemark)
        #expect(daemon.process.terminate() == 0)
        try expectRareRequests(for: record.locations)
        return (record, last)
    }

    /// The same fixes, as gpsd reported them, in virtual time and unhurried: every two requests are 60 s of the
    /// receiver's own clock apart, and 1000 m but for the one of a stop. (On a trip played faster, a busy machine is late by many seconds of it.)
    private func expectRareRequests(for reports: [LocationReport]) throws {
        var machine = LocationMachine(seed: 1, at: BootInstant(sinceBoot: .zero))
        let timed = reports.filter { $0.timestamp != nil }
        let start = try #require(timed.first?.timestamp)
        var requests: [(at: BootInstant, coordinate: Coordinate, reason: GeocodePolicy.Reason)] = []
        var timer: BootInstant?
        func carryOut(_ input: LocationMachine.Input, at now: BootInstant) {
            var inputs = [input]
            while !inputs.isEmpty {
                for action in machine.handle(inputs.removeFirst(), at: now) {
                    switch action {
                    case .geocode: inputs.append(.geocoded(Placemark(geocoder: "test")))
                    case .setTimer(let deadline): timer = deadline
                    case .publish(let publication):
                        for event in publication.events {
                            guard case .geocode(let reason, let location) = event.kind else { continue }
                            requests.append((now, location.coordinate, reason))
                        }
                    case .log: break
                    }
                }
            }
        }
        for report in timed {
            let now = BootInstant(sinceBoot: try #require(report.timestamp).duration(since: start))
            while let due = timer, due <= now {
                timer = nil
                carryOut(.timer, at: due)
            }
            let location = Location(
                coordinate: report.coordinate, horizontalAccuracy: report.horizontalAccuracy,
                timestamp: report.timestamp, receivedAt: now)
            carryOut(.source(.fix(location)), at: now)
        }
        #expect(requests.count > 10)
        for (earlier, later) in zip(requests, requests.dropFirst()) {
            #expect(earlier.at.duration(to: later.at) >= .seconds(60))
            #expect(later.reason == .rested || earlier.coordinate.distance(to: later.coordinate) > 1000)
        }
    }

    @Test("a generated drive from Feldkirch to Chur: the placemark follows, across two borders")
    func generatedDrive() async throws {
        let (feldkirch, chur) = (
            Coordinate(clampingLatitude: 47.2377, wrappingLongitude: 9.5981),
            Coordinate(clampingLatitude: 46.8499, wrappingLongitude: 9.5329)
        )
        let drive = Drive(from: feldkirch, to: chur, speedInKilometersPerHour: 100, startingAt: Self.start)
        let (record, last) = try await play(drive.map { NMEAEpoch($0).bytes }, every: drive.interval, times: 200)
        #expect(Set(record.placemarks.compactMap { $0.placemark?.placemark.isoCountryCode }) == ["AT", "LI", "CH"])
        #expect(last.placemark?.placemark.locality == "Chur")
        #expect(last.placemark?.placemark.timeZone == "Europe/Zurich")
        // 43 km: one request at the start, then one for each minute of 26, which is 1.67 km, and perhaps one at the end.
        // A machine that is busy for a second misses some; the exact count is shown in virtual time.
        #expect((10...28).contains(record.geocodes.count))
    }

    @Test("the drive from Tokyo to Mount Fuji, as it was recorded")
    func tokyoFuji() async throws {
        let recording = try SharedData.traceOrCancel("drive-tokyo-fuji.nmea")
        let lines = try String(contentsOf: recording, encoding: .utf8).split(whereSeparator: \.isNewline)
        // GGA, GSA and RMC make an epoch.
        let epochs = stride(from: 0, to: lines.count - 2, by: 3).map { index in
            Array((lines[index...index + 2].joined(separator: "\r\n") + "\r\n").utf8)
        }
        let (record, last) = try await play(epochs, every: .seconds(5), times: 250)
        let cities = record.placemarks.compactMap { $0.placemark?.placemark.locality }
        // 250 times as fast, a machine that is busy for a second misses four minutes of the way: half of the 17 cities
        // that an idle one sees are enough here. Which are right, and for how long, is shown in virtual time.
        #expect(Set(cities).count >= 8, "\(cities)")
        let gazetteer = try Gazetteer(path: Programs.world)
        for report in record.placemarks {
            guard let location = report.location, let city = report.placemark?.placemark.locality else { continue }
            #expect(city == gazetteer.placemark(at: location.coordinate)?.locality)
        }
        #expect(last.placemark?.placemark.isoCountryCode == "JP")
    }

    @Test("a box that stands still geocodes once, and its answers carry age, accuracy and source")
    func stationary() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port,
            configuration: "[Geocoding]\nInterval=100ms\n[Publishing]\nStateFilePrecision=precise\n")
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        let stay = Stay(
            at: vaduz, for: .seconds(1500),
            startingAt: Self.start, jitterInMeters: 5, seed: 7)
        let epochs = stay.map { NMEAEpoch($0).bytes }
        try await feed(Array(epochs[..<300]), to: gpsd, every: .milliseconds(10))
        // It still stands there, however late a busy machine asks. The end of the test ends the feed.
        async let _ = feed(Array(epochs[300...]), to: gpsd, every: .milliseconds(100))
        let status = try await daemon.status("all fixes") { $0.acceptedFixes >= 295 }
        #expect(status.geocoding?.requests == 1)
        #expect(status.source.state == .live)
        #expect(status.location?.simulated == false)
        #expect(try #require(status.location?.horizontalAccuracy) > 1)
        #expect(try #require(status.location?.age) < 5)
        #expect(status.placemark?.placemark.locality == "Vaduz")

        let city = try await Programs.run("nc", ["-U", daemon.socket], input: "city\n")
        #expect(city.output == "Vaduz\n")
        // The last fixes may have come after the answer.
        let written = await poll(atMost: .seconds(10)) {
            let text = daemon.directory.contents("state/state.json") ?? ""
            guard let state = try? JSONDecoder().decode(Status.self, from: Data(text.utf8)) else { return false }
            return state.sequence >= status.sequence && state.placemark?.placemark == status.placemark?.placemark
        }
        #expect(written)
    }
}
