import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import Web

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
        let photon = PhotonDialect(edition: edition, languages: Languages.of(request, target["lang"]))
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
