import Glibc

@testable import LocationEngine
@testable import PlacemarkModel

/// A box that moves as a test tells it to, and the trips that are told of it.
///
/// The receiver's error is what multipath makes of it: a part that wanders slowly, and a part that is new with each fix.
struct TripRun {
    var detector: TripDetector
    private(set) var changes: [TripDetector.Change] = []
    /// Seconds since boot.
    var now = 100.0
    /// Metres from the origin.
    private(set) var east = 0.0
    private(set) var north = 0.0
    /// The way that the box has truly gone, in metres.
    private(set) var way = 0.0
    /// What the receiver claims, in metres.
    var accuracy: Double? = 5
    /// One standard deviation of the slow error, east and north, in metres; a third of it is new with each fix.
    var sigma = 0.0
    /// Seconds from fix to fix.
    var interval = 1.0
    /// What the receiver's clock shows at boot; nil for a receiver that does not know the time.
    var clock: Timestamp? = epoch
    private var slow = SIMD2<Double>.zero
    /// The memory as it was last worth saving, which is what the next run finds when the power goes.
    private var saved: (revision: UInt64, memory: TripDetector.Memory)?
    private var random: SeededRandom

    init(seed: UInt64 = 1, box: String = "test") {
        random = SeededRandom(seed: seed)
        detector = TripDetector(box: box)
    }

    var started: [TripRecord] {
        changes.compactMap { if case .started(let trip) = $0 { trip } else { nil } }
    }
    var finals: [TripRecord] { changes.finals }
    var provisionals: [TripRecord] {
        changes.compactMap { change in
            if case .ended(let trip) = change, trip.state == .provisional { trip } else { nil }
        }
    }

    mutating func stay(minutes: Double) { move(eastward: 0, seconds: minutes * 60) }

    /// At so many metres a second.
    mutating func move(eastward: Double, northward: Double = 0, seconds: Double) {
        for _ in 0..<Int((seconds / interval).rounded()) {
            now += interval
            (east, north) = (east + eastward * interval, north + northward * interval)
            way += (eastward * eastward + northward * northward).squareRoot() * interval
            fix()
        }
    }

    /// Time without fixes, in which the box may be carried on.
    mutating func silence(minutes: Double, eastward: Double = 0) {
        now += minutes * 60
        east += eastward
        way += eastward.magnitude
        changes += detector.advance(to: at(now))
    }

    /// The process ends, and begins again; after `reboot` the boot-time clock counts from 0.
    ///
    /// - Parameters:
    ///   - isSudden: whether nothing was saved at the end.
    ///   - eastward: how far the box is carried on meanwhile.
    mutating func restart(
        reboot: Bool = false, offMinutes: Double = 0, isSudden: Bool = false, eastward: Double = 0
    ) {
        east += eastward
        way += eastward.magnitude
        let box = detector.box
        var memory = isSudden ? saved?.memory ?? TripDetector.Memory() : detector.memory
        detector = TripDetector(box: box)
        if reboot {
            memory = memory.ofEarlierBoot
            clock = clock?.advanced(by: .seconds(now + offMinutes * 60))
            now = 0
        } else {
            now += offMinutes * 60
        }
        detector.restore(memory)
        saved = nil
    }

    /// The geocoder answers for where the box is.
    mutating func name(_ locality: String, _ isoCountryCode: String? = nil) {
        var placemark = Placemark(geocoder: "test")
        (placemark.locality, placemark.isoCountryCode) = (locality, isoCountryCode)
        detector.named(placemark, at: LocationEngineTests.fix(place, at: now, accuracy: accuracy))
        saved = (detector.revision, detector.memory)
    }

    /// Where the box is.
    var place: Coordinate { place(SIMD2(east, north)) }

    private func place(_ meters: SIMD2<Double>) -> Coordinate {
        coordinate(
            LocationEngineTests.north(meters.y, of: cupertino).latitude,
            cupertino.longitude + meters.x / Self.metersToADegreeEast)
    }

    mutating func finish() { changes += detector.finish() }

    private static let metersToADegreeEast =
        100 * cupertino.distance(to: coordinate(cupertino.latitude, cupertino.longitude + 0.01))

    private mutating func fix() {
        let keep = exp(-interval / 100)
        slow = slow * keep + SIMD2(gauss(), gauss()) * (sigma * (1 - keep * keep).squareRoot())
        let error = slow + SIMD2(gauss(), gauss()) * (sigma / 3)
        let place = place(SIMD2(east, north) + error)
        let timestamp = clock.flatMap { $0.advanced(by: .seconds(now)) }
        let location = LocationEngineTests.fix(place, at: now, accuracy: accuracy, timestamp: .some(timestamp))
        changes += detector.advance(to: at(now)) + detector.accepted(location)
        if saved?.revision != detector.revision { saved = (detector.revision, detector.memory) }
    }

    /// Of the standard normal distribution (Box and Muller, 1958).
    private mutating func gauss() -> Double {
        guard sigma > 0 else { return 0 }
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude...1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}
