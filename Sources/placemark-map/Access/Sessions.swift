/// Who may see the map, when the token works once: the token, until it is used, and the sessions that came of it.
struct Sessions: Sendable {
    /// A session that has not been used for so long is over.
    static let longestPause = Duration.seconds(7 * 86_400)

    private struct Session {
        let secret: Secret
        var lastUse: ContinuousClock.Instant
    }

    /// Nil once it is used.
    private(set) var token: Secret?
    private var sessions: [Session] = []

    init(token: Secret) { self.token = token }

    /// Begins a session with a new secret when the token is right; the token is then used.
    mutating func redeem(
        _ text: some StringProtocol, at now: ContinuousClock.Instant, secret: Secret = Secret()
    ) -> Secret? {
        guard let token, token.isEqual(to: text) else { return nil }
        self.token = nil
        sessions.append(Session(secret: secret, lastUse: now))
        return secret
    }

    /// Whether a cookie is that of a session which goes on; it is used with that.
    mutating func isValid(_ cookie: some StringProtocol, at now: ContinuousClock.Instant) -> Bool {
        sessions.removeAll { $0.lastUse.duration(to: now) > Self.longestPause }
        guard let index = sessions.firstIndex(where: { $0.secret.isEqual(to: cookie) }) else { return false }
        sessions[index].lastUse = now
        return true
    }
}
