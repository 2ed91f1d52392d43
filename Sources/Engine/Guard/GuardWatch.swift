import PlacemarkModel

/// The rules of a guard that is on.
///
/// - **Outside** is the box when the position, a median of fixes, lies outside the ring by more than the `margin`: then it
///   is not the receiver that has moved. A grace time comes on top.
/// - **Inside** again is it when all positions of a minute have been inside.
/// - **Blind** is the guard when there has been no position for `blindAfter`. An alarm goes on instead.
/// - **Acknowledged** is an alarm until the box is inside, or farther out by half a radius: that is another alarm.
struct GuardWatch: Sendable {
    static let calmDuration = Duration.seconds(60)
    /// In half a minute more a boat that drags at 1 m/s has left most rings.
    static let blindAfter = Duration.seconds(120)
    /// A fix that may be farther from the truth than this many radii does not count.
    static let worstAccuracyInRadii = 1.5
    /// After such a silence an alarm says since when nobody has looked.
    static let silence = Duration.seconds(60)
    /// How often what has been learnt is kept for the next start.
    static let keepingInterval = Duration.seconds(300)

    private let ring: GuardRing
    var plan: GuardPlan { ring.plan }
    private(set) var situation = GuardSituation.inside
    /// How far outside the box was when somebody acknowledged the alarm; nil when nobody has.
    private(set) var acknowledgedExcess: Double?
    private(set) var since: BootInstant
    /// Goes up whenever `memory` has changed so that it is worth a write.
    private(set) var revision: UInt64 = 1

    private var position: GuardPosition
    private var tolerance: GuardTolerance
    private var swing = SwingCircle()
    private var offset: SIMD2<Double>?
    private var lastSeen: FixTime?
    /// Of an earlier boot: its instant means nothing now.
    private var isLastSeenOfEarlierBoot = false
    /// From when on the silence is counted.
    private var lookingSince: BootInstant
    private var outsideSince: BootInstant?
    private var calmSince: BootInstant?
    private var unseen: (since: Timestamp?, seconds: Double?)?
    private var keptAt: BootInstant
    /// Whether an alarm of an earlier run has to be raised again, for those who have been restarted as well.
    private var isToBeRaisedAgain = false
    private(set) var told = GuardNews()
    /// Whether an alarm may wait, because this run is blind and has told so.
    private var isPatient = false

    init(_ plan: GuardPlan, at now: BootInstant) {
        ring = GuardRing(plan)
        position = GuardPosition(plan.kind)
        tolerance = GuardTolerance(plan.kind)
        (since, lookingSince, keptAt) = (now, now, now)
        // That it has begun.
        told.guardCleared = identity(at: now)
    }

    var state: GuardState {
        switch situation {
        case _ where acknowledgedExcess != nil: .acknowledged
        case .inside: .armed
        case .near: .warning
        case .outside: .alarm
        case .unseen: .blind
        }
    }

    /// When `advance(to:)` must be called, if no fix counts before; nil when nothing becomes of time alone.
    var deadline: BootInstant? {
        switch situation {
        case .inside, .near: blindAt
        case .outside: acknowledgedExcess == nil ? nil : blindAt
        case .unseen: nil
        }
    }

    private var blindAt: BootInstant {
        max(position.seenAt ?? lookingSince, lookingSince).advanced(by: Self.blindAfter)
    }

    // MARK: What happens

    /// Takes an accepted fix into account. Returns what its readers are to be told, if anything.
    mutating func accepted(_ fix: Location) -> GuardChange? {
        let now = fix.receivedAt
        tolerance.accepted(fix)
        if let accuracy = fix.horizontalAccuracy, accuracy > plan.radius * Self.worstAccuracyInRadii { return nil }
        let before = lastSeen
        guard position.accepted(ring.offset(of: fix.coordinate), at: now), let offset = position.median else {
            return nil
        }
        self.offset = offset
        lastSeen = FixTime(fix)
        defer { isLastSeenOfEarlierBoot = false }
        noteSilence(since: before, until: fix)
        let change = judge(offset, at: now)
        if situation == .inside || situation == .near, outsideSince == nil { unseen = nil }
        learn(offset, since: before, at: now)
        if keptAt.duration(to: now) >= Self.keepingInterval { touch(at: now) }
        return change
    }

