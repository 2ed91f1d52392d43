import PlacemarkModel

/// Where a box stays between two trips, and whether it has left.
///
/// The first fix of all is a stay as well, until it turns out to be on a way: a box that gets its power with the ignition
/// begins its trip there.
struct TripStay: Codable, Hashable, Sendable {
    /// One fix after a gap counts for no more than this in the middle of the stay.
    private static let longestStep = Duration.seconds(60)
    /// How many mean distances from the middle hold all fixes of a stay but a few.
    private static let meanDistancesToMost = 2.5
    private static let meanDistancesToNear = 1.5
    /// Farther from the middle, in metres, the fixes scatter too much to say what is near.
    private static let farthestNear = 60.0

    /// The middle of the stay, as a point of the unit sphere.
    private var middle: SIMD3<Double>
    /// What the fixes said of their accuracy, in metres, and how far from the middle they were.
    private var meanAccuracy: Double
    private var meanDistance: Double
    private let since: BootInstant
    /// Measures from the moment on that would be the beginning of a trip: the last in which the box was near the middle,
    /// or stood still.
    private(set) var meter: TripMeter
    /// The last fix that was good enough to say where the box is.
    private var lastGood: TripPoint
    private var standstill: (from: TripPoint, count: Int)?
    private var outsideSince: TripPoint?
    private var fixesOutside = 0
    /// The worst accuracy of late, in metres.
    private var weakness: Double
    private var weaknessAt: BootInstant

    private enum CodingKeys: String, CodingKey {
        // Standing still and being outside begin anew with each run.
        case middle, meanAccuracy, meanDistance, since, meter, lastGood, weakness, weaknessAt
    }

    static func == (left: TripStay, right: TripStay) -> Bool {
        left.middle == right.middle && left.meter == right.meter && left.lastGood == right.lastGood
            && left.fixesOutside == right.fixesOutside && left.since == right.since
    }

    func hash(into hasher: inout Hasher) { hasher.combine(meter) }

    /// - Parameters:
    ///   - place: the middle of the stay.
    ///   - since: when it began.
    ///   - now: where the box is.
    init(
        at place: Coordinate, accuracy: Double, meanDistance: Double = 0, since: BootInstant, now point: TripPoint
    ) {
        middle = place.vector
        meanAccuracy = accuracy
        self.meanDistance = meanDistance
        self.since = since
        meter = TripMeter(from: point)
        lastGood = point
        weakness = point.accuracy ?? 0
        weaknessAt = point.time.at
    }

    /// A stay that begins with one fix.
    init(startingAt point: TripPoint) {
        self.init(at: point.coordinate, accuracy: point.accuracy ?? 0, since: point.time.at, now: point)
    }

    /// Where a trip would begin, if the box left now.
    var departure: TripPoint { meter.departure }

    /// Whether the box is outside, or may be.
    var isDoubtful: Bool { outsideSince != nil }

    /// Takes a fix into account. Returns whether the box has left.
    mutating func accepted(_ fix: Location) -> Bool {
        let point = TripPoint(fix)
        let accuracy = fix.horizontalAccuracy ?? 0
        let surely = trusted(accuracy, at: fix.receivedAt)
        let silence = lastGood.time.at.duration(to: fix.receivedAt)
        let isGood = accuracy <= TripRules.worstAccuracy
        defer { if isGood { lastGood = point } }
        let distance = middle.distanceInMeters(to: fix.coordinate.vector)
        if isGood, silence > TripRules.silence, distance > radius, distance <= TripRules.longestHop {
            self = TripStay(startingAt: point)
            return false
        }
        meter.add(fix)
        if improves(on: fix, accuracy, distance) {
            self = TripStay(startingAt: point)
            return false
        }
        watchStandstill(point, distance)
        if distance > radius, distance - surely > radius { return hasLeft(point, distance - surely) }
        if distance <= near(accuracy) { meter = TripMeter(from: point) }
        guard distance <= radius else { return false }
        (outsideSince, fixesOutside) = (nil, 0)
        if isGood { learn(fix, distance, since: lastGood.time.at) }
        return false
    }

