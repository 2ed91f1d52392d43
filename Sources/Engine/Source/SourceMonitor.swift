public import PlacemarkModel

/// Where the fixes come from, and whether they still come.
public struct SourceMonitor: Sendable {
    public private(set) var state = SourceState.connecting
    /// When the present state was entered.
    public private(set) var since: BootInstant
    /// The receiver that all this is about: the one that gave the last fix; after its end, or before the first fix, one
    /// that has reported, or the first one that was found.
    public private(set) var device: String?
    /// Why the source is in this state, in words for a person.
    public private(set) var reason: String?

    /// What a receiver reports without giving a fix that is believed.
    private enum Shortcoming: String {
        case noPosition = "the receiver has no position"
        case notBelieved = "the receiver has a position that is not believed"
    }

    /// A box has two or three receivers.
    private static let mostShown = 4

    private let begin: BootInstant
    private var rhythm = Rhythm()
    private var lastFix: BootInstant?
    /// When `device` has reported, with or without a position.
    private var lastReport: BootInstant?
    /// What its last reports lack, and since when all of them have lacked the same.
    private var shortcoming: (kind: Shortcoming, since: BootInstant)?

    public init(at now: BootInstant) { (begin, since) = (now, now) }

    /// When `advance(to:)` must be called, if nothing else happens before.
    public var deadline: BootInstant? {
        switch state {
        case .live: lastFix?.advanced(by: rhythm.staleAfter)
        case .stale: lastFix?.advanced(by: rhythm.lostAfter)
        case .noFix: lastReport?.advanced(by: rhythm.lostAfter)
        case .connecting, .disconnected, .waiting, .lost: nil
        }
    }

    /// Whether no fix has been believed for as long as makes one stale: since the last one, or since the start.
    func isWithoutFix(at now: BootInstant) -> Bool {
        state != .live && (lastFix ?? begin).duration(to: now) >= rhythm.staleAfter
    }

    public mutating func connected(at now: BootInstant) { enter(.waiting, at: now) }

    public mutating func disconnected(because reason: String, at now: BootInstant) {
        device = nil
        enter(.disconnected, because: reason, at: now)
    }

    /// The source has these receivers, and listens to another one alone. While that has not reported, they are the reason.
    public mutating func leftOut(devices: [String], by filter: String) {
        guard state == .waiting else { return }
        let shown =
            devices.prefix(Self.mostShown).joined(separator: ", ") + (devices.count > Self.mostShown ? ", …" : "")
        reason = devices.isEmpty ? nil : "gpsd has \(shown), and Device=\(filter) in [GPSD] leaves out all others"
    }

    public mutating func found(device found: String) { device = device ?? found }

    public mutating func lost(device lost: String, at now: BootInstant) {
        guard lost == device else { return }
        enter(.lost, because: "the receiver is gone", at: now)
    }

    /// A receiver has reported without a position.
    public mutating func reportedNoPosition(device: String?, at now: BootInstant) {
        reported(.noPosition, device: device, at: now)
    }

    /// A receiver has reported a position that was not believed.
    public mutating func reportedUnbelievable(device: String?, at now: BootInstant) {
        reported(.notBelieved, device: device, at: now)
    }

    private mutating func reported(_ kind: Shortcoming, device reporting: String?, at now: BootInstant) {
        if let reporting, reporting != device {
            // While something is heard of one receiver, what another one lacks says nothing about it.
            guard device == nil || !isHeard else { return }
            change(to: reporting)
        }
        lastReport = now
        if shortcoming?.kind != kind { shortcoming = (kind, now) }
        switch state {
        // A receiver that loses its fix for a moment stays live until the fix is stale, so that flapping between
        // modes never shows.
        case .live: break
        // Nor does flapping between two reasons.
        case .noFix where shortcoming.map { $0.since.duration(to: now) < rhythm.staleAfter } ?? true: break
        default: enter(.noFix, because: kind.rawValue, at: now)
        }
    }

    /// Whether `device` has been heard of lately.
    private var isHeard: Bool {
        switch state {
        case .live, .stale, .noFix: true
        case .connecting, .disconnected, .waiting, .lost: false
        }
    }

    private mutating func change(to other: String) {
        device = other
        rhythm = Rhythm()
        shortcoming = nil
    }

    /// A fix has been accepted at `now`, a moment after it was received, or long after: then the daemon has slept.
    public mutating func accepted(_ fix: Location, at now: BootInstant) {
        if let device = fix.device, device != self.device { change(to: device) }
        rhythm.fix(at: fix.receivedAt)
        lastFix = fix.receivedAt
        lastReport = fix.receivedAt
        shortcoming = nil
        // The first fixes of a backlog are stale already: live with each of them, stale again at once, the state would
        // flap until the backlog is drained.
        guard fix.receivedAt.duration(to: now) < rhythm.staleAfter else { return }
        enter(.live, at: fix.receivedAt)
    }

    /// Lets time pass: without fixes the source becomes stale, then lost.
    public mutating func advance(to now: BootInstant) {
        while let deadline, deadline <= now {
            let reports = lastReport.map { $0.duration(to: now) < rhythm.staleAfter } ?? false
            switch state {
            case .live where reports:
                enter(.noFix, because: (shortcoming?.kind ?? .noPosition).rawValue, at: now)
            case .live: enter(.stale, because: "the receiver is silent", at: deadline)
            default: enter(.lost, because: "the receiver is silent", at: deadline)
            }
        }
    }

    private mutating func enter(_ new: SourceState, because reason: String? = nil, at now: BootInstant) {
        self.reason = reason
        guard new != state else { return }
        state = new
        since = now
    }
}
