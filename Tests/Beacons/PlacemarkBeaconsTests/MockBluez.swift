import Foundation
import Glibc
import TestSupport

/// A bus of its own with an `org.bluez` on it that does as it is told, and a daemon's socket beside it.
final class MockBluez: Sendable {
    let directory: TemporaryDirectory
    private let bus: ChildProcess
    private let bluez: ChildProcess
    private let commands: Int32

    /// Starts both. `org.bluez` is not there yet: `do("own")`.
    init() async throws {
        directory = try TemporaryDirectory()
        let address = "unix:path=\(directory.file("bus"))"
        // It says its address once it listens there; the file is there a moment earlier.
        bus = try ChildProcess(
            "dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=\(address)"])
        guard await poll(atMost: .seconds(10), until: { [bus] in bus.standardOutput.contains("\n") }) else {
            throw NotReady(output: bus.standardError)
        }
        let fifo = directory.file("commands")
        mkfifo(fifo, 0o600)
        let mock = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "mock-bluez").path
        bluez = try ChildProcess(mock, [address, fifo])
        guard await poll(atMost: .seconds(10), until: { [bluez] in bluez.standardOutput.contains("ready\n") }) else {
            throw NotReady(output: bluez.standardError)
        }
        // For reading, too: to write where nobody reads any more would end this process.
        commands = open(fifo, O_RDWR | O_CLOEXEC)
    }

    deinit { close(commands) }

    struct NotReady: Error { var output = "" }

    /// Who watches for patterns: `monitors` of the mock's command `adapter`.
    enum PatternWatcher: String {
        case nobody = "false"
        case bluez = #""bluez""#
        case controller = #""controller""#
    }

    /// Where a program finds the bus.
    var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory.file("bus"))"] }

    /// What the mock was asked, and what it has done, a line each.
    var said: [Substring] { bluez.standardOutputLines }

    /// Whether it comes to be asked this, so many times.
    func isAsked(_ what: String, times: Int = 1, within limit: Duration = .seconds(10)) async -> Bool {
        await poll(atMost: limit) { self.said.count { $0.hasPrefix(what) } >= times }
    }

    /// The methods that were called and do more than look and listen: none, as it never connects, advertises or pairs.
    var callsThatSend: [Substring] {
        let listening = [
            "GetManagedObjects", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "RegisterMonitor",
            "UnregisterMonitor",
        ].map { "call \($0)" }
        return said.filter { $0.hasPrefix("call ") && !listening.contains(String($0)) }
    }

    /// Does something, with members of JSON beside the name.
    func perform(_ what: String, _ more: String = "") {
        let line = "{\"do\": \"\(what)\"\(more.isEmpty ? "" : ", " + more)}\n"
        _ = line.withCString { write(commands, $0, strlen($0)) }
    }

    /// An iBeacon of the tests.
    func advertise(minor: Int, strength: Int?, address: String = "C0:FF:EE:00:11:22") {
        let rssi = strength.map { "\"rssi\": \($0), " } ?? ""
        let minor = String(minor, radix: 16)
        let content =
            "0215f7826da64fa24e988024bc5b71e0893e0001" + String(repeating: "0", count: 4 - minor.count) + minor + "c5"
        perform("advertise", "\"address\": \"\(address)\", \(rssi)\"manufacturer\": {\"76\": \"\(content)\"}")
    }

    /// The beacon of the garage sends twice a second until that is cancelled: once would be over before a slow machine has done
    /// what it has to while the beacon is there. Returns what sends.
    func advertises(strength: Int? = -60) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                advertise(minor: 2, strength: strength)
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    /// Data of a service, as an Eddystone has it: four hexadecimal digits, and its bytes.
    func advertise(service: String, _ content: String, address: String = "C0:FF:EE:00:11:22") {
        perform("advertise", #""address": "\#(address)", "rssi": -60, "service": {"\#(service)": "\#(content)"}"#)
    }

    /// From now on it answers nothing, and keeps its connection; or goes on.
    func hangs(_ isHanging: Bool = true) { bluez.signal(isHanging ? SIGSTOP : SIGCONT) }

    func stop() {
        bluez.terminate()
        bus.terminate()
    }
}
