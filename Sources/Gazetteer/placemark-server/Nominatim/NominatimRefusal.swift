import HTTPServing
import HTTPTypes
import PlacemarkModel

/// Why a request has no answer, in Nominatim's words and in the shape that it would have there.
struct NominatimRefusal: Error, Equatable {
    /// What the answer is.
    enum Shape: Equatable {
        /// `{"error":{"code":…,"message":…}}`: Nominatim's own, when the client wants JSON.
        case json
        /// Nominatim's own before the format is known.
        case text
        /// `{"title":…}`: that of the web framework below it.
        case framework
    }

    let status: HTTPResponse.Status
    let message: String
    var shape = Shape.json

    static let notFound = NominatimRefusal(status: .notFound, message: "", shape: .framework)
    static let methodNotAllowed = NominatimRefusal(status: .methodNotAllowed, message: "", shape: .framework)

    static func missing(_ parameter: StaticString) -> NominatimRefusal {
        NominatimRefusal(status: .badRequest, message: "Parameter '\(parameter)' missing.")
    }

    static func notANumber(_ parameter: StaticString) -> NominatimRefusal {
        NominatimRefusal(status: .badRequest, message: "Parameter '\(parameter)' must be a number.")
    }

    func answer(route: StaticString) -> HTTPAnswer {
        var writer = JSONWriter(capacity: 128)
        switch shape {
        case .text:
            return HTTPAnswer(
                route: route, status: status, type: "text/plain; charset=utf-8",
                text: "ERROR \(status.code): \(message)")
        case .json:
            writer.beginObject()
            writer.key("error")
            writer.beginObject()
            writer.field("code", status.code)
            writer.field("message", message)
            writer.endObject()
            writer.endObject()
            return HTTPAnswer(route: route, status: status, writer)
        case .framework:
            writer.beginObject()
            writer.field("title", "\(status.code) \(status.reasonPhrase)")
            writer.endObject()
            var fields: HTTPFields = [.vary: "Accept"]
            if status == .methodNotAllowed { fields[.allow] = "GET" }
            return HTTPAnswer(route: route, status: status, type: "application/json", writer, fields: fields)
        }
    }
}
