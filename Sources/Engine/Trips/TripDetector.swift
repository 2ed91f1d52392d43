public import PlacemarkModel

/// Tells when the box sets out on a trip, and when it has come to its end.
///
/// A trip is what lies between two stays of ten minutes and more. It is told once the box surely is away, and begins with
/// the last moment in which it was there; it is told to have ended once the stay is long enough, and ends with its
/// beginning. Without fixes nobody knows the way: a receiver that comes back far away was on a trip with a gap, and one that
/// comes back where it was has stayed. Each fix costs the same, and what is kept has a bound.
public struct TripDetector: Sendable {
    /// What has become certain, or nearly so.
    public enum Change: Hashable, Sendable {
        case started(TripRecord)
        /// With a state of `provisional` it may go on, and is told to end once more.
        case ended(TripRecord)
    }

    /// As many ended trips are remembered, for those who keep them and were not there.
    public static let mostRecent = 16
    /// The memory is worth saving again after so long: between two trips, and on one. What a box that loses its power with the
    /// ignition has saved last tells where it stands, within the way of a minute.
    static let revisionInterval = Duration.seconds(300)
    static let revisionIntervalOnTrips = Duration.seconds(60)

    /// What tells this box from others.
    let box: String
    /// All that must outlive the process.
    public private(set) var memory = Memory()
    /// Changes when the memory is worth saving: with each change, every five minutes, and on a trip every minute and with each
    /// placemark.
    public private(set) var revision: UInt64 = 0

    private var trail = TripTrail()
    private var revisedAt: BootInstant?
    /// The first fix after a reboot that did not tell how long the machine was off.
    private var waitsForTimeSince: BootInstant?
    /// Whether the next fix on a trip is the first one since the machine was off.
    private var wasOff = false

    public init(box: String) { self.box = box }

    /// The trip that goes on.
    public var current: TripRecord? { memory.current }

    /// The way of all trips so far, in metres; shorter ways than a trip's do not count.
    public var odometer: Double { memory.odometer + (memory.trip?.meter.distance ?? 0) }

    /// When `advance(to:)` must be called, if no fix comes before; nil while nothing becomes of time alone.
    public var deadline: BootInstant? {
        guard let trip = memory.trip, !trip.isToldAsEnded else { return nil }
        return trip.meter.last.time.at.advanced(by: TripRules.silence)
    }

    /// Goes on where an earlier run has ended. Once there has been a fix, only the odometer does: it never goes back. Without
    /// effect when the memory holds what no run can have left.
    public mutating func restore(_ memory: Memory) {
        guard memory.isSound else { return }
        // What was saved before, or stands in another file, is out of date now.
        revision += 1
        guard self.memory.lastFix == nil else {
            self.memory.odometer = max(self.memory.odometer, memory.odometer)
            return
        }
        self.memory = memory
    }

    /// Takes an accepted fix into account, and says what follows from it.
    public mutating func accepted(_ fix: Location) -> [Change] {
        guard knowsGap(before: fix) else { return [] }
        defer { memory.lastFix = FixTime(fix) }
        var changes: [Change] = []
        if memory.trip == nil { watchStay(fix, &changes) } else { follow(fix, &changes) }
        let interval = memory.trip == nil ? Self.revisionInterval : Self.revisionIntervalOnTrips
        if let revisedAt, revisedAt.duration(to: fix.receivedAt) < interval, changes.isEmpty { return changes }
        revision += 1
        revisedAt = fix.receivedAt
        return changes
    }

    /// Lets time pass without a fix.
    public mutating func advance(to now: BootInstant) -> [Change] {
        guard let deadline, deadline <= now, let trip = memory.trip else { return [] }
        memory.trip?.isToldAsEnded = true
        revision += 1
        let end = trail.tail
        return [
            .ended(record(trip, .provisional, until: end?.point ?? trip.meter.last, end?.meter ?? trip.meter))
        ]
    }

