import LocationEngine
import PlacemarkModel
import Simulation

@testable import SimulationSupport

/// An honest run of a real machine, in which a test changes what the machine has said before the invariants see it.
struct TamperedRun {
    /// What the machine has said in one step.
    struct Draft {
        let input: LocationMachine.Input
        /// Since the start.
        let seconds: Double
        let now: BootInstant
        var publications: [Publication]
        var geocodes: [Location]
        var actionCountBeside = 0
        var truth: Step.Truth?

        var isFix: Bool { if case .source(.fix) = input { true } else { false } }

        /// Changes the publication, if there is one.
        mutating func publication(_ change: (inout Publication) -> Void) {
            if !publications.isEmpty { change(&publications[0]) }
        }

        mutating func snapshot(_ change: (inout StatusSnapshot) -> Void) { publication { change(&$0.snapshot) } }

        mutating func report(_ kinds: Event.Kind..., at moment: BootInstant? = nil) {
            let events = kinds.map { Event($0, at: moment ?? now, elapsed: .seconds(seconds)) }
            publication { $0.events += events }
        }

        /// Asks the geocoder for the published location.
        mutating func ask(_ reason: GeocodePolicy.Reason) {
            guard let location = publications.first?.snapshot.location else { return }
            geocodes.append(location)
            report(.geocode(reason, location))
        }

        /// Takes out what the machine has asked.
        mutating func doNotAsk() {
            geocodes = []
            publication { $0.events.removeAll { if case .geocode = $0.kind { true } else { false } } }
        }
    }

    static let start = BootInstant(sinceBoot: .seconds(1000))
    static let place = Coordinate(clampingLatitude: 37.3318, wrappingLongitude: -122.0312)
    static let region = Region(identifier: "r", shape: .circle(center: place, radiusInMeters: 100))
    static let silentRegion = Region(
        identifier: "s", shape: .circle(center: place, radiusInMeters: 100), notifyOnEntry: false, notifyOnExit: false)

    var settings = LocationMachine.Settings()
    var speedInMetersPerSecond = 0.0
    var geocoderFails = false
    /// The seconds in which there is no fix, but a report that there is none.
    var withoutFix: ClosedRange<Int> = 80...82
    /// The seconds in which the receiver says nothing.
    var silence: ClosedRange<Int> = 300...320

    static func fix(_ coordinate: Coordinate = place, at now: BootInstant) -> Location {
        let (seconds, attoseconds) = now.sinceBoot.components
        return Location(
            coordinate: coordinate, horizontalAccuracy: 5, speed: 1, course: 10,
            timestamp: Timestamp(
                nanosecondsSinceEpoch: 1_795_204_800_000_000_000 + seconds * 1_000_000_000 + attoseconds
                    / 1_000_000_000),
            receivedAt: now, device: "/dev/ttyACM0")
    }

    static func at(_ seconds: Double) -> BootInstant { start.advanced(by: .seconds(seconds)) }

    /// What the invariants say to 400 seconds at 1 Hz.
    func violations(_ tamper: (inout Draft) -> Void) -> Violations {
        var machine = LocationMachine(
            settings: settings, seed: 1, offset: SecretOffset(key: (1, 2)), at: Self.start)
        var invariants = Invariants(
            settings: settings, regions: [Self.region, Self.silentRegion], largestErrorInMeters: 20,
            thoroughness: .init(statusSampling: 1, jsonSampling: 2))
        var timer: BootInstant?
        func feed(_ first: LocationMachine.Input, at now: BootInstant, truth: Step.Truth? = nil) {
            var inputs = [first]
            while let input = inputs.first {
                inputs.removeFirst()
                var draft = Draft(
                    input: input, seconds: Self.start.duration(to: now).inSeconds, now: now, publications: [],
                    geocodes: [], truth: truth)
                for action in machine.handle(input, hint: SimulatedGeocoder.hint(at:), at: now) {
                    switch action {
                    case .publish(let publication): draft.publications.append(publication)
                    case .geocode(let request):
                        draft.geocodes.append(request.location)
                        inputs.append(
                            geocoderFails
                                ? .geocodingFailed("no answer")
                                : .geocoded(SimulatedGeocoder.placemark(of: request.coordinate)))
                    case .setTimer(let deadline): timer = deadline
                    case .log: draft.actionCountBeside += 1
                    }
                }
                tamper(&draft)
                let actions: [LocationMachine.Action] =
                    draft.publications.map { .publish($0) }
                    + draft.geocodes.map { .geocode(GeocodeRequest(location: $0)) }
                    + Array(repeating: .log(.placemarkUnchanged), count: draft.actionCountBeside)
                invariants.check(Step(input, at: now, actions: actions, truth: draft.truth))
            }
        }
        feed(.source(.connected), at: Self.start)
        for second in 0..<400 {
            let now = Self.at(Double(second))
            while let due = timer, due <= now {
                timer = nil
                feed(.timer, at: due)
            }
            if silence.contains(second) { continue }
            let coordinate = Self.place.shifted(
                towards: 0, byMeters: Double(second) * speedInMetersPerSecond)
            let truth = Step.Truth(
                coordinate: coordinate, speedInMetersPerSecond: speedInMetersPerSecond, healthySince: Self.start)
            let event: SourceEvent =
                withoutFix.contains(second) ? .noFix(device: nil) : .fix(Self.fix(coordinate, at: now))
            feed(.source(event), at: now, truth: truth)
        }
        return invariants.violations
    }
}
