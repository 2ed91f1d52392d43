import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("LocationMachine with a network geocoder")
struct LocationMachineNetworkTests {
    private var machine: LocationMachine
    private var snapshot = StatusSnapshot(at: at(0), geocoding: .init())
    private var timer: BootInstant?
    private var outcome = GeocodeAnswer.Outcome.answered
    private var asked: [Double] = []
    private var bridged: [Double] = []
    private var names: [(at: Double, geocoder: String)] = []

    init() { machine = LocationMachine(settings: Self.settings(.distanceAndTime), seed: 1, at: at(0)) }

    private static func settings(_ mode: GeocodingMode) -> LocationMachine.Settings {
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = mode
        settings.geocoder = .socket("/run/geocoder.sock")
        return settings
    }

    /// A gazetteer that has another city each 2 km, and a network that has streets.
    private static func city(of coordinate: Coordinate) -> Int {
        Int((coordinate.latitude - cupertino.latitude) * 111_195 / 2000)
    }

    private func answer(_ request: GeocodeRequest) -> GeocodeAnswer {
        var gazetteer = Placemark(geocoder: "gazetteer")
        gazetteer.locality = "City \(Self.city(of: request.coordinate))"
        if request.geocoder == .gazetteer { return GeocodeAnswer(gazetteer, gazetteer: gazetteer, outcome: .notAsked) }
        guard outcome == .answered else { return GeocodeAnswer(gazetteer, gazetteer: gazetteer, outcome: outcome) }
        var street = gazetteer
        (street.geocoder, street.thoroughfare) = ("nominatim", "Main Street")
        return GeocodeAnswer(street, gazetteer: gazetteer)
    }

    private mutating func feed(_ input: LocationMachine.Input, at now: BootInstant) {
        var next: LocationMachine.Input?
        let hint: (Coordinate) -> NameHint? = {
            var hint = NameHint()
            hint.locality = UInt32(Self.city(of: $0) + 1)
            return hint
        }
        for action in machine.handle(input, hint: hint, at: now) {
            switch action {
            case .geocode(let request):
                let seconds = now.sinceBoot.inSeconds
                if request.geocoder == .gazetteer { bridged.append(seconds) } else { asked.append(seconds) }
                next = .answered(answer(request))
            case .setTimer(let deadline): timer = deadline
            case .publish(let publication):
                snapshot = publication.snapshot
                for case .placemark(let known) in publication.events.map(\.kind) {
                    names.append((now.sinceBoot.inSeconds, known.placemark.geocoder))
                }
            case .log: break
            }
        }
        if let next { feed(next, at: now) }
    }

    private mutating func drive(_ metersPerSecond: Double, seconds: ClosedRange<Int>, from meters: Double = 0) {
        for second in seconds {
            let now = Double(second)
            while let due = timer, due <= at(now) {
                timer = nil
                feed(.timer, at: due)
            }
            let way = meters + metersPerSecond * (now - Double(seconds.lowerBound))
            feed(.source(.fix(fix(north(way, of: cupertino), at: now))), at: at(now))
        }
    }

    private func status(_ seconds: Double) -> Status { snapshot.status(at: at(seconds), precision: .precise) }

    @Test("a failure publishes the gazetteer's names at once, said to be the gazetteer's, and not as stale")
    mutating func failure() {
        outcome = .failed("it is gone")
        drive(0, seconds: 0...5)
        let status = status(5)
        #expect(status.placemark?.placemark.geocoder == "gazetteer" && status.placemark?.placemark.locality == "City 0")
        #expect(status.placemark?.stale == false && status.geocoding?.failing == true)
        #expect(status.geocoding?.geocoder == .network && status.geocoding?.network?.lastError == "it is gone")
        #expect(status.geocoding?.network?.failed == 1)
    }

    @Test(
        "while it fails, it is asked by the back-off alone, and the gazetteer names each place on the way",
        arguments: [GeocodingMode.distanceAndTime, .onChange])
    mutating func bridge(mode: GeocodingMode) throws {
        machine = LocationMachine(settings: Self.settings(mode), seed: 1, at: at(0))
        outcome = .failed("it is gone")
        drive(25, seconds: 0...3600)
        // After 60, 120, 240, 480, 900 s …, each less a quarter at most.
        #expect((6...9).contains(asked.count), "\(asked)")
        #expect((30...70).contains(bridged.count), "\(bridged.count)")
        #expect(zip(bridged, bridged.dropFirst()).allSatisfy { $1 - $0 >= 60 })
        #expect(
            snapshot.placemark?.placemark.locality == "City 44" || snapshot.placemark?.placemark.locality == "City 45")
        #expect(status(3600).placemark?.stale == false)
        #expect(status(3600).geocoding?.requests == asked.count)
    }

    @Test("when it answers again, its names come back with the next attempt")
    mutating func recovery() throws {
        outcome = .failed("it is gone")
        drive(0, seconds: 0...100)
        outcome = .answered
        drive(0, seconds: 101...300)
        #expect(snapshot.placemark?.placemark.thoroughfare == "Main Street")
        #expect(status(300).geocoding?.failing == false)
        // Why it failed is still to be read.
        #expect(status(300).geocoding?.network?.lastError == "it is gone")
    }

    @Test("a parked box whose geocoder fails keeps its street, and goes on asking by the back-off")
    mutating func parked() {
        machine = LocationMachine(settings: Self.settings(.distanceOrTime), seed: 1, at: at(0))
        drive(0, seconds: 0...10)
        outcome = .failed("it is gone")
        drive(0, seconds: 11...1800)
        #expect((4...7).contains(asked.count), "\(asked)")
        #expect(snapshot.placemark?.placemark.thoroughfare == "Main Street" && bridged.isEmpty)
        outcome = .answered
        drive(0, seconds: 1801...2800)
        #expect(status(2800).geocoding?.failing == false)
    }

    @Test("a refused answer is a failure of its own in the counters (fault 55)")
    mutating func refused() {
        outcome = .refused(.otherCountry)
        drive(0, seconds: 0...5)
        #expect(snapshot.counters.results[.refused] == 1 && snapshot.placemark?.placemark.geocoder == "gazetteer")
        #expect(status(5).geocoding?.network?.lastError == "its answer is in another country than the position")
    }

    @Test("that it knows no place is an answer: the gazetteer's names count, and nothing is repeated")
    mutating func noResult() {
        outcome = .noResult
        drive(0, seconds: 0...3600)
        #expect(asked.count == 1 && snapshot.placemark?.placemark.geocoder == "gazetteer")
        #expect(status(3600).geocoding?.failing == false)
    }

    @Test("an open circuit is in the status with its end, until the geocoder answers")
    mutating func rests() {
        outcome = .failed("refused by its server")
        drive(0, seconds: 0...1)
        feed(.geocoderHealth(.init(.resting, reason: "403", retryAfter: .seconds(600))), at: at(2))
        let network = status(102).geocoding?.network
        #expect(network?.state == .resting && network?.reason == "403" && network?.restsFor == 500)
        outcome = .answered
        drive(0, seconds: 103...300)
        #expect(status(300).geocoding?.network?.state == nil)
    }

    @Test("with the gazetteer as the geocoder there is nothing of a network in the status")
    func without() {
        let plain = LocationMachine(seed: 1, at: at(0)).snapshot.status(at: at(0), precision: .precise)
        #expect(plain.geocoding?.geocoder == .gazetteer && plain.geocoding?.network == nil)
    }
}
