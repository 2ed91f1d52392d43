import PlacemarkModel

/// A visit that goes on: where its middle is, how far round it the box may roam, and whether it still is there.
struct OpenVisit: Hashable, Codable, Sendable {
    /// What a fix says about the stay.
    enum Verdict {
        /// The box is there.
        case inside
        /// It may have left; one fix does not tell.
        case doubtful
        /// It has left.
        case outside
    }

    /// Outside for so many fixes in a row at least, however far away they are: what is wrong twice comes in pairs.
    private static let fewestFixesOutside = 3
    /// Farther away than so many radii, the box has left after `patienceWhenFar`: one radius holds all but one fix of a
    /// thousand, so that scatter alone does not lead so far away.
    private static let radiiToFar = 4.0
    private static let patienceWhenFar = Duration.seconds(10)
    /// The radius that holds 95 % of Gaussian fixes, in units of their mean distance from the middle (2.45 σ over 1.25 σ):
    /// compare `StayingPlace.meanDistancesToAll`.
    private static let meanDistancesTo95Percent = 1.95
    /// One fix after a gap counts for no more than this: where the box was during the gap, it does not say.
    private static let longestStep = Duration.seconds(60)
    /// The receiver's clock may differ by so much from the boot-time clock, and by a thousandth of the stay.
    private static let clockTolerance = Duration.seconds(60)
    private static let clockDrift = 1000

    private(set) var visit: Visit
    /// The last fix that was inside.
    private(set) var lastInside: FixTime
    /// When the last fix came that the means are of.
    private var learntAt: BootInstant
    private var meanDistanceInMeters: Double
    private var meanAccuracyInMeters: Double
    /// How far away the location was that the visit's placemark was asked for.
    private var nameDistanceInMeters: Double?
    private var outsideSince: BootInstant?
    private var fixesOutside = 0

    /// - Parameter slices: the beginning of the stay, at least one.
    init(_ slices: [VisitTrail.Slice], until last: Location) {
        let middle = SIMD3.median(of: slices.map(\.middle))
        let distances = slices.map { $0.middle.distanceInMeters(to: middle) }
        meanDistanceInMeters = distances.reduce(0, +) / Double(slices.count)
        meanAccuracyInMeters = slices.reduce(0) { $0 + $1.accuracyInMeters } / Double(slices.count)
        lastInside = FixTime(last)
        learntAt = last.receivedAt
        visit = Visit(
            coordinate: Coordinate(middle), horizontalAccuracy: 0, arrival: slices[0].start.timestamp,
            arrivedAt: slices[0].start.at)
        visit.horizontalAccuracy = horizontalAccuracyInMeters
        completeArrival()
    }

    /// The visit, ended with the last fix that was inside.
    var ended: Visit {
        var ended = visit
        ended.departedAt = lastInside.at
        guard let arrival = visit.arrival else { return ended }
        // The arrival has been told already. A receiver's clock that was set since then must not make the stay another.
        let duration = visit.arrivedAt.duration(to: lastInside.at)
        let expected = arrival.advanced(by: duration)
        let tolerance = Self.clockTolerance + duration / Self.clockDrift
        if let last = lastInside.timestamp, let expected, expected.isWithin(tolerance, of: last), last >= arrival {
            ended.departure = last
        } else {
            ended.departure = expected
        }
        return ended
    }

    /// Takes a fix into account.
    mutating func observe(_ location: Location, _ settings: VisitSettings) -> Verdict {
        let radius = radiusInMeters(at: location.receivedAt, settings)
        let distance = visit.coordinate.vector.distanceInMeters(to: location.coordinate.vector)
        if distance <= radius {
            learn(location, distanceInMeters: distance)
            lastInside = FixTime(location)
            completeArrival()
            (outsideSince, fixesOutside) = (nil, 0)
            return .inside
        }
        // What may be inside by its own accuracy says nothing.
        let surely = distance - (location.horizontalAccuracy ?? 0)
        guard surely > radius else {
            (outsideSince, fixesOutside) = (nil, 0)
            return .doubtful
        }
        let since = outsideSince ?? location.receivedAt
        outsideSince = since
        fixesOutside = min(fixesOutside, Self.fewestFixesOutside) + 1
        let patience = surely > radius * Self.radiiToFar ? Self.patienceWhenFar : settings.patience
        let hasLeft = fixesOutside >= Self.fewestFixesOutside && since.duration(to: location.receivedAt) >= patience
        return hasLeft ? .outside : .doubtful
    }

