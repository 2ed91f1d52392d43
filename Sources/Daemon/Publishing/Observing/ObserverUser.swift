import Glibc
import PlacemarkModel
import Synchronization

/// The one user who may tell the daemon what it observes, by name: the number may come later, with a package, or change.
final class ObserverUser: Sendable {
    /// How often the number is looked up at most, whoever asks.
    static let interval = Duration.seconds(1)

    private struct Lookup {
        var userID: uid_t?
        var at: BootInstant?
    }

    let name: String
    private let lookup = Mutex(Lookup())

    init(name: String) { self.name = name }

    func isObserver(_ userID: uid_t, at now: BootInstant) -> Bool {
        lookup.withLock { lookup in
            if let at = lookup.at, lookup.userID == userID || at.duration(to: now) < Self.interval {
                return lookup.userID == userID
            }
            lookup = Lookup(userID: Self.userID(named: name), at: now)
            return lookup.userID == userID
        }
    }

    /// Nil when this machine has no such user.
    static func userID(named name: String) -> uid_t? {
        // Room for a long line of /etc/passwd.
        var (entry, found, buffer) = (
            passwd(), UnsafeMutablePointer<passwd>?.none, [CChar](repeating: 0, count: 16_384)
        )
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }
}
