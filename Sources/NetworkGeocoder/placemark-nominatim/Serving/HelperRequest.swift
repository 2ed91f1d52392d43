import HTTPTypes
import PlacemarkModel

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

    /// The longest path with its parameters, as placemarkd's own socket has it.
    static let longestTarget = 4096
    /// The most results of one answer.
    static let mostResults = 50
    /// The longest text of a search in bytes: more than any name of a place.
    static let longestText = 512

    /// Reads method and target (`/v1/reverse?latitude=…`).
    init(method: HTTPRequest.Method, target: String) throws(Mistake) {
        guard target.utf8.count <= Self.longestTarget else {
            throw .bad("a target has at most \(Self.longestTarget) bytes")
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let isCache = parts[0] == "/v1/cache"
        let known = ["/v1/reverse", "/v1/search", "/v1/health", "/metrics"]
        guard isCache || known.contains(String(parts[0])) else { throw .notFound }
        guard isCache ? method == .delete : [.get, .head].contains(method) else {
            throw .methodNotAllowed(allowed: isCache ? "DELETE" : "GET, HEAD")
        }
        // Those that are not known are for a later version.
        let parameters = try Self.parameters(parts.dropFirst().first ?? "")
        func take(_ name: String) -> String? { parameters[name] }
        switch parts[0] {
        case "/v1/reverse":
            guard let latitude = take("latitude").flatMap(Double.init),
                let longitude = take("longitude").flatMap(Double.init),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { throw .bad("'reverse' takes latitude= and longitude= in degrees") }
            self = .reverse(
                coordinate, accuracyInMeters: try Self.accuracy(take("accuracy")),
                language: try Self.language(take("language")))
        case "/v1/search":
            guard let text = take("text"), text.contains(where: \.isLetter), text.utf8.count <= Self.longestText else {
                throw .bad("'search' takes text= with a name, of at most \(Self.longestText) bytes")
            }
            guard let limit = Int(take("limit") ?? "10"), 1...Self.mostResults ~= limit else {
                throw .bad("'limit' takes a number from 1 to \(Self.mostResults)")
            }
            self = .search(
                text, near: try Self.near(take("near")), limit: limit, language: try Self.language(take("language")))
        case "/v1/health": self = .health
        case "/metrics": self = .metrics
        default: self = .clearCache
        }
    }

    private static func parameters(_ query: Substring) throws(Mistake) -> [String: String] {
        var parameters: [String: String] = [:]
        for parameter in query.split(separator: "&") {
            let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(sides[0], plusIsBlank: true),
                let value = PercentEncoding.decode(sides.dropFirst().first ?? "", plusIsBlank: true)
            else { throw .bad("an escape is % and two hexadecimal digits, and stands for text in UTF-8 on one line") }
            guard parameters.updateValue(value, forKey: name) == nil else { throw .bad("a parameter is there twice") }
        }
        return parameters
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
