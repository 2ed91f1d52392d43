import Glibc
import Logging
import NIOCore
import PlacemarkModel

/// Which connections are let in, and how much each may know at this moment. Lives on one event loop.
///
/// The groups and the grants decide, by the kernel's word on the peer. When a grant begins or ends, the connections of
/// its user are told with an `AccessChange`, so that those that stay know no more than they may from then on.
final class AccessControl {
    /// Connections beyond those that may stay until it is told to them.
    static let mostTurnedAway = 16
    /// Connections that are left to root and to the daemon's own user when all others together have taken the rest.
    static let reserve = 16

    private struct Visitor {
        let channel: any Channel
        let peer: PeerCredentials
        var precision: Precision?
    }

    private let access: Access
    private let connectionsPerUser: Int
    private let mostConnections: Int
    /// A user may leave as many answers unread as it may have connections.
    let unread = UnreadAnswers()
    private let now: () -> BootInstant
    private let log: Logger?
    private var grants = GrantTable()
    private var visitors: [uid_t: [ObjectIdentifier: Visitor]] = [:]
    private var timer: Scheduled<Void>?
    private var turnedAway = 0
    private var visitorCount = 0

    /// - Parameter mostConnections: of all users together.
    init(
        _ access: Access, connectionsPerUser: Int, mostConnections: Int, now: @escaping () -> BootInstant, log: Logger?
    ) {
        self.access = access
        self.connectionsPerUser = connectionsPerUser
        self.mostConnections = mostConnections
        self.now = now
        self.log = log
    }

    /// Counts a connection until it is closed. Throws when its user has too many already, or has left as many answers unread,
    /// which does not concern others; and when there are as many as there may be.
    func enter(_ channel: any Channel, from peer: PeerCredentials) throws(RequestError) {
        let (user, id) = (peer.userID, ObjectIdentifier(channel))
        if refusal(for: user) != nil { unread.look() }
        if let refusal = refusal(for: user) { throw refusal }
        visitorCount += 1
        visitors[user, default: [:]][id] = Visitor(channel: channel, peer: peer, precision: precision(of: peer))
        channel.closeFuture.assumeIsolated().whenComplete { _ in
            self.visitors[user]?[id] = nil
            self.visitorCount -= 1
            if self.visitors[user]?.isEmpty == true { self.visitors[user] = nil }
        }
        // There was nobody to be told when the last one was set.
        if timer == nil { setTimer() }
    }

    private func refusal(for user: uid_t) -> RequestError? {
        guard visitors[user, default: [:]].count < connectionsPerUser, unread.count(of: user) <= connectionsPerUser
        else { return .tooManyConnections(limit: connectionsPerUser) }
        let reserve = isOperator(user) ? 0 : min(Self.reserve, mostConnections / 2)
        return visitorCount + unread.count < mostConnections - reserve ? nil : .tooManyClients
    }

    /// Whether a user who may not enter is told why. One who has left that many refusals unread is not.
    func mayBeTold(_ user: uid_t) -> Bool { unread.count(of: user) < connectionsPerUser + Self.mostTurnedAway }

    /// Whether a connection that may not enter may stay until its first line, which tells in which dialect it is to be told
    /// so. Of many at once, those that come first may.
    func turnAway(_ channel: any Channel) -> Bool {
        guard turnedAway < Self.mostTurnedAway else { return false }
        turnedAway += 1
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.turnedAway -= 1 }
        return true
    }

    /// Whether it is root or the daemon's own user.
    func isOperator(_ user: uid_t) -> Bool { access.isOperator(user) }

    /// What a peer may know at this moment; nil for nothing at all.
    func precision(of peer: PeerCredentials) -> Precision? {
        grants.hasGrant(peer.userID, at: now()) ? .precise : access.precision(for: peer)
    }

    func answer(to request: GrantsRequest, from peer: PeerCredentials) throws(RequestError) -> Answer {
        endGrants()
        switch request {
        case .list:
            let visible = grants.all.filter { peer.userID == 0 || $0.userID == peer.userID }
            return .json(GrantsReport(grants: visible.map { GrantReport($0, at: now()) }))
        case _ where peer.userID != 0: throw .rootOnly(Request.grants(request).word.rawValue)
        case .grant(let userID, let duration, let purpose):
            let grant = Grant(userID: userID, purpose: purpose, duration: duration, start: now())
            guard grants.add(grant) else { throw .tooManyGrants }
            tell("precise access granted", grant)
            accessChanged(for: userID)
            return .json(GrantReport(grant, at: now()))
        case .revoke(let userID):
            guard let grant = grants.remove(userID) else { throw .unknownGrant(userID) }
            tell("precise access revoked", grant)
            accessChanged(for: userID)
            return .json(GrantsRequest.Revocation(user: userID))
        }
    }

    /// Ends the grants whose time is over. A timer does so too, but its clock stands still while the machine sleeps:
    /// so this is to be called before anything is told.
    func endGrants() {
        guard let next = grants.nextEnd, next <= now() else { return }
        for grant in grants.removeEnded(at: now()) {
            tell("precise access has ended", grant)
            accessChanged(for: grant.userID)
        }
    }

    private func accessChanged(for userID: uid_t) {
        for (id, visitor) in visitors[userID] ?? [:] {
            let precision = precision(of: visitor.peer)
            guard precision != visitor.precision else { continue }
            visitors[userID]?[id]?.precision = precision
            visitor.channel.pipeline.fireUserInboundEventTriggered(AccessChange(precision: precision))
        }
        setTimer()
    }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard let end = grants.nextEnd, let eventLoop else { return }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let delay = TimeAmount.nanoseconds(Int64(max(0, now().duration(to: end).inSeconds) * 1e9))
        timer = eventLoop.scheduleTask(in: delay) {
            bound.value.endGrants()
            // Too early by a rounding, or because there is a new grant.
            bound.value.setTimer()
        }
    }

    /// That of any connection. Without one there is nobody to be told.
    private var eventLoop: (any EventLoop)? { visitors.values.first?.values.first?.channel.eventLoop }

    private func tell(_ what: String, _ grant: Grant) {
        log?.notice(
            "\(what)",
            metadata: [
                "user": "\(grant.userID)", "duration": "\(grant.duration.inSeconds.rounded(toDecimals: 3))s",
                "purpose": "\"\(grant.purpose)\"",
            ])
    }
}

/// A connection's user may know more or less than before. An event of its pipeline.
struct AccessChange: Sendable {
    /// nil for nothing at all any more.
    let precision: Precision?
}
