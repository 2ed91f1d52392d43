import HTTPServing
import HTTPTypes
import Synchronization

/// Looks at each request before anything else does: without a session nobody gets a byte.
final class Doorkeeper: Sendable {
    /// Which token opens the door.
    enum Token {
        /// One that works once.
        case once(Secret)
        /// What stands in a file. The session of such a token is the token itself, so that it survives a restart, and ends
        /// when the file has another one.
        case file(TokenFile)
    }

    /// What is to be done with a request.
    enum Verdict: Hashable, Sendable {
        /// It belongs to this session.
        case session(String)
        /// The token was right: the client gets this cookie, and is sent to the page.
        case welcome(cookie: String)
        /// The token was right once; whoever has the session as well is sent to the page.
        case known
        /// No session, and no token that is right.
        case unknown
        case refused(RequestOrigin.Refusal)
    }

    private let origin: RequestOrigin
    private let cookieName: String
    private let file: TokenFile?
    private let sessions: Mutex<Sessions?>

    /// - Parameter port: goes into the name of the cookie, because browsers give a cookie to all ports of a host.
    init(_ token: Token, origin: RequestOrigin, port: UInt16?) {
        self.origin = origin
        cookieName = "placemark-map" + (port.map { "-\($0)" } ?? "")
        switch token {
        case .once(let secret):
            file = nil
            sessions = Mutex(Sessions(token: secret))
        case .file(let path):
            file = path
            sessions = Mutex(nil)
        }
    }

    func verdict(
        on request: HTTPRequest, _ target: RequestTarget, at now: ContinuousClock.Instant = .now
    ) -> Verdict {
        let token = target.path == "/" && request.method == .get ? target["token"] : nil
        if let refusal = origin.refusal(of: request, isFirstVisit: token != nil) { return .refused(refusal) }
        let session = Self.cookies(of: request, named: cookieName).first { isValid($0, at: now) }
        guard let token else {
            return session.map { .session(String($0)) } ?? .unknown
        }
        if session != nil { return .known }
        return redeem(token, at: now).map { .welcome(cookie: cookie($0)) } ?? .unknown
    }

    private func isValid(_ cookie: Substring, at now: ContinuousClock.Instant) -> Bool {
        if let file { return (try? file.read())?.isEqual(to: cookie) ?? false }
        return sessions.withLock { $0?.isValid(cookie, at: now) ?? false }
    }

    private func redeem(_ token: String, at now: ContinuousClock.Instant) -> Secret? {
        if let file { return (try? file.read()).flatMap { $0.isEqual(to: token) ? $0 : nil } }
        return sessions.withLock { $0?.redeem(token, at: now) }
    }

    /// Out of reach of scripts, and never sent along by another page. A lasting one is kept by the browser for as long as
    /// browsers do, so that a display needs its link once.
    private func cookie(_ secret: Secret) -> String {
        "\(cookieName)=\(secret.text); Path=/; HttpOnly; SameSite=Strict" + (file == nil ? "" : "; Max-Age=34560000")
    }

    /// The values of the cookies of this name (RFC 6265): there may be one for several paths.
    static func cookies(of request: HTTPRequest, named name: String) -> [Substring] {
        request.headerFields[values: .cookie].flatMap { field in
            field.split(separator: ";").compactMap { pair -> Substring? in
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == name else { return nil }
                return sides[1]
            }.map { Substring(String($0)) }
        }
    }
}
