import PlacemarkModel

/// Listens to one receiver at a time, the best one, so that two with different errors do not make the box jump.
///
/// Each receiver has its own `FixFilter`: what is believable follows from its own history. Another one takes over when
/// the chosen one has given no accepted fix for `patience`, or when it has been better for as long. Better is: more of
/// the others agree with it; or it has not drifted where the chosen one has; or it is twice as accurate; or it solves
/// for the altitude too; or it agrees with the chosen one, and reports more often. One that reports so seldom that a
/// moving box leaves it behind is not better for its accuracy or its altitude. No two of them can be true in
/// opposite directions at a time, so the choice does not flap. docs/explain/how-it-decides.md tells it to users.
struct DeviceSelector: Sendable {
    /// More receivers than this are forgotten, the one that has been silent longest first. No box has so many.
    static let mostReceivers = 8

    var settings: FixFilter.Settings {
        didSet {
            for index in receivers.indices { receivers[index].filter.settings = settings }
        }
    }
    private(set) var receivers: [Receiver] = []
    /// The place in `receivers` of the one that is listened to.
    private var chosen: Int?
    /// The last fix of a chosen receiver.
    private var lastAccepted: Location?

    init(settings: FixFilter.Settings = FixFilter.Settings()) { self.settings = settings }

    /// Whether the time of the last accepted fix cannot be right.
    var isTimestampSuspect: Bool { chosen.map { receivers[$0].filter.isTimestampSuspect } ?? false }

    /// Returns nil when the fix is believable and of the receiver that is listened to.
    mutating func evaluate(_ fix: Location, at now: BootInstant) -> Rejection? {
        let index = place(of: fix)
        let rejection = receivers[index].evaluate(fix, at: now)
        if let chosen, chosen != index, receivers[chosen].isWorking(at: fix.receivedAt) {
            guard rejection == nil, takesOver(index, from: chosen, at: fix.receivedAt) else { return .otherDevice }
        }
        if let rejection { return rejection }
        if chosen != index {
            chosen = index
            for index in receivers.indices { receivers[index].betterSince = nil }
        }
        lastAccepted = fix
        return nil
    }

    /// Frees the choice when the chosen receiver has gone.
    mutating func lost(_ device: String) {
        guard let index = receivers.firstIndex(where: { $0.name == device }) else { return }
        receivers[index].forget()
        if index == chosen { chosen = nil }
    }

    /// No receiver is known any more: the first one that reports counts.
    mutating func disconnected() {
        for index in receivers.indices { receivers[index].forget() }
        chosen = nil
    }

    /// Where the receiver of this fix is kept; a new one takes a free place, or that of the one not heard for longest.
    private mutating func place(of fix: Location) -> Int {
        if let known = receivers.firstIndex(where: { $0.name == fix.device }) { return known }
        let new = Receiver(
            fix.device, filter: FixFilter(settings: settings, lastLocation: lastAccepted), at: fix.receivedAt)
        guard receivers.count >= Self.mostReceivers else {
            receivers.append(new)
            return receivers.count - 1
        }
        let others = receivers.indices.filter { $0 != chosen }
        let oldest = others.min { receivers[$0].lastReport < receivers[$1].lastReport } ?? 0
        receivers[oldest] = new
        return oldest
    }

    /// Whether a receiver with a new fix has been better than the chosen one for long enough.
    private mutating func takesOver(_ index: Int, from chosen: Int, at now: BootInstant) -> Bool {
        guard isBetter(index, than: chosen, at: now) else {
            receivers[index].betterSince = nil
            return false
        }
        let since = receivers[index].betterSince ?? now
        receivers[index].betterSince = since
        return since.duration(to: now) >= Receiver.patience
    }

    private func isBetter(_ index: Int, than chosen: Int, at now: BootInstant) -> Bool {
        let (candidate, present) = (receivers[index], receivers[chosen])
        let agree = candidate.agrees(with: present)
        if !agree {
            let (ayes, noes) = (supporters(of: index, at: now), supporters(of: chosen, at: now))
            if ayes != noes { return ayes > noes }
            if present.hasDrifted(beside: candidate) { return true }
            if candidate.hasDrifted(beside: present) { return false }
        }
        return candidate.isMoreAccurate(than: present) || candidate.hasMoreDimensions(than: present)
            || agree && candidate.reportsMoreOften(than: present)
    }

    /// How many of the other working receivers agree with this one.
    private func supporters(of index: Int, at now: BootInstant) -> Int {
        receivers.indices.count {
            $0 != index && receivers[$0].isWorking(at: now) && receivers[$0].agrees(with: receivers[index])
        }
    }
}
