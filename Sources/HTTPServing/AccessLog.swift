import HTTPTypes
import Logging

/// Writes a line for each request: its method, its route, its status and how long it took, and never what it asked for.
struct AccessLog: Sendable {
    let log: Logger

    func log(_ answer: HTTPAnswer, method: HTTPRequest.Method, since start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        // The method is a word of the client's own: only those that are known go into the log.
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .options]
        let method = known.contains(method) ? method.rawValue : "?"
        log.info("\(method) \(answer.route) \(answer.status.code) \(microseconds) µs")
    }
}
