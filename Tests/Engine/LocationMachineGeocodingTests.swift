@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocationMachine and its geocoder")
struct LocationMachineGeocodingTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var isFailing = false
    private var snapshot = StatusSnapshot(at: at(0), geocoding: .init())
    private var timer: BootInstant?
    private var log: [LogEntry] = []
    private var requests = 0

    private mutating func configure(_ mode: GeocodingMode) {
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = mode
        machine = LocationMachine(settings: settings, seed: 1, at: at(0))
    }

    private mutating func feed(_ input: LocationMachine.Input, at now: BootInstant) {
        var answer: LocationMachine.Input?
        for action in machine.handle(input, at: now) {
            switch action {
            case .geocode:
                requests += 1
                answer = isFailing ? .geocodingFailed("the file is lost") : .geocoded(Placemark(geocoder: "test"))
            case .setTimer(let deadline): timer = deadline
            case .publish(let publication): snapshot = publication.snapshot
            case .log(let entry): log.append(entry)
            }
        }
        if let answer { feed(answer, at: now) }
    }

    /// A fix in each second, with the timers that are due before it.
    private mutating func drive(_ metersPerSecond: Double, seconds: ClosedRange<Int>) {
        for second in seconds.map(Double.init) {
            while let due = timer, due <= at(second) {
                timer = nil
                feed(.timer, at: due)
            }
            feed(.source(.fix(fix(north(metersPerSecond * second, of: cupertino), at: second))), at: at(second))
        }
    }

    private var warnings: [LogEntry] { log.filter { $0.level == .warning } }

    @Test(
        "a geocoder that fails is asked again after its back-off, whatever the policy",
        arguments: GeocodingMode.allCases)
    mutating func backOff(mode: GeocodingMode) {
        configure(mode)
        isFailing = true
        drive(0, seconds: 0...1800)
        // After 60, 120, 240, 480 and 900 s, each less a quarter at most.
        #expect((4...6).contains(requests) && warnings.count == requests)
        #expect(warnings.allSatisfy { !$0.message.contains("in 0.0 s") })
        isFailing = false
        drive(0, seconds: 1801...2800)
        #expect(snapshot.counters.results[.answered, default: 0] > 0)
    }

    @Test(
        "after a failure, a placemark is stale when the box has left the place that it names",
        arguments: GeocodingMode.allCases)
    mutating func stale(mode: GeocodingMode) {
        configure(mode)
        drive(0, seconds: 0...0)
        isFailing = true
        for second in 1...600 {
            drive(100, seconds: second...second)
            guard snapshot.isGeocodingFailing else { continue }
            #expect(snapshot.status(at: at(Double(second)), precision: .precise).placemark?.stale == true, "\(second)")
        }
        #expect(snapshot.isGeocodingFailing)
    }

    @Test("why nothing is asked is logged once, not with each fix")
    mutating func skipped() {
        drive(0, seconds: 0...600)
        #expect(log.count { if case .geocodingSkipped = $0 { true } else { false } } == 1)
        log = []
        drive(40, seconds: 601...660)
        drive(40, seconds: 661...719)
        #expect(log.count { if case .geocodingDeferred = $0 { true } else { false } } <= 2)
    }
}
