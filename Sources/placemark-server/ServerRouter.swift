import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Finds the dialect of a request, and has it answered.
///
/// Nominatim and Photon both have `/reverse`. A client of Nominatim that reads JSON says so with `format`, which
/// Photon does not know; and `/nominatim` or `/photon` before the path leaves no doubt.
struct ServerRouter: Sendable {
    let served: ServedGazetteer

    /// The answer to a request of which the head says all; nil for a batch.
    func directAnswer(_ request: HTTPRequest) -> HTTPAnswer? {
        let target = RequestTarget(request.path ?? "")
        if target.path.utf8.starts(with: "/v1/".utf8) {
            return OwnDialect(edition: served.current).directAnswer(request, target)
        }
        return answerOfOthers(request, target)
    }

    func answer(_ request: Request) async -> HTTPAnswer {
        let target = RequestTarget(request.head.path ?? "")
        if let answer = directAnswer(request.head) { return answer }
        return OwnDialect(edition: served.current).batch(request, target)
    }

    private func answerOfOthers(_ request: HTTPRequest, _ target: RequestTarget) -> HTTPAnswer {
        let edition = served.current
        let nominatim = NominatimDialect(
            edition: edition, languages: Languages.of(request, target["accept-language"]))
        let photon = PhotonDialect(edition: edition)
        guard request.method == .get else { return nominatim.refuse(.methodNotAllowed) }
        switch target.path {
        case "/reverse", "/reverse/", "/reverse.php":
            return NominatimDialect.isMeant(by: target) ? nominatim.reverse(target) : photon.reverse(target)
        case "/nominatim/reverse", "/nominatim/reverse.php": return nominatim.reverse(target)
        case "/search", "/search.php", "/nominatim/search", "/nominatim/search.php": return nominatim.search(target)
        case "/status", "/status.php", "/nominatim/status", "/nominatim/status.php": return nominatim.status(target)
        case "/lookup", "/lookup.php", "/nominatim/lookup", "/nominatim/lookup.php", "/details", "/details.php",
            "/nominatim/details", "/nominatim/details.php":
            return nominatim.lookup(target)
        case "/api", "/api/", "/photon/api", "/photon/api/": return photon.search(target)
        case "/photon/reverse", "/photon/reverse/": return photon.reverse(target)
        case "/rev": return RevgeodDialect(edition: edition).reverse(target)
        case "/": return OwnDialect(edition: edition).help()
        default: return nominatim.refuse(.notFound)
        }
    }
}

/// The languages that a client wants names in, the dearest first.
enum Languages {
    /// More of them would only be work.
    private static let most = 8

    /// Those of a parameter, or else of the field Accept-Language.
    ///
    /// - Parameter parameter: in the same form as the field (RFC 9110, section 12.5.4): `de-CH,de;q=0.8`.
    static func of(_ request: HTTPRequest, _ parameter: String?) -> [String] {
        guard let text = parameter ?? request.headerFields[.acceptLanguage], !text.isEmpty else { return [] }
        return parsed(text)
    }

    static func parsed(_ text: String) -> [String] {
        var languages: [(name: Substring, weight: Double)] = []
        for part in text.split(separator: ",").prefix(most) {
            let pieces = part.split(separator: ";").map { $0.trimmed }
            guard let name = pieces.first, name != "*" else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > 0 { languages.append((name, weight)) }
        }
        // Of equal weight, the first one first.
        return languages.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map { String($0.element.name) }
    }
}

extension StringProtocol {
    /// Without the blanks at both ends.
    var trimmed: Substring {
        let bytes = Substring(self)
        let start = bytes.firstIndex { $0 != " " } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 != " " }.map { bytes.index(after: $0) } ?? start
        return bytes[start..<end]
    }
}
