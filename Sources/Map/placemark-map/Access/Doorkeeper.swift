import HTTPServing
import HTTPTypes
import Synchronization
import Web

/// Knows who has come in: whoever shows the token gets a session, and the session opens all that tells of this machine.
///
/// The session comes as a field that only the map's own page sends. It is no cookie: a browser gives those to the servers of all
/// ports of a host, so that any user of the machine could collect them.
final class Doorkeeper: Sendable {
    /// Which token opens the door.
    enum Token {
        /// One that works once.
        case once(Secret)
        /// What stands in a file, as long as it stands there: with another token all sessions end. They outlive a restart where
        /// there is a file for them.
        case file(TokenFile, sessions: SessionFile?)
    }

    private struct State {
        /// Which the sessions have come of; nil once it was used up, and while the file has none.
        var token: Secret?
        var sessions = Sessions()
    }

    private let origin: RequestOrigin
    private let file: TokenFile?
    private let sessionFile: SessionFile?
    private let state: Mutex<State>

    init(_ token: Token, origin: RequestOrigin) {
        self.origin = origin
        switch token {
        case .once(let secret):
            (file, sessionFile) = (nil, nil)
            state = Mutex(State(token: secret))
        case .file(let file, let sessionFile):
            (self.file, self.sessionFile) = (file, sessionFile)
            state = Mutex(State())
        }
    }

    /// What speaks against a request, whoever sends it; nil when nothing does.
    func refusal(of request: HTTPRequest, _ target: RequestTarget) -> RequestOrigin.Refusal? {
        let isLink = target.path == "/" && request.method == .get && target.has("token")
        return origin.refusal(of: request, isFirstVisit: isLink)
    }

    /// The session that a request belongs to; nil when to none that goes on.
    func session(of request: HTTPRequest, at now: ContinuousClock.Instant = .now) -> String? {
        guard let text = request.headerFields[.mapSession] else { return nil }
        return withState(at: now) { $0.sessions.isValid(text, at: now) } ? text : nil
    }

    /// Begins a session when the token is right; nil when it is not, or works no more.
    func redeem(_ text: some StringProtocol, at now: ContinuousClock.Instant = .now) -> Secret? {
        withState(at: now) { state in
            guard let token = state.token, token.isEqual(to: text) else { return nil }
            let secret = state.sessions.begin(at: now)
            if file == nil { state.token = nil }
            sessionFile?.write(state.sessions, of: token)
            return secret
        }
    }

    private func withState<Result: Sendable>(
        at now: ContinuousClock.Instant, _ body: (inout State) -> Result
    ) -> Result {
        // Read each time, so that another token counts at once.
        let present = file.map { try? $0.read() }
        return state.withLock { state in
            if let present, present != state.token {
                let secrets = present.flatMap { token in sessionFile?.secrets(of: token) } ?? []
                state = State(token: present, sessions: Sessions(secrets, at: now))
            }
            return body(&state)
        }
    }
}

extension HTTPField.Name {
    /// The secret of a session, as the page sends it with each request (`map/io/session.js`).
    static let mapSession = known("Map-Session")
}
