import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Finds the answer to each request: nothing before the door, and then the page, its tiles, the daemon, or a replay.
struct MapRouter: Sendable {
    let door: Doorkeeper
    let page: PageFiles
    let tiles: TileFiles
    let daemon: DaemonAnswers
    let replay: ReplayAnswers
    /// What a client without a session is to do.
    let advice: String

    func answer(_ request: Request) async -> HTTPAnswer {
        var answer = await unguarded(request)
        SecurityFields.add(to: &answer)
        return answer
    }

    private func unguarded(_ request: Request) async -> HTTPAnswer {
        let target = RequestTarget(request.head.path ?? "")
        switch door.verdict(on: request.head, target) {
        case .refused(.foreignHost):
            return .text(
                .misdirectedRequest, route: "door",
                "The map is not served under this name. Hosts= in /etc/placemarkd/map.conf allows further ones.")
        case .refused(.foreignPage):
            return .text(.forbidden, route: "door", "The map answers its own page only, and no other.")
        case .unknown: return .text(.unauthorized, route: "door", advice)
        case .welcome(let cookie):
            var answer = request.head.isFromElsewhere ? Self.doorstep : Self.toThePage
            answer.fields[.setCookie] = cookie
            answer.admitsClient = true
            return answer
        case .known: return Self.toThePage
        case .session(let session):
            var answer = await answer(to: request, target, session: session)
            answer.admitsClient = true
            return answer
        }
    }

    /// Without the token, which is then not in the address that is seen, kept or copied.
    private static var toThePage: HTTPAnswer {
        HTTPAnswer(
            route: "door", status: .seeOther, type: "text/plain; charset=utf-8", bytes: ByteBuffer(),
            fields: [.location: "/"])
    }

    /// The same for whoever has followed a link on another page: the browser would not send the new cookie along with a
    /// redirection that began there, but does when this page leads on.
    private static var doorstep: HTTPAnswer {
        let text = """
            <!doctype html>
            <meta charset="utf-8">
            <meta http-equiv="refresh" content="0; url=/">
            <title>placemarkd map</title>
            <a href="/">The map</a>

            """
        return HTTPAnswer(route: "door", type: "text/html; charset=utf-8", bytes: ByteBuffer(string: text))
    }

    private func answer(to request: Request, _ target: RequestTarget, session: String) async -> HTTPAnswer {
        let path = target.path
        if path.hasPrefix("/v1/") { return await daemon.answer(to: request, target) }
        if path == "/replay" { return replay.answer(to: request, target, session: session) }
        guard request.method == .get || request.method == .head else {
            return .text(.methodNotAllowed, route: "page", "This path takes GET.")
        }
        if path == "/map.json" {
            let answer = await tiles.description()
            return request.method == .head ? answer.withoutBody() : answer
        }
        if path.hasPrefix("/tiles/") { return await tiles.answer(to: request.head, path.dropFirst(7)) }
        let name = path == "/" ? "index.html" : path.hasPrefix("/page/") ? path.dropFirst(6) : ""
        guard let file = page[name: name] else {
            return .text(.notFound, route: "page", "There is nothing at this path.")
        }
        return file.answer(to: request.head)
    }
}

extension HTTPRequest {
    /// Whether the browser says that another page has led it here.
    fileprivate var isFromElsewhere: Bool {
        headerFields[.secFetchSite] == "cross-site" || headerFields[.secFetchSite] == "same-site"
    }
}
