import Glibc
import Sockets

/// The process that listens on a socket, and where its own command line says that its files are.
struct DaemonProcess: Equatable, Sendable {
    let processID: Int
    /// The configuration file; nil for the usual one.
    let configuration: String?
    /// Where all its state files are; nil when the configuration says that.
    let stateDirectory: String?

    /// - Parameter arguments: its command line.
    /// - Returns: nil when this is not placemarkd: systemd, for example, which has opened the socket of the service.
    init?(processID: Int, arguments: [String]) {
        guard arguments.first?.split(separator: "/").last == "placemarkd" else { return nil }
        self.processID = processID
        func value(_ option: String) -> String? {
            for (index, argument) in arguments.enumerated().reversed() {
                if argument.hasPrefix("\(option)=") { return String(argument.dropFirst(option.count + 1)) }
                if argument == option, index + 1 < arguments.count { return arguments[index + 1] }
            }
            return nil
        }
        configuration = value("--config")
        stateDirectory = value("--state-directory")
    }

    /// The kernel's word on who listens. Nil when nobody does, or this user may not connect.
    init?(listeningAt path: String) {
        guard let descriptor = UnixAddress(path: path)?.connected(), descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // As the kernel has `struct ucred`, which Glibc hides: process, user, group.
        var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
        self.init(processID: Int(peer.0), arguments: Self.arguments(of: peer.0))
    }

    /// Empty when they cannot be read.
    private static func arguments(of processID: pid_t) -> [String] {
        guard let file = fopen("/proc/\(processID)/cmdline", "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        return bytes.prefix(count).split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