    /// Remembers how long nobody had looked before this fix, for an alarm that it may bring.
    private mutating func noteSilence(since before: FixTime?, until fix: Location) {
        guard let before else { return }
        if isLastSeenOfEarlierBoot {
            let gap = before.timestamp.flatMap { last in FixTime(fix).timestamp.map { $0.duration(since: last) } }
            unseen = (before.timestamp, gap.flatMap { $0 > .zero ? $0.inSeconds : nil })
        } else {
            let gap = before.at.duration(to: fix.receivedAt)
            if gap >= Self.silence { unseen = (before.timestamp, gap.inSeconds) }
        }
    }

    private mutating func judge(_ offset: SIMD2<Double>, at now: BootInstant) -> GuardChange? {
        let excess = ring.excess(at: offset)
        if excess > margin {
            outsideSince = outsideSince ?? now
            calmSince = nil
        } else {
            outsideSince = nil
        }
        switch situation {
        case .outside:
            if let known = acknowledgedExcess, excess > known + max(20, plan.radius / 2) {
                acknowledgedExcess = nil
                return enter(.outside, at: now)
            }
            if isToBeRaisedAgain, outsideSince != nil {
                isToBeRaisedAgain = false
                return acknowledgedExcess == nil ? enter(.outside, at: now, isOld: told.guardAlarm != nil) : nil
            }
            guard isCalm(excess < 0, at: now) else { return nil }
            return enter(isNear(offset) ? .near : .inside, at: now)
        case .inside, .near, .unseen:
            if let since = outsideSince {
                // The first fixes after a long silence may be wrong for some time, and to be blind is an alarm already.
                let patience = isPatient ? GuardPosition.probation : .zero
                if since.duration(to: now) >= max(.seconds(plan.grace), patience) { return enter(.outside, at: now) }
                if isPatient { return nil }
            }
            let isNear = isNear(offset) || outsideSince != nil
            if situation == .near {
                return isCalm(!isNear && !ring.isNear(offset), at: now) ? enter(.inside, at: now) : nil
            }
            if isNear { return enter(.near, at: now) }
            return situation == .unseen ? enter(.inside, at: now) : nil
        }
    }

    /// Whether it has been so for long enough to believe it.
    private mutating func isCalm(_ isSo: Bool, at now: BootInstant) -> Bool {
        guard isSo else {
            calmSince = nil
            return false
        }
        calmSince = calmSince ?? now
        return calmSince.map { $0.duration(to: now) >= Self.calmDuration } ?? false
    }

    /// Whether the box is near the ring, and unusually so.
    private func isNear(_ offset: SIMD2<Double>) -> Bool {
        ring.isNear(offset) && ring.excess(at: offset) > min(0, tolerance.usualReach)
    }

    /// How far outside the ring the alarm is, in metres.
    var margin: Double { tolerance.margin }

    private mutating func learn(_ offset: SIMD2<Double>, since before: FixTime?, at now: BootInstant) {
        switch situation {
        case .inside, .near:
            if outsideSince != nil { return }
            let seconds = before.map { max(0, $0.at.duration(to: now).inSeconds) } ?? 0
            tolerance.learn(ring.excess(at: offset), seconds: seconds)
            if situation == .inside { swing.add(offset) }
        case .outside, .unseen: break
        }
    }

    /// Lets time pass.
    mutating func advance(to now: BootInstant) -> GuardChange? {
        guard let deadline, deadline <= now else { return nil }
        acknowledgedExcess = nil
        position.reset()
        outsideSince = nil
        return enter(.unseen, at: now)
    }

