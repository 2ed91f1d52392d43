import FoundationEssentials
import HTTPServing
import HTTPTypes
import NIOCore
import PlacemarkModel

/// Answers of the helper, in the shape in which placemarkd's own socket answers (docs/reference/http.md).
enum HelperAnswers {
    static func json(_ value: some Encodable, route: StaticString) -> HTTPAnswer {
        HTTPAnswer(route: route, type: "application/json", bytes: line(value))
    }

    static func metrics(_ text: String) -> HTTPAnswer {
        HTTPAnswer(route: "metrics", type: "text/plain; version=0.0.4; charset=utf-8", bytes: ByteBuffer(string: text))
    }

    static func problem(_ error: ServiceError, route: StaticString) -> HTTPAnswer {
        var fields: HTTPFields = [:]
        if let seconds = error.retryAfterInSeconds { fields[.retryAfter] = String(seconds) }
        return problem(error.status, error.code, error.sentence, route: route, fields: fields)
    }

    static func problem(_ mistake: HelperRequest.Mistake) -> HTTPAnswer {
        switch mistake {
        case .notFound:
            problem(
                404, "unknown-request",
                "there is nothing at this path; there are /v1/reverse, /v1/search, /v1/health and /metrics",
                route: "unknown")
        case .methodNotAllowed(let allowed):
            problem(
                405, "method-not-allowed", "this path takes \(allowed)", route: "unknown", fields: [.allow: allowed])
        case .bad(let why): problem(400, "bad-request", why, route: "unknown")
        }
    }

    static func problem(
        _ status: Int, _ code: String, _ detail: String, route: StaticString, fields: HTTPFields = [:]
    ) -> HTTPAnswer {
        .problem(self.status(status), route: route, code: code, detail, fields: fields)
    }

    /// The status with its name.
    private static func status(_ code: Int) -> HTTPResponse.Status {
        switch code {
        case 400: .badRequest
        case 404: .notFound
        case 405: .methodNotAllowed
        case 504: .gatewayTimeout
        default: .serviceUnavailable
        }
    }

    private static func line(_ value: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing here has a number that is not finite, which is all that cannot be encoded.
        guard let data = try? encoder.encode(value) else { preconditionFailure("an answer cannot be encoded") }
        var bytes = ByteBuffer(bytes: data)
        bytes.writeString("\n")
        return bytes
    }
}