    /// The radius within which the box counts as still there.
    ///
    /// It grows with the square root of the time, as far as somebody strays who goes to and fro: to the car park after
    /// ten minutes, round the whole site after half an hour. And it is never smaller than the fixes scatter, whatever
    /// accuracy the receiver claims.
    private func radiusInMeters(at now: BootInstant, _ settings: VisitSettings) -> Double {
        let stays = max(1, visit.arrivedAt.duration(to: now) / settings.minimumStay)
        let roaming = settings.radiusInMeters * stays.squareRoot()
        return min(settings.largestRadiusInMeters, max(roaming, scatterInMeters))
    }

    private var scatterInMeters: Double { meanDistanceInMeters * StayingPlace.meanDistancesToAll }

    /// Where the box stays.
    var place: StayingPlace {
        StayingPlace(coordinate: visit.coordinate, radiusInMeters: max(scatterInMeters, meanAccuracyInMeters))
    }

    /// Moves the means by one fix of the stay, which counts for the time since the one before: what is sought is the
    /// middle of the time that was spent here, at any rhythm of the receiver.
    private mutating func learn(_ location: Location, distanceInMeters distance: Double) {
        let step = learntAt.duration(to: location.receivedAt)
        guard step > .zero else { return }
        learntAt = location.receivedAt
        let share = min(0.5, min(step, Self.longestStep) / visit.arrivedAt.duration(to: location.receivedAt))
        let middle = visit.coordinate.vector
        visit.coordinate = Coordinate(middle + (location.coordinate.vector - middle) * share)
        meanDistanceInMeters += (distance - meanDistanceInMeters) * share
        let accuracy = location.horizontalAccuracy ?? meanAccuracyInMeters
        meanAccuracyInMeters += (accuracy - meanAccuracyInMeters) * share
        visit.horizontalAccuracy = horizontalAccuracyInMeters
    }

    private var horizontalAccuracyInMeters: Double {
        max(meanDistanceInMeters * Self.meanDistancesTo95Percent, meanAccuracyInMeters)
    }

    /// A receiver that did not know the time when the box came may have learnt it.
    private mutating func completeArrival() {
        guard visit.arrival == nil, let timestamp = lastInside.timestamp else { return }
        visit.arrival = timestamp.advanced(by: lastInside.at.duration(to: visit.arrivedAt))
    }

    /// Names the visit after a place at this distance, unless it is named after a nearer one. Returns whether it does.
    mutating func name(_ placemark: Placemark, distanceInMeters distance: Double) -> Bool {
        if let nameDistanceInMeters, nameDistanceInMeters < distance { return false }
        nameDistanceInMeters = distance
        guard placemark != visit.placemark else { return false }
        visit.placemark = placemark
        return true
    }

    /// Whether its numbers are those of a stay, wherever it was read from.
    var isSound: Bool {
        visit.isSound && lastInside.at >= visit.arrivedAt && learntAt >= visit.arrivedAt
            && max(meanDistanceInMeters.magnitude, meanAccuracyInMeters.magnitude) < Earth.equatorialRadiusInMeters
    }

    /// The same stay on a boot-time clock that shows `offset` more.
    func shifted(by offset: Duration) -> OpenVisit {
        var shifted = self
        shifted.visit = visit.shifted(by: offset)
        shifted.lastInside = lastInside.shifted(by: offset)
        shifted.learntAt = learntAt.advanced(by: offset)
        shifted.outsideSince = outsideSince?.advanced(by: offset)
        return shifted
    }
}