    /// Somebody knows of the alarm. Returns false when there is none.
    mutating func acknowledge(at now: BootInstant) -> Bool {
        guard situation == .outside || situation == .unseen, acknowledgedExcess == nil else { return false }
        acknowledgedExcess = offset.map(ring.excess) ?? 0
        since = now
        touch(at: now)
        return true
    }

    /// The source has ended, or the program will: keeps what is known.
    mutating func touch(at now: BootInstant) {
        revision += 1
        keptAt = now
    }

    /// - Parameter isOld: whether it is an alarm that has been told before.
    private mutating func enter(_ new: GuardSituation, at now: BootInstant, isOld: Bool = false) -> GuardChange? {
        let isAnew = new == .outside || new == .unseen
        let old = situation
        situation = new
        if !isAnew || old != new { acknowledgedExcess = nil }
        if new == .outside { tolerance.forgetNews() }
        // From here on it is another alarm, or none.
        isToBeRaisedAgain = false
        isPatient = new == .unseen
        (since, calmSince) = (now, nil)
        touch(at: now)
        let kind: GuardChange.Kind =
            switch new {
            case .inside: .cleared
            case .near: .warning
            case .outside: .alarm
            case .unseen: .blind
            }
        if !isOld { told[kind.name] = identity(at: now) }
        let change = GuardChange(kind: kind, report: report(at: now))
        if new == .inside { unseen = nil }
        return change
    }

    /// An identity for what is told now: the time since the boot, and, because another boot may count the same, the
    /// receiver's time of the last fix.
    private func identity(at now: BootInstant) -> String {
        let (seconds, attoseconds) = now.sinceBoot.components
        let boot = String(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, radix: 36)
        let fix = lastSeen?.timestamp.map { String($0.nanosecondsSinceEpoch / 1_000_000, radix: 36) }
        return [boot, fix].compactMap(\.self).joined(separator: "-")
    }

    // MARK: What is told and kept

    func report(at now: BootInstant) -> GuardReport {
        var report = GuardReport(state)
        report.since = since.duration(to: now).inReportedSeconds
        report.plan = plan
        if let offset {
            report.distance = offset.length.rounded(toDecimals: 1)
            report.bearing = ring.bearing(of: offset).rounded(toDecimals: 0)
        }
        if let lastSeen, !isLastSeenOfEarlierBoot { report.seen = lastSeen.at.duration(to: now).inReportedSeconds }
        report.scatter = (2.448 * tolerance.deviation).rounded(toDecimals: 1)
        report.margin = margin.rounded(toDecimals: 1)
        if let circle = swing.circle {
            report.swing = .init(
                coordinate: ring.coordinate(at: circle.middle), radius: circle.radius.rounded(toDecimals: 1))
        }
        if situation == .outside, let unseen {
            report.unseenSince = unseen.since
            report.unseenFor = unseen.seconds?.rounded(toDecimals: 0)
        }
        report.told = told
        return report
    }

    /// What the next run has to know.
    var memory: GuardMemory {
        GuardMemory(
            plan: plan, situation: situation, acknowledgedExcess: acknowledgedExcess, since: since, lastSeen: lastSeen,
            scatter: tolerance.scatter, swing: swing, told: told)
    }

    /// Goes on with what an earlier run knew.
    init(_ memory: GuardMemory, isOfEarlierBoot: Bool, at now: BootInstant) {
        self.init(memory.plan, at: now)
        situation = memory.situation
        acknowledgedExcess = memory.acknowledgedExcess
        since = isOfEarlierBoot ? now : min(now, memory.since)
        lastSeen = memory.lastSeen
        isLastSeenOfEarlierBoot = isOfEarlierBoot
        tolerance.remember(memory.scatter)
        swing = memory.swing
        told = memory.told ?? GuardNews()
        isToBeRaisedAgain = situation == .outside
    }
}
