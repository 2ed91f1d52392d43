import PlacemarkModel
import Synchronization

/// The questions of clients that are under way.
///
/// One user has half of what all have, and a reserve is left to root and to the daemon's own user, as `MemoryRoom` and
/// `AccessControl` do it: an administrator is answered while others ask all that they can.
final class ClientQuestions: Sendable {
    /// More than `placemark-nominatim` answers in time with an interval of 100 ms, and few connections for a geocoder.
    static let most = 32
    /// How many of them are left to root and to the daemon's own user.
    static let reserved = most / 8

    private struct Asked {
        var count = 0
        var countOfUser: [UInt32: Int] = [:]
    }

    private let asked = Mutex(Asked())

    /// Returns false when as many are under way as may be.
    func begin(_ client: GeocodeClient) -> Bool {
        let most = client.isOperator ? Self.most : Self.most - Self.reserved
        return asked.withLock { asked in
            let ofUser = asked.countOfUser[client.userID, default: 0]
            guard asked.count < most, client.isOperator || ofUser < most / 2 else { return false }
            asked.count += 1
            asked.countOfUser[client.userID] = ofUser + 1
            return true
        }
    }

    func end(_ client: GeocodeClient) {
        asked.withLock { asked in
            asked.count -= 1
            let ofUser = asked.countOfUser[client.userID, default: 0] - 1
            asked.countOfUser[client.userID] = ofUser > 0 ? ofUser : nil
        }
    }
}