    /// No more fixes will come, at least for a while: what is known is worth saving as it is now.
    public mutating func sourceEnded() { revision += 1 }

    /// Ends the trip that goes on, because there will be no more fixes.
    public mutating func finish() -> [Change] {
        guard memory.trip != nil else { return [] }
        var changes: [Change] = []
        endWhereItWas(&changes)
        return changes
    }

    /// Takes note of a placemark. The nearest one names the stay, and the start of the trip that follows.
    public mutating func named(_ placemark: Placemark, at location: Location) {
        memory.newestName = TripName(placemark, at: location)
        if memory.trip != nil {
            memory.trip?.pass(placemark, at: location.plausibleTimestamp)
            (revision, revisedAt) = (revision + 1, location.receivedAt)
        }
        guard let stay = memory.stay else { return }
        let distance = stay.departure.coordinate.distance(to: location.coordinate)
        guard distance <= max(TripRules.nameRadius, location.horizontalAccuracy ?? 0),
            distance <= memory.stayNameDistance ?? .infinity
        else { return }
        (memory.stayPlacemark, memory.stayNameDistance) = (placemark, distance)
    }

    /// Takes over what is said of a trip that has just ended.
    mutating func label(_ trip: TripRecord) {
        guard let index = memory.recent.lastIndex(where: { $0.id == trip.id }) else { return }
        memory.recent[index].label = trip.label
    }

    // MARK: Between two trips

    private mutating func watchStay(_ fix: Location, _ changes: inout [Change]) {
        guard var stay = memory.stay else {
            memory.stay = TripStay(startingAt: TripPoint(fix))
            return
        }
        let before = stay.meter
        let hasLeft = stay.accepted(fix)
        if stay.isDoubtful { _ = trail.add(fix, before: before.withGap(of: stay.meter)) } else { trail.clear() }
        memory.stay = stay
        guard hasLeft else { return }
        let placemark = memory.stayPlacemark ?? memory.name(at: stay.departure)
        let trip = OpenTrip(box: box, stay.meter, placemark: placemark)
        (memory.trip, memory.stay) = (trip, nil)
        (memory.stayPlacemark, memory.stayNameDistance) = (nil, nil)
        changes.append(.started(record(trip, .underway, until: trip.meter.last, trip.meter)))
        lookForStay(at: fix.receivedAt, &changes)
    }

    // MARK: On a trip

    private mutating func follow(_ fix: Location, _ changes: inout [Change]) {
        // It says neither where the box is, nor that it stands.
        guard let last = memory.trip?.meter.last, fix.horizontalAccuracy ?? 0 <= TripRules.worstAccuracy else { return }
        if endedInSilence(from: last, to: fix, &changes) { return }
        guard let before = memory.trip?.meter else { return }
        if trail.isEmpty { _ = trail.add(Location(last), before: before) }
        memory.trip?.meter.add(fix)
        guard let after = memory.trip?.meter, trail.add(fix, before: before.withGap(of: after)) else { return }
        lookForStay(at: fix.receivedAt, &changes)
    }

    /// Whether the box has stayed somewhere between two fixes that are far from each other in time.
    private mutating func endedInSilence(
        from last: TripPoint, to fix: Location, _ changes: inout [Change]
    ) -> Bool {
        let silence = last.time.at.duration(to: fix.receivedAt)
        let wasOff = wasOff
        self.wasOff = false
        guard silence >= TripRules.stay else { return false }
        let point = TripPoint(fix)
        let way = last.distance(to: point)
        if wasOff, endedWithPower(from: last, to: fix, way: way) {
            endWhereItWas(&changes)
            memory.stay = TripStay(startingAt: point)
            return true
        }
        let onTheWay = Duration.seconds(way / TripRules.walkingSpeed)
        let isHop = way <= TripRules.longestHop + max(last.accuracy ?? 0, point.accuracy ?? 0)
        if isHop, silence - onTheWay >= TripRules.stay {
            endWhereItWas(&changes)
            memory.stay = TripStay(startingAt: point)
            return true
        }
        guard silence >= TripRules.longestSilence else { return false }
        endWhereItWas(&changes)
        // It may have come here on a trip of which nothing is known but its two ends.
        watchStay(fix, &changes)
        return true
    }