    /// The accuracy to reckon with: what the receiver says now, or what it has had to admit a moment ago.
    private mutating func trusted(_ accuracy: Double, at now: BootInstant) -> Double {
        let halfLives = max(.zero, weaknessAt.duration(to: now)) / TripRules.halfLifeOfAccuracy
        weakness = max(accuracy, weakness * TripMeter.half(to: halfLives))
        weaknessAt = now
        return weakness
    }

    /// A stay that began with a poor fix, as the first ones are, would hide all that the good ones tell.
    private func improves(on fix: Location, _ accuracy: Double, _ distance: Double) -> Bool {
        fixesOutside == 0 && since.duration(to: fix.receivedAt) < TripRules.stay && accuracy < meanAccuracy / 2
            && distance <= meanAccuracy + accuracy
    }

    private mutating func watchStandstill(_ point: TripPoint, _ distance: Double) {
        guard distance <= TripRules.leavingDistance else { return standstill = nil }
        guard let (from, count) = standstill, from.distance(to: point) <= TripRules.standstillRadius else {
            return standstill = (point, 1)
        }
        standstill = (from, count + 1)
        guard count + 1 >= TripRules.fewestFixesOfStandstill,
            from.time.at.duration(to: point.time.at) >= TripRules.standstill
        else { return }
        meter = TripMeter(from: point)
    }

    private mutating func hasLeft(_ point: TripPoint, _ surelyAway: Double) -> Bool {
        let since = outsideSince ?? point
        outsideSince = since
        fixesOutside = min(fixesOutside, TripRules.fewestFixesOutside) + 1
        return fixesOutside >= TripRules.fewestFixesOutside && surelyAway >= TripRules.leavingDistance
            && since.time.at.duration(to: point.time.at) >= TripRules.patience
    }

    /// How far from the middle the box counts as there, in metres.
    private var radius: Double {
        min(TripRules.leavingDistance, max(TripRules.stayRadius, Self.meanDistancesToMost * meanDistance))
    }

    /// How far from the middle it certainly has not left, in metres.
    private func near(_ accuracy: Double) -> Double {
        let scatter = Self.meanDistancesToNear * meanDistance
        return max(
            TripRules.standstillRadius, min(accuracy, TripRules.stayRadius), min(scatter, Self.farthestNear))
    }

    /// Moves the means by one fix of the stay, which counts for the time since the one before.
    private mutating func learn(_ fix: Location, _ distance: Double, since last: BootInstant) {
        let step = min(max(.zero, last.duration(to: fix.receivedAt)), Self.longestStep)
        let share = min(0.5, step / (since.duration(to: fix.receivedAt) + Self.longestStep))
        middle += (fix.coordinate.vector - middle) * share
        meanDistance += (distance - meanDistance) * share
        meanAccuracy += ((fix.horizontalAccuracy ?? meanAccuracy) - meanAccuracy) * share
    }

    /// The same on a boot-time clock that shows `offset` more.
    func shifted(by offset: Duration) -> TripStay {
        var shifted = TripStay(
            at: Coordinate(middle), accuracy: meanAccuracy, meanDistance: meanDistance,
            since: since.advanced(by: offset), now: lastGood.shifted(by: offset))
        shifted.meter = meter.shifted(by: offset)
        shifted.weakness = weakness
        shifted.weaknessAt = weaknessAt.advanced(by: offset)
        return shifted
    }

    /// Whether a run can have left this.
    var isSound: Bool {
        let sizes = [meanAccuracy, meanDistance, weakness].map(\.magnitude)
        return meter.isSound && lastGood.isSound && sizes.allSatisfy { $0 < Earth.equatorialRadiusInMeters }
            && (0.5...1.5).contains(middle.length)
    }
}
