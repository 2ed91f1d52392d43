import CurlClient
import PlacemarkModel

/// Whether a server may be asked at all: it opens when the server refuses, throttles or fails, and lets one request
/// through when the time is over (half-open). When that one succeeds it closes; when it fails it stays open twice as long.
struct Circuit: Hashable, Sendable {
    /// Why it is open.
    enum Cause: String, Codable, CaseIterable, Sendable {
        /// 401, 403: it does not want us, until somebody has written to its operator.
        case refused
        /// 429, 503: it wants fewer requests.
        case throttled
        /// Other errors, answers that are none, timeouts, no connection: `mostFailures` in a row.
        case failing
    }

    /// The delay after the first event of its kind, and the longest.
    static func delays(_ cause: Cause) -> (first: Duration, longest: Duration) {
        switch cause {
        case .refused: (.seconds(3600), RetryAfter.longest)
        case .throttled: (.seconds(60), RetryAfter.longest)
        case .failing: (.seconds(30), .seconds(900))
        }
    }

    /// A single answer may be lost; three in a row are a server that is down.
    static let mostFailures = 3

    /// Until when nothing is asked, and why. When it has passed, the circuit is half-open.
    struct Opening: Hashable, Sendable {
        let until: BootInstant
        let cause: Cause
    }

    /// Nil when it is closed.
    private(set) var opening: Opening?
    /// Openings of each kind in a row, for the doubling.
    private(set) var openings = 0
    /// Other failures in a row.
    private(set) var failures = 0

    init() {}

    /// As it was saved by an earlier process.
    init(openings: Int, failures: Int, opening: Opening?) {
        (self.openings, self.failures, self.opening) = (openings, failures, opening)
    }

    /// How long nothing may be asked; nil when something may.
    func wait(at now: BootInstant) -> Duration? {
        guard let opening, now < opening.until else { return nil }
        return now.duration(to: opening.until)
    }

    mutating func succeeded() { self = Circuit() }

    /// - Parameter retryAfter: what the server asks for; nil when it says nothing.
    mutating func failed(_ cause: Cause, retryAfter: Duration?, at now: BootInstant) {
        failures = min(failures + 1, 1000)
        // While it is half-open, one failure is enough.
        guard cause != .failing || failures >= Self.mostFailures || opening != nil else { return }
        let (first, longest) = Self.delays(cause)
        // 2¹⁷ minutes are more than any longest delay.
        let own = min(longest, first * (1 << min(openings, 17)))
        openings = min(openings + 1, 1000)
        // Never sooner than the server asks for; sooner than our own delay when it asks for less.
        let delay = min(RetryAfter.longest, max(.seconds(1), retryAfter ?? own))
        opening = Opening(until: now.advanced(by: delay), cause: cause)
    }
}
