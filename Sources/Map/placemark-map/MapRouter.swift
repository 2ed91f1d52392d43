import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import Web

/// Finds the answer to each request: to everybody the page, which has nothing of this machine in it and is in the package for
/// all to read; and behind the door its tiles, the daemon, and a replay.
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
        switch door.refusal(of: request.head, target) {
        case .foreignHost?:
            return .text(
                .misdirectedRequest, route: "door",
                "The map is not served under this name. Hosts= in /etc/placemarkd/map.conf allows further ones.")
        case .foreignPage?:
            return .text(.forbidden, route: "door", "The map answers its own page only, and no other.")
        case nil: break
        }
        if target.path == "/session" { return await newSession(request) }
        if Self.isRead(request), let file = page[name: Self.fileName(target.path)] {
            return file.answer(to: request.head)
        }
        guard let session = door.session(of: request.head) else {
            return .text(.unauthorized, route: "door", advice)
        }
        var answer = await answer(to: request, target, session: session)
        answer.admitsClient = true
        return answer
    }

    /// A session for whoever sends the token.
    private func newSession(_ request: Request) async -> HTTPAnswer {
        guard request.method == .post else {
            return .text(.methodNotAllowed, route: "door", "This path takes POST, with the token.")
        }
        guard let body = try? await request.body.collect(upTo: Secret.longest + 2),
            let session = door.redeem(String(buffer: body).prefix { !$0.isNewline })
        else { return .text(.unauthorized, route: "door", advice) }
        var answer = HTTPAnswer.text(.ok, route: "door", session.text)
        answer.admitsClient = true
        return answer
    }

    private func answer(to request: Request, _ target: RequestTarget, session: String) async -> HTTPAnswer {
        let path = target.path
        if path.hasPrefix("/v1/") { return await daemon.answer(to: request, target) }
        if path == "/replay" { return replay.answer(to: request, target, session: session) }
        guard Self.isRead(request) else {
            return .text(.methodNotAllowed, route: "page", "This path takes GET.")
        }
        if path == "/map.json" {
            let answer = await tiles.description()
            return request.method == .head ? answer.withoutBody() : answer
        }
        if path.hasPrefix("/tiles/") { return await tiles.answer(to: request.head, path.dropFirst(7)) }
        return .text(.notFound, route: "page", "There is nothing at this path.")
    }

    private static func isRead(_ request: Request) -> Bool { request.method == .get || request.method == .head }

    /// The file of the page that a path stands for, in the list of `PageFiles`.
    private static func fileName(_ path: Substring) -> Substring {
        path == "/" ? "index.html" : path.hasPrefix("/page/") ? path.dropFirst(6) : ""
    }
}
