import Glibc
import PlacemarkClient

/// Why a command could not be carried out.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    let exitStatus: Int32

    init(_ description: String, exitStatus: Int32 = 1) {
        self.description = description
        self.exitStatus = exitStatus
    }
}

extension PlacemarkClientError {
    /// What to do, where the error itself does not tell it.
    var advice: String? {
        switch self {
        case .notReachable, .timedOut: "“placemarkctl doctor” finds out why, and says what to do."
        case .noAnswerYet, .noResult, .refused, .malformedAnswer, .malformedRequest, .cancelled: nil
        }
    }

    var exitStatus: Int32 {
        switch self {
        case .noAnswerYet, .noResult: 1
        case .notReachable, .timedOut: EX_UNAVAILABLE
        case .refused(code: "forbidden", _): EX_NOPERM
        case .refused(code: "unknown-grant", _), .refused(code: "unknown-region", _),
            .refused(code: "region-in-file", _), .refused(code: "no-guard", _):
            1
        case .refused(code: "bad-region", _), .malformedRequest: EX_DATAERR
        case .refused, .malformedAnswer: EX_PROTOCOL
        case .cancelled: EX_TEMPFAIL
        }
    }
}
