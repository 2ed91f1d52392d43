/// The sessions that a right token has begun. Each has a secret of its own, so that whoever sees one knows nothing of the token.
struct Sessions: Sendable {
    /// A session that has not been used for so long is over. A page that somebody sees uses it every few seconds.
    static let longestPause = Duration.seconds(86_400)
    /// Of one more, the one goes that has not been used for the longest time.
    static let most = 100

    private struct Session {
        let secret: Secret
        var lastUse: ContinuousClock.Instant
    }

    /// From the one that has not been used for the longest time to the one that was used last.
    private var sessions: [Session] = []

    /// - Parameter secrets: of sessions that go on, at this time.
    init(_ secrets: [Secret] = [], at now: ContinuousClock.Instant = .now) {
        sessions = secrets.suffix(Self.most).map { Session(secret: $0, lastUse: now) }
    }

    var secrets: [Secret] { sessions.map(\.secret) }

    /// Begins a session.
    mutating func begin(at now: ContinuousClock.Instant, secret: Secret = Secret()) -> Secret {
        sessions.append(Session(secret: secret, lastUse: now))
        if sessions.count > Self.most { sessions.removeFirst() }
        return secret
    }

    /// Whether a text is the secret of a session that goes on; it is used with that.
    mutating func isValid(_ text: some StringProtocol, at now: ContinuousClock.Instant) -> Bool {
        sessions.removeAll { $0.lastUse.duration(to: now) > Self.longestPause }
        guard let index = sessions.firstIndex(where: { $0.secret.isEqual(to: text) }) else { return false }
        var session = sessions.remove(at: index)
        session.lastUse = now
        sessions.append(session)
        return true
    }
}
