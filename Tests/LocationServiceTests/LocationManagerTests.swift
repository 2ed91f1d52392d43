import Geocoding
import LocationService
import PlacemarkCore
import TestConditions
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
        let clock = TestClock()
        let source = AsyncStream<SourceEvent>.makeStream()
        let published = AsyncStream<Publication>.makeStream()
    }

    private func manager(_ setup: Setup, _ geocoder: any Geocoder) -> LocationManager<TestClock> {
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
        #expect(status?.geocoding.failing == true)
        #expect(status?.placemark?.placemark == FixedGeocoder.vaduz)
        #expect(status?.placemark?.stale == true)
        setup.source.continuation.finish()
        await run.value
    }

    @Test("the boot clock runs forward and its sleep ends after its deadline")
    func bootClock() async throws {
        let clock = BootClock()
        let start = clock.now
        try await clock.sleep(until: start.advanced(by: .milliseconds(10)), tolerance: nil)
        #expect(clock.now >= start.advanced(by: .milliseconds(10)))
    }
}

/// The edge of these tests: a geocoder that knows one place, or none.
private struct FixedGeocoder: Geocoder {
    static let vaduz: Placemark = {
        var placemark = Placemark(geocoder: "test")
        placemark.locality = "Vaduz"
        return placemark
    }()

    var failure: GeocodingError?

    func reverseGeocode(_ location: Location) async throws(GeocodingError) -> Placemark {
        if let failure { throw failure }
        return Self.vaduz
    }
}
