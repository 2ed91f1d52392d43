import FoundationEssentials
import Glibc
import PlacemarkModel
import Sockets

/// The connection to the daemon: it says what to listen for, and is told what is heard.
final class DaemonLink {
    /// How long to wait until the next attempt, when the daemon is not there.
    static let retryInterval = Duration.seconds(5)
    /// In bytes: a thousand regions.
    static let longestLine = 1 << 20

    enum News: Equatable {
        case wanted([BeaconConstraint])
        /// The connection is lost, or refused, and why.
        case lost(String)
    }

    private let address: UnixAddress
    private(set) var descriptor: Int32 = -1
    private var input: [UInt8] = []
    private var writer = JSONWriter()

    init(_ address: UnixAddress) { self.address = address }

    deinit { close() }

    var isOpen: Bool { descriptor >= 0 }

    /// Connects, and asks what to listen for. Returns why it cannot; nil when it has.
    func open() -> String? {
        descriptor = address.connected(waits: false)
        guard isOpen else { return String(cString: strerror(errno)) }
        let request = Array("observe beacons\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            close()
            return "the daemon does not take requests"
        }
        return nil
    }

    func close() {
        if isOpen { Glibc.close(descriptor) }
        (descriptor, input) = (-1, [])
    }

    /// Reads what has come; nil when that is no whole line yet.
    func read() -> News? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count > 0 else { return lost("placemarkd has closed the connection") }
        input += buffer[..<count]
        guard input.count <= Self.longestLine else { return lost("placemarkd sends too long a line") }
        // What was said last counts.
        guard let end = input.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        let start = input[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = input[start..<end]
        input.removeSubrange(...end)
        if line.starts(with: "error: ".utf8) { return lost(String(decoding: line.dropFirst(7), as: UTF8.self)) }
        guard let wanted = try? JSONDecoder().decode(BeaconLines.Wanted.self, from: Data(line)) else {
            return lost("placemarkd sends something that this program does not understand: are both the same version?")
        }
        return .wanted(wanted.constraints)
    }

    /// Tells what is heard. Returns what is wrong when the daemon does not take it.
    func tell(_ hearing: BeaconHearing) -> News? {
        writer.removeAll()
        writer.write(hearing)
        let sent = send(descriptor, writer.bytes, writer.bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        return sent == writer.bytes.count ? nil : lost("placemarkd does not read what it is told")
    }

    private func lost(_ why: String) -> News {
        close()
        return .lost(why)
    }
}
