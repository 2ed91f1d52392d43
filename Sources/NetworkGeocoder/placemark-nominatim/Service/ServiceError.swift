import PlacemarkModel

/// Why a client gets no places. No case carries a position, an address or a text of the server.
enum ServiceError: Error, Hashable, Sendable {
    case noPlace
    /// The budget is used up, or the server wants a rest, and for how long.
    case refused(RequestBudget.Refusal)
    /// Too many ask at once: the answer would come after the deadline.
    case crowded
    /// The answer has not come within the deadline.
    case timeout
    /// The server has given no answer that can be used.
    case provider(ProviderError)
    /// The configuration names no server.
    case unconfigured
    /// The client has left.
    case cancelled

    /// Of HTTP.
    var status: Int {
        switch self {
        case .noPlace: 404
        case .timeout: 504
        case .refused, .crowded, .provider, .unconfigured, .cancelled: 503
        }
    }

    /// What programs tell errors apart by, as docs/reference/http.md has them.
    var code: String {
        switch self {
        case .noPlace: "no-place"
        case .timeout: "timeout"
        case .refused: "throttled"
        case .crowded, .provider, .cancelled: "failed"
        case .unconfigured: "unavailable"
        }
    }

    /// Seconds after which it makes sense to ask again; nil where it does not.
    var retryAfterInSeconds: Int? {
        switch self {
        case .noPlace, .cancelled, .provider(.declined): nil
        case .refused(let refusal): max(1, Int(refusal.retryAfter.inSeconds.rounded(.up)))
        case .crowded, .timeout: 3
        case .provider: 5
        case .unconfigured: 60
        }
    }

    /// For people.
    var sentence: String {
        switch self {
        case .noPlace: "no place is known there, or of that name"
        case .refused(let refusal):
            "\(refusal.reason): asked again in \(AgeInWords.text(seconds: refusal.retryAfter.inSeconds))"
        case .crowded: "too many ask at once; try again later"
        case .timeout: "the server has not answered in time; try again later"
        case .provider(let error): error.description
        case .unconfigured: "no server is configured; set Server= in [Provider] of /etc/placemarkd/nominatim.conf"
        case .cancelled: "the client has left"
        }
    }
}

extension RequestBudget.Refusal.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .circuit(.refused): "the server refuses our requests; ask its operator why, or set another Server="
        case .circuit(.throttled): "the server wants fewer requests"
        case .circuit(.failing): "the server has failed several times in a row"
        case .dailyLimit(let limit): "the \(limit) requests of DailyLimit= are used up for now"
        case .clientLimit(let limit): "the \(limit) requests of DailyLimit= that clients may have are used up for now"
        case .notKept: "no request is sent, because its budget cannot be written down; the log says why"
        }
    }
}
