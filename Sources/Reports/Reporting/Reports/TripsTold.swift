public import PlacemarkModel

/// Which trips have been told, so that each end is told once, whichever of daemon, reporter and machine begins anew.
///
/// A trip is told by the daemon's events, and those that nobody has heard come from its list. Both may have the same one, and a
/// daemon that is killed tells the last change again.
public struct TripsTold: Codable, Hashable, Sendable {
    private struct Ended: Codable, Hashable {
        var id: String
        /// By the receiver's clock.
        var at: Timestamp?
    }

    /// The trip that goes on, or seems to have ended.
    private struct Open: Codable, Hashable {
        var id: String
        /// For how long it has lasted, if it seems to have ended, in seconds.
        var provisionalDuration: Double?
    }

    /// As many as the daemon remembers, and so may tell once more.
    private static let mostEnded = 16

    private var ended: [Ended] = []
    private var open: Open?
    /// Whether it is known which trips there were before the first one was told.
    public private(set) var knowsPast = false

    public init() {}

    /// The identity of the trip that seems to have ended, and of which nothing else has been told since.
    public var provisional: String? { open?.provisionalDuration == nil ? nil : open?.id }

    /// All trips that ended earlier have been told, or are not to be; nil where that is not known.
    public var since: Timestamp? { ended.lazy.compactMap(\.at).first }

    /// Takes note that a trip has ended which is not to be told.
    public mutating func pass(over trip: TripRecord) {
        guard !isEnded(trip.id) else { return }
        ended = ended.suffix(Self.mostEnded - 1) + [Ended(id: trip.id, at: trip.end.timestamp)]
    }

    /// What has been told, after trips that were before.
    public func following(_ past: TripsTold) -> TripsTold {
        var all = self
        all.ended = Array((past.ended.filter { !isEnded($0.id) } + ended).suffix(Self.mostEnded))
        all.knowsPast = true
        return all
    }

    /// What a list of the daemon has that has not been told, in its order: the trips that have ended, and the one that goes on.
    public func news(in list: [TripRecord]) -> [TripRecord] {
        let known = list.lastIndex { isEnded($0.id) } ?? -1
        return list.indices.filter { index in
            let trip = list[index]
            guard !isEnded(trip.id) else { return false }
            guard trip.state == .final, let since else { return trip.state != .final || index > known }
            return trip.end.timestamp.map { $0 > since } ?? (index > known)
        }.map { list[$0] }
    }

    /// Takes a trip for told. Returns as what it is to be told; nil when there is nothing new.
    ///
    /// - Parameter isEvent: whether the daemon has told it now. The end of a trip that seems to have ended is exact only then.
    public mutating func take(_ trip: TripRecord, isEvent: Bool) -> ReportKind? {
        guard !isEnded(trip.id) else { return nil }
        let known = open?.id == trip.id ? open : nil
        switch trip.state {
        case .underway:
            guard known == nil || known?.provisionalDuration != nil else { return nil }
            open = Open(id: trip.id)
            return known == nil ? .tripStarted : .tripResumed
        case .provisional:
            if let told = known?.provisionalDuration, !isEvent || told == trip.duration { return nil }
            open = Open(id: trip.id, provisionalDuration: trip.duration)
            return .tripEnded
        case .final:
            pass(over: trip)
            if known != nil { open = nil }
            return .tripEnded
        }
    }

    private func isEnded(_ id: String) -> Bool { ended.contains { $0.id == id } }
}
