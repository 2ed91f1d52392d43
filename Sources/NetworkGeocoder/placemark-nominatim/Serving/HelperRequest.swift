import HTTPTypes
import PlacemarkModel
import Web

/// What a client asks of the helper: the contract of docs/reference/geocoder.md, and what its own programs ask.
enum HelperRequest: Hashable, Sendable {
    case reverse(Coordinate, accuracyInMeters: Double?, language: String?)
    case search(String, near: Coordinate?, limit: Int, language: String?)
    case health
    case metrics
    case clearCache

    /// Why a request cannot be answered. Repeats nothing of it: it may hold a position.
    enum Mistake: Error, Hashable, Sendable {
        case notFound
        case methodNotAllowed(allowed: String)
        /// In words.
        case bad(String)
    }

    /// The most results of one answer.
    static let mostResults = 50
    /// The longest text of a search in bytes: more than any name of a place.
    static let longestText = 512

    /// Reads method and target (`/v1/reverse?latitude=…`).
    init(method: HTTPRequest.Method, target: String) throws(Mistake) {
        let asked: RequestTarget
        do throws(RequestTarget.Fault) {
            asked = try RequestTarget(checking: target)
        } catch {
            throw Mistake(error)
        }
        let isCache = asked.path == "/v1/cache"
        let known = ["/v1/reverse", "/v1/search", "/v1/health", "/metrics"]
        guard isCache || known.contains(String(asked.path)) else { throw .notFound }
        guard isCache ? method == .delete : [.get, .head].contains(method) else {
            throw .methodNotAllowed(allowed: isCache ? "DELETE" : "GET, HEAD")
        }
        // Those that are not known are for a later version.
        let parameters: [String: String]
        do throws(RequestTarget.Fault) {
            parameters = try asked.parameters
        } catch {
            throw Mistake(error)
        }
        switch asked.path {
        case "/v1/reverse":
            self = .reverse(
                try Self.coordinate(parameters), accuracyInMeters: try Self.accuracy(parameters["accuracy"]),
                language: try Self.language(parameters["language"]))
        case "/v1/search":
            guard let limit = Int(parameters["limit"] ?? "10"), 1...Self.mostResults ~= limit else {
                throw .bad("'limit' takes a number from 1 to \(Self.mostResults)")
            }
            self = .search(
                try Self.text(parameters), near: try Self.near(parameters["near"]), limit: limit,
                language: try Self.language(parameters["language"]))
        case "/v1/health": self = .health
        case "/metrics": self = .metrics
        default: self = .clearCache
        }
    }

    private static func coordinate(_ parameters: [String: String]) throws(Mistake) -> Coordinate {
        do throws(PlaceParameter.Mistake) {
            return try PlaceParameter.coordinate(in: parameters)
        } catch {
            throw .bad(error.sentence)
        }
    }

    private static func text(_ parameters: [String: String]) throws(Mistake) -> String {
        let text: String
        do throws(PlaceParameter.Mistake) {
            text = try PlaceParameter.text(in: parameters)
        } catch {
            throw .bad(error.sentence)
        }
        guard text.utf8.count <= longestText else { throw .bad("'text' has at most \(longestText) bytes") }
        return text
    }

    private static func accuracy(_ text: String?) throws(Mistake) -> Double? {
        guard let text else { return nil }
        guard let meters = Double(text), meters >= 0, meters.isFinite else {
            throw .bad("'accuracy' takes a number of metres")
        }
        return meters
    }

    private static func language(_ text: String?) throws(Mistake) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard LanguageList.isPlausible(text) else { throw .bad("'language' takes languages such as de or fr,en") }
        return text
    }

    private static func near(_ text: String?) throws(Mistake) -> Coordinate? {
        guard let text else { return nil }
        guard let coordinate = Coordinate(parsing: text) else {
            throw .bad("'near' takes a latitude and a longitude in degrees, such as 47.141,9.521")
        }
        return coordinate
    }
}

extension HelperRequest.Mistake {
    fileprivate init(_ fault: RequestTarget.Fault) {
        self = fault == .noPath ? .notFound : .bad(fault.sentence)
    }
}
