import Glibc
import PlacemarkClient
import PlacemarkModel

/// Whether a daemon serves the socket, and which one.
struct DaemonCheck: Sendable {
    /// What lies at the path of the socket.
    enum Node: Equatable, Sendable {
        case missing
        /// This user may not even look.
        case hidden
        case notSocket
        /// A socket that this user may not connect to.
        case closed
        case socket
    }

    /// What the daemon said to `status`.
    enum Outcome: Sendable {
        /// Nobody was asked, as there is nobody to ask.
        case none
        case tooLate
        case failed(PlacemarkClientError)
        case status(Status)
    }

    let path: String
    let node: Node
    let answer: Outcome
    /// Of the daemon; nil when it did not tell.
    let version: String?

    var status: Status? { if case .status(let status) = answer { status } else { nil } }

    private static let restart = "sudo systemctl restart placemarkd.socket placemarkd.service"
    private static let log = "journalctl --unit placemarkd --lines 50"

    /// - Parameter hasUnits: systemd has the daemon's units.
    func finding(hasUnits: Bool) -> DoctorFinding {
        let start = hasUnits ? "sudo systemctl enable --now placemarkd.socket placemarkd.service" : "placemarkd &"
        switch node {
        case .missing:
            return .wrong(
                .daemon, "there is no socket \(path): the daemon is not running.", advice: "Start it:", start)
        case .notSocket:
            return .wrong(
                .daemon, "\(path) is not a socket.", advice: "Move it away, and start the daemon:",
                "sudo mv \(path) \(path).old", hasUnits ? Self.restart : start)
        case .hidden, .closed:
            return .notice(
                .daemon, "this user may not ask at \(path), so nothing can be said about the daemon.",
                advice: "Access, below, says more; root may always ask:", "sudo placemarkctl doctor")
        case .socket: return finding(start: hasUnits ? Self.restart : start)
        }
    }

    private func finding(start: String) -> DoctorFinding {
        switch answer {
        case .none, .tooLate:
            .wrong(
                .daemon, "the daemon does not answer at \(path) within \(Words.age(Self.limit.inSeconds)).",
                advice: "It hangs, or the machine is overloaded. See what it says, and restart it:", Self.log, start)
        case .failed(.notReachable(_, let reason)):
            .wrong(
                .daemon, "nothing serves \(path): \(reason).",
                advice: "The daemon has ended, or could not start: first mend what is wrong above. Start it again:",
                start)
        case .failed(.refused(code: "forbidden", _)): .ok(.daemon, "answers at \(path), to others")
        case .failed(.refused(code: "failed", let message)):
            .wrong(.daemon, "\(message)", advice: "First mend what is wrong above. See what the daemon says:", Self.log)
        case .failed(let error):
            .wrong(.daemon, "\(error).", advice: "Is it placemarkd that answers? Restart it:", start)
        case .status: versionFinding
        }
    }

    private var versionFinding: DoctorFinding {
        let own = Installation.version
        guard version == own else {
            let running = version.map { "it is version \($0)" } ?? "it does not report its version"
            let found = "answers at \(path); \(running), and this program is \(own)."
            return .notice(
                .daemon, found, advice: "After an upgrade the daemon has to be restarted:", Self.restart)
        }
        return .ok(.daemon, "version \(own) answers at \(path)")
    }
}

extension DaemonCheck {
    /// A daemon that systemd starts for this very request checks its world file first.
    fileprivate static let limit = Duration.seconds(10)

    static func observe(path: String) async -> DaemonCheck {
        let node = await TimeLimit.blocking(limit) { Node(at: path) } ?? .hidden
        guard node == .socket else { return DaemonCheck(path: path, node: node, answer: .none, version: nil) }
        let client = PlacemarkClient(socketPath: path)
        let answer = await TimeLimit.waiting(limit) { () async -> Outcome in
            do throws(PlacemarkClientError) {
                return .status(try await client.status())
            } catch {
                return .failed(error)
            }
        }
        var version: String?
        if case .status = answer { version = await TimeLimit.waiting(limit) { try? await client.version() } ?? nil }
        return DaemonCheck(path: path, node: node, answer: answer ?? .tooLate, version: version)
    }
}

extension DaemonCheck.Node {
    init(at path: String) {
        var status = stat()
        if stat(path, &status) != 0 {
            self = errno == EACCES ? .hidden : .missing
        } else if status.st_mode & S_IFMT != S_IFSOCK {
            self = .notSocket
        } else {
            // To connect is to write, as unix(7) has it.
            self = access(path, W_OK) == 0 ? .socket : .closed
        }
    }
}
