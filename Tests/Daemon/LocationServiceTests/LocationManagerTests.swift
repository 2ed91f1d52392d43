import Dispatch
import Geocoding
import LocationService
import LocationEngine
import PlacemarkModel
import Synchronization
import SystemClocks
import Systemd
import TestConditions
import TestSupport
import Testing

@Suite("LocationManager", .timeLimit(.minutes(1)), .tags(.waits))
struct LocationManagerTests {
    private static let vaduz = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)

    private static func fix(_ meters: Double, at now: BootInstant) -> SourceEvent {
        let place = Coordinate(clampingLatitude: vaduz.latitude + meters / 111_195, wrappingLongitude: vaduz.longitude)
        return .fix(Location(coordinate: place, horizontalAccuracy: 5, receivedAt: now))
    }

    /// A manager on a test clock, with what it published.
    private struct Setup {
        let clock = StandingClock()
        let source = AsyncStream<SourceEvent>.makeStream()
        let published = AsyncStream<Publication>.makeStream()
    }

    private func manager(_ setup: Setup, _ geocoder: any Geocoder) -> LocationManager<StandingClock> {
        LocationManager(
            settings: .init(), geocoder: geocoder, clock: setup.clock, seed: 1,
            publish: { [continuation = setup.published.continuation] in continuation.yield($0) }, log: { _ in })
    }

    @Test("a fix becomes a placemark, and the end of the source is the last word")
    func fixToPlacemark() async throws {
        let setup = Setup()
        let manager = manager(setup, FixedGeocoder())
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        let run = Task { await manager.run(setup.source.stream) }
        var publications = setup.published.stream.makeAsyncIterator()
        let geocoding = try #require(await publications.next())
        #expect(geocoding.snapshot.placemark == nil)
        let named = try #require(await publications.next())
        #expect(named.snapshot.placemark?.placemark.locality == "Vaduz")
        setup.source.continuation.finish()
        await run.value
        let last = try #require(await publications.next())
        #expect(last.snapshot.source.state == .disconnected)
        #expect(last.snapshot.placemark?.placemark.locality == "Vaduz")
    }

    @Test("the timer geocodes a box that moved and stopped, at the 60 s mark and not before")
    func timer() async throws {
        let setup = Setup()
        let manager = manager(setup, FixedGeocoder())
        let run = Task { await manager.run(setup.source.stream) }
        var publications = setup.published.stream.makeAsyncIterator()
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        while let publication = await publications.next(), publication.snapshot.placemark == nil {}
        setup.clock.advance(by: .seconds(4))
        setup.source.continuation.yield(Self.fix(1100, at: setup.clock.now))
        while let publication = await publications.next(), publication.snapshot.counters.accepted < 2 {}
        // Stale, lost, and then the request: each timer at its own moment of the test's clock.
        while setup.clock.now < BootInstant(sinceBoot: .seconds(60)) { await setup.clock.advanceToNextSleeper() }
        var requests: [(at: BootInstant, count: Int)] = []
        while requests.last?.count != 2, let publication = await publications.next() {
            for event in publication.events { requests.append((event.at, publication.snapshot.counters.requests)) }
        }
        #expect(requests.last?.at == BootInstant(sinceBoot: .seconds(60)))
        #expect(requests.dropLast().allSatisfy { $0.count == 1 })
        setup.source.continuation.finish()
        await run.value
    }

    @Test("a geocoder that fails is told in the status, with the old placemark kept")
    func failure() async throws {
        let setup = Setup()
        let manager = manager(setup, FixedGeocoder(failure: .unavailable("no network")))
        let run = Task { await manager.run(setup.source.stream) }
        var publications = setup.published.stream.makeAsyncIterator()
        await manager.restore(FixedGeocoder.vaduz, answeredAt: setup.clock.now)
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        var last: StatusSnapshot?
        while let publication = await publications.next() {
            last = publication.snapshot
            if publication.snapshot.isGeocodingFailing { break }
        }
        let status = last?.status(at: setup.clock.now, precision: .precise)
        #expect(status?.geocoding?.failing == true)
        #expect(status?.placemark?.placemark == FixedGeocoder.vaduz)
        #expect(status?.placemark?.stale == true)
        setup.source.continuation.finish()
        await run.value
    }

    @Test("the end of a source does not end the timer: of the next one, too, it is told that it falls silent")
    func nextSource() async throws {
        let setup = Setup()
        let manager = manager(setup, FixedGeocoder())
        var publications = setup.published.stream.makeAsyncIterator()
        for _ in 1...2 {
            let source = AsyncStream<SourceEvent>.makeStream()
            let run = Task { await manager.run(source.stream) }
            source.continuation.yield(.connected)
            source.continuation.yield(Self.fix(0, at: setup.clock.now))
            while let publication = await publications.next(), publication.snapshot.source.state != .live {}
            source.continuation.finish()
            await run.value
            while let publication = await publications.next(), publication.snapshot.source.state != .disconnected {}
        }
        let run = Task { await manager.run(setup.source.stream) }
        setup.source.continuation.yield(.connected)
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        while let publication = await publications.next(), publication.snapshot.source.state != .live {}
        await setup.clock.advanceToNextSleeper()
        while let publication = await publications.next(), publication.snapshot.source.state != .stale {}
        setup.source.continuation.finish()
        await run.value
        await manager.stop()
    }

    @Test("an answer that comes after the end of its source counts")
    func lateAnswer() async throws {
        let setup = Setup()
        let geocoder = SlowGeocoder()
        let manager = manager(setup, geocoder)
        let run = Task { await manager.run(setup.source.stream) }
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        await geocoder.isAsked()
        setup.source.continuation.finish()
        await run.value
        geocoder.answer()
        var publications = setup.published.stream.makeAsyncIterator()
        var named: Publication?
        while named?.snapshot.placemark == nil { named = await publications.next() }
        #expect(named?.snapshot.source.state == .disconnected)
        await manager.stop()
    }

    @Test("a new geocoder is asked for the place of a box that stands, and the one before it is not waited for")
    func newGeocoder() async throws {
        let setup = Setup()
        let slow = SlowGeocoder()
        let manager = manager(setup, slow)
        let run = Task { await manager.run(setup.source.stream) }
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        await slow.isAsked()
        var publications = setup.published.stream.makeAsyncIterator()
        var reasons: [GeocodePolicy.Reason] = []
        for number in 1...2 {
            await manager.setGeocoder(FixedGeocoder(name: "Town \(number)"))
            while let publication = await publications.next() {
                for case .geocode(let reason, _) in publication.events.map(\.kind) { reasons.append(reason) }
                if publication.snapshot.placemark?.placemark.locality == "Town \(number)" { break }
            }
        }
        #expect(reasons == [.first, .first, .requested])
        slow.answer()
        setup.source.continuation.finish()
        await run.value
        await manager.stop()
    }

    @Test("how a geocoder is that has failed does not become known of the one that has replaced it meanwhile")
    func healthOfReplaced() async throws {
        let setup = Setup()
        let ailing = AilingGeocoder()
        let manager = manager(setup, ailing)
        let run = Task { await manager.run(setup.source.stream) }
        setup.source.continuation.yield(Self.fix(0, at: setup.clock.now))
        var asked = ailing.healthAsked.stream.makeAsyncIterator()
        _ = await asked.next()
        // It has not said yet how it is when it is asked for the place once more, and fails again.
        while setup.clock.now < BootInstant(sinceBoot: .seconds(60)) { await setup.clock.advanceToNextSleeper() }
        _ = await asked.next()
        await manager.setGeocoder(FixedGeocoder())
        ailing.tellHealth()
        var ends = ailing.healthEnded.stream.makeAsyncIterator()
        for _ in 1...2 { #expect(await ends.next() == true, "nobody is interested any more") }
        setup.source.continuation.finish()
        await run.value
        await manager.stop()
    }

    @Test("the watchdog gets nothing while the manager hangs, and is fed again when it goes on (fault 58)")
    func hung() async throws {
        let gate = DispatchSemaphore(value: 0)
        let hangs = Atomic(true)
        let hung = AsyncStream<Void>.makeStream()
        let manager = LocationManager(
            settings: .init(), geocoder: FixedGeocoder(), clock: StandingClock(), seed: 1,
            publish: { _ in
                guard hangs.exchange(false, ordering: .relaxed) else { return }
                hung.continuation.yield()
                gate.wait()
            }, log: { _ in })
        let order = AsyncStream<String>.makeStream()
        let feed = WatchdogFeed(roundTrip: { await manager.answer() }, feed: { order.continuation.yield("fed") })
        let setting = Task { _ = await manager.setRegions(RegionTable()) }
        for await _ in hung.stream { break }
        feed.beat()
        feed.beat()
        order.continuation.yield("released")
        gate.signal()
        var seen = order.stream.makeAsyncIterator()
        #expect(await seen.next() == "released")
        #expect(await seen.next() == "fed")
        await setting.value
    }

    @Test("a reload hands over a finished table of regions, of which nothing is made again, and gets the old one back")
    func regionsHandedOver() async throws {
        func table(_ name: String) -> RegionTable {
            RegionTable([Region(identifier: name, shape: .circle(center: Self.vaduz, radiusInMeters: 100))])
        }
        let manager = manager(Setup(), FixedGeocoder())
        let (first, second) = (table("first"), table("second"))
        await manager.setRegions(first)
        let replaced = await manager.setRegions(second)
        #expect(replaced.isIdentical(to: first))
        #expect(await manager.setRegions(RegionTable()).isIdentical(to: second))
    }

    @Test("the boot clock runs forward and its sleep ends after its deadline")
    func bootClock() async throws {
        let clock = BootClock()
        let start = clock.now
        try await clock.sleep(until: start.advanced(by: .milliseconds(10)), tolerance: nil)
        #expect(clock.now >= start.advanced(by: .milliseconds(10)))
    }
}