    /// Whether the machine was off for a stay, and no farther away than it can have driven after its memory was saved last.
    /// Then its power went where it is now, and the trip has come here.
    private mutating func endedWithPower(from last: TripPoint, to fix: Location, way: Double) -> Bool {
        let unsaved = Self.revisionIntervalOnTrips
        let speed = max(memory.trip?.meter.greatestSpeed ?? 0, TripRules.usualSpeed)
        let accuracy = max(last.accuracy ?? 0, fix.horizontalAccuracy ?? 0)
        guard last.time.at.duration(to: fix.receivedAt) >= TripRules.stay + unsaved,
            way > TripRules.longestHop + accuracy, way <= TripRules.longestHop + accuracy + unsaved.inSeconds * speed
        else { return false }
        memory.trip?.meter.arrive(at: TripPoint(fix), after: min(unsaved, .seconds(way / speed)))
        trail.clear()
        return true
    }

    private mutating func endWhereItWas(_ changes: inout [Change]) {
        guard let trip = memory.trip else { return }
        let end = trail.tail
        let point = end?.point ?? trip.meter.last
        close(trip, at: point, end?.meter ?? trip.meter, &changes)
        memory.stay = TripStay(startingAt: trip.meter.last)
    }

    private mutating func lookForStay(at now: BootInstant, _ changes: inout [Change]) {
        guard let trip = memory.trip else { return }
        if let arrival = trail.arrival(at: now) {
            close(trip, at: arrival.point, arrival.meter, &changes)
            memory.stay = TripStay(
                at: arrival.middle, accuracy: arrival.accuracy, meanDistance: arrival.meanDistance,
                since: arrival.point.time.at, now: trip.meter.last)
            return
        }
        guard let standstill = trail.standstill(at: now) else {
            // It goes on after all.
            if trip.isToldAsEnded { revision += 1 }
            memory.trip?.isToldAsEnded = false
            return
        }
        guard !trip.isToldAsEnded else { return }
        memory.trip?.isToldAsEnded = true
        changes.append(.ended(record(trip, .provisional, until: standstill.point, standstill.meter)))
    }

    private mutating func close(
        _ trip: OpenTrip, at end: TripPoint, _ meter: TripMeter, _ changes: inout [Change]
    ) {
        let record = record(trip, .final, until: end, meter)
        memory.trip = nil
        memory.odometer += record.distance
        memory.recent = memory.recent.suffix(Self.mostRecent - 1) + [record]
        (memory.stayPlacemark, memory.stayNameDistance) = (record.end.placemark, nil)
        trail.clear()
        changes.append(.ended(record))
    }

    private func record(
        _ trip: OpenTrip, _ state: TripRecord.State, until end: TripPoint, _ meter: TripMeter
    ) -> TripRecord { trip.record(state, until: end, meter, placemark: memory.name(at: end)) }

    /// Whether the time since the last fix is known: always, but for the first moments after a reboot.
    private mutating func knowsGap(before fix: Location) -> Bool {
        guard memory.isOfEarlierBoot else { return true }
        if memory.bridgeReboot(to: FixTime(fix)) {
            wasOff = true
            return true
        }
        // The first fixes of a receiver often come without a time.
        let since = waitsForTimeSince ?? fix.receivedAt
        waitsForTimeSince = since
        guard since.duration(to: fix.receivedAt) >= TripRules.patience else { return false }
        memory.isOfEarlierBoot = false
        return true
    }
}

extension Location {
    /// A point of a trip as the fix that it was.
    fileprivate init(_ point: TripPoint) {
        self.init(
            coordinate: point.coordinate, horizontalAccuracy: point.accuracy, timestamp: point.time.timestamp,
            receivedAt: point.time.at)
    }
}
