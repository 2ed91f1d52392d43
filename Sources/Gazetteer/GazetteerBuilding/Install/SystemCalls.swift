import FoundationEssentials
import Glibc
package import PlacemarkModel
import Processes
import Sockets

/// Whether the network costs by what is carried, as NetworkManager knows it.
enum MeteredLink: Hashable {
    case metered, unmetered
    /// NetworkManager does not run, or does not know.
    case unknown

    /// Asks NetworkManager (org.freedesktop.NetworkManager, property Metered) over the system's bus.
    static func now() -> MeteredLink {
        let call = ProgramCall(
            "busctl",
            [
                "--system", "--timeout=3", "get-property", "org.freedesktop.NetworkManager",
                "/org/freedesktop/NetworkManager",
                "org.freedesktop.NetworkManager", "Metered",
            ])
        return call.exitStatus == 0 ? MeteredLink(call.output) : .unknown
    }

    /// - Parameter property: As busctl writes it. 1 is yes and 3 a guess that means yes, 2 and 4 are no (NMMetered).
    init(_ property: String) {
        switch property.trimmed {
        case "u 1", "u 3": self = .metered
        case "u 2", "u 4": self = .unmetered
        default: self = .unknown
        }
    }
}

/// What is asked of the daemon.
package enum DaemonRequests {
    private static let unit = "placemarkd.service"

    /// Lets it read the packs anew, where systemd runs it. Returns a sentence for people where it could not be told.
    package static func reload() -> String? {
        guard ProgramCall("systemctl", ["is-active", "--quiet", unit]).exitStatus == 0 else { return nil }
        guard ProgramCall("systemctl", ["reload", unit]).exitStatus != 0 else { return nil }
        return "placemarkd could not be told: run systemctl reload placemarkd"
    }

    /// Where the box is. The daemon tells as much as this user may know; a reduced position is good enough for a country.
    package static func location(socketPath: String) throws(InstallFault) -> Coordinate {
        let reply = try ask("location", socketPath: socketPath)
        if let report = try? JSONDecoder().decode(Position.self, from: Data(reply)) { return report.coordinate }
        // A reply of the daemon's that is no location says why: `error: no-fix: there is no position yet`.
        let text = String(decoding: reply, as: UTF8.self).trimmed
        throw .noLocation(reason: text.hasPrefix("error: ") ? String(text.dropFirst(7)) : "placemarkd gives no answer")
    }

    /// What is read of the daemon's answer, which may be a later version's.
    private struct Position: Decodable {
        let coordinate: Coordinate
    }

    private static func ask(_ question: String, socketPath: String) throws(InstallFault) -> [UInt8] {
        func failed() -> InstallFault { .noLocation(reason: "\(socketPath): \(String(cString: strerror(errno)))") }
        guard let address = UnixAddress(path: socketPath) else {
            throw .noLocation(reason: "\(socketPath): the path is too long for a socket")
        }
        let descriptor = address.connected()
        guard descriptor >= 0 else { throw failed() }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let line = Array("\(question)\n".utf8)
        guard send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else { throw failed() }
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while reply.count < 65_536 {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            reply += buffer[..<count]
        }
        return reply
    }
}
