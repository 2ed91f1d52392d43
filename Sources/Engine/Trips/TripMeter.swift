import Glibc
import PlacemarkModel

/// How far and how fast a trip has gone, without what is only the scatter of fixes.
///
/// A way counts once it is longer than the accuracy of both its ends; so a box that stands still comes nowhere, and one
/// under way is measured along chords. Speeds over ground are the receiver's, where it tells them, and else those of ten
/// seconds and more.
struct TripMeter: Codable, Hashable, Sendable {
    /// The jitter of a receiver that tells no accuracy, or too good a one, in metres.
    static let leastWay = 10.0
    /// A speed that is not told is measured over so long at least.
    static let speedInterval = Duration.seconds(10)
    /// Slower than this, in m/s, the box does not move.
    static let movingSpeed = 0.5
    /// The part of the way that its chords cut off or its scatter adds, at most: see TripDetectorTests/distance.
    static let shareOfChords = 0.03

    /// In metres, gaps with their straight ways.
    private(set) var distance = 0.0
    private(set) var distanceInGaps = 0.0
    private(set) var movingTime = Duration.zero
    /// In m/s.
    private(set) var greatestSpeed: Double?
    private(set) var gaps: [TripRecord.Gap] = []
    private let first: TripPoint
    /// Up to where the way has been counted.
    private var counted: TripPoint
    /// The last fix, and how fast it was.
    private(set) var last: TripPoint
    private var lastSpeed: Double?
    /// Where the speed is measured from.
    private var reference: TripPoint
    private var referenceSpeed: Double?

    init(from point: TripPoint) { (first, counted, last, reference) = (point, point, point, point) }

    /// Where and when it began.
    var departure: TripPoint { first }

    mutating func add(_ fix: Location) {
        let point = TripPoint(fix)
        let step = last.time.at.duration(to: point.time.at)
        guard step > .zero else { return }
        let isGap = step > TripRules.silence
        if isGap { addGap(to: point, step) } else { addWay(to: point) }
        measureSpeed(fix, point, isAfterGap: isGap)
        last = point
    }

    /// Adds the straight way to where the box has come unseen, in so short a time. `point` is of a later time.
    mutating func arrive(at point: TripPoint, after duration: Duration) {
        var arrival = point
        arrival.time.at = last.time.at.advanced(by: duration)
        arrival.time.timestamp = last.time.timestamp?.advanced(by: duration)
        addGap(to: arrival, duration)
        last = arrival
    }

    private mutating func addWay(to point: TripPoint) {
        let way = counted.distance(to: point)
        guard way > max(Self.leastWay, counted.accuracy ?? 0, point.accuracy ?? 0) else { return }
        distance += way
        counted = point
    }

    private mutating func addGap(to point: TripPoint, _ step: Duration) {
        let way = counted.distance(to: point)
        distance += way
        distanceInGaps += way
        counted = point
        let gap = TripRecord.Gap(
            from: last.time.timestamp, until: point.time.timestamp, duration: step.inReportedSeconds,
            distance: way.rounded(toDecimals: 0))
        if gaps.count < TripRules.mostGaps {
            gaps.append(gap)
        } else {
            let index = gaps.count - 1
            gaps[index].until = gap.until
            gaps[index].duration += gap.duration
            gaps[index].distance += gap.distance
        }
    }

    private mutating func measureSpeed(_ fix: Location, _ point: TripPoint, isAfterGap: Bool) {
        if let speed = fix.speed {
            // A single fix tells nothing.
            if let lastSpeed { tell(min(speed, lastSpeed)) }
            lastSpeed = speed
        } else {
            lastSpeed = nil
        }
        let interval = reference.time.at.duration(to: point.time.at)
        guard isAfterGap || interval >= Self.speedInterval else { return }
        let speed = reference.distance(to: point) / interval.inSeconds
        if !isAfterGap {
            if speed >= Self.movingSpeed { movingTime += interval }
            if fix.speed == nil, let referenceSpeed { tell(min(speed, referenceSpeed)) }
        }
        (reference, referenceSpeed) = (point, isAfterGap ? nil : speed)
    }

    private mutating func tell(_ speed: Double) { greatestSpeed = max(greatestSpeed ?? speed, speed) }

    /// What had been measured when a fix came, which made `next` of it: a way without fixes that led there is part of the trip,
    /// also of one that ends there.
    func withGap(of next: TripMeter) -> TripMeter { next.distanceInGaps > distanceInGaps ? next : self }

    /// Writes down what has been measured.
    func write(into record: inout TripRecord, until end: TripPoint) {
        record.duration = first.time.at.duration(to: end.time.at).inReportedSeconds
        record.distance = distance.rounded(toDecimals: 0)
        let (one, other) = (first.accuracy ?? Self.leastWay, end.accuracy ?? Self.leastWay)
        let chords = Self.shareOfChords * (distance - distanceInGaps)
        record.distanceError = (one * one + other * other + chords * chords).squareRoot().rounded(toDecimals: 0)
        record.movingTime = movingTime.inReportedSeconds
        let seconds = movingTime.inSeconds
        record.meanSpeed = seconds > 0 ? ((distance - distanceInGaps) / seconds).rounded(toDecimals: 2) : nil
        record.greatestSpeed = greatestSpeed?.rounded(toDecimals: 2)
        record.gaps = gaps.isEmpty ? nil : gaps
    }

    /// The same on a boot-time clock that shows `offset` more.
    func shifted(by offset: Duration) -> TripMeter {
        var shifted = TripMeter(from: first.shifted(by: offset))
        (shifted.distance, shifted.distanceInGaps) = (distance, distanceInGaps)
        (shifted.movingTime, shifted.greatestSpeed, shifted.gaps) = (movingTime, greatestSpeed, gaps)
        shifted.counted = counted.shifted(by: offset)
        shifted.last = last.shifted(by: offset)
        shifted.reference = reference.shifted(by: offset)
        return shifted
    }

    /// What is left of something after so many half-lives.
    static func half(to halfLives: Double) -> Double { exp2(-halfLives) }

    /// Whether a run can have left this.
    var isSound: Bool {
        [first, counted, last, reference].allSatisfy(\.isSound) && distance >= 0 && distance < 1e10
            && distanceInGaps >= 0 && distanceInGaps <= distance && movingTime >= .zero
            && last.time.at >= first.time.at
    }
}
