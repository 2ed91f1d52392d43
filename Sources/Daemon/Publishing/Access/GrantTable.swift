import Glibc
import PlacemarkModel

/// A user may know everything for some time, and why: CoreLocation's temporary full accuracy, given by root.
struct Grant: Hashable, Sendable {
    var userID: uid_t
    /// For people, in the log and in the list.
    var purpose: String
    var duration: Duration
    var start: BootInstant

    var end: BootInstant { start.advanced(by: duration) }
}

/// The grants that are in force, one for each user. They live in memory only: when the daemon ends, so do they.
struct GrantTable: Hashable, Sendable {
    /// How many users may have one at the same time: more than a machine has people. It bounds the list.
    static let mostGrants = 100

    private var grants: [uid_t: Grant] = [:]

    /// In the order in which they end.
    var all: [Grant] { grants.values.sorted { ($0.end, $0.userID) < ($1.end, $1.userID) } }

    /// When the next one ends; nil when there is none.
    var nextEnd: BootInstant? { grants.values.map(\.end).min() }

    func hasGrant(_ userID: uid_t, at now: BootInstant) -> Bool { grants[userID].map { now < $0.end } ?? false }

    /// Adds a grant, in the place of an earlier one of the same user. Returns false when there are too many.
    mutating func add(_ grant: Grant) -> Bool {
        guard grants[grant.userID] != nil || grants.count < Self.mostGrants else { return false }
        grants[grant.userID] = grant
        return true
    }

    /// Returns the grant that there was.
    mutating func remove(_ userID: uid_t) -> Grant? { grants.removeValue(forKey: userID) }

    /// Removes and returns those whose time is over.
    mutating func removeEnded(at now: BootInstant) -> [Grant] {
        let ended = all.filter { $0.end <= now }
        for grant in ended { grants[grant.userID] = nil }
        return ended
    }
}

extension GrantReport {
    init(_ grant: Grant, at now: BootInstant) {
        self.init(
            user: grant.userID, purpose: grant.purpose, duration: grant.duration,
            remaining: max(.zero, now.duration(to: grant.end)))
    }
}
