import Glibc

/// Two networks and a cable between them that can be pulled out.
///
/// The networks are namespaces with nothing in them but a loopback and an end of the cable, a veth(4): the machine's own
/// network is not touched, and nothing is left of it at the end.
public final class NetworkCable: Sendable {
    /// An end of the cable, and the network that it is in.
    public enum End: Sendable { case near, far }

    /// Where the far end is to be reached from the near one: RFC 5737's addresses for documentation are nobody's.
    public static let farAddress = "192.0.2.2"

    /// Whether this machine allows it.
    public static func isPermitted() async -> Bool {
        await Namespaces.allow(
            "--net", toRun: ["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; ip link add near type veth peer name far"])
    }

    private let holder: ChildProcess
    private let far: pid_t

    /// Plugs the cable in.
    public init() async throws {
        // The far network ends with the near one, that with its process, and the cable with either.
        let script = """
            set -e
            PATH=$PATH:/usr/sbin:/sbin
            setpriv --pdeathsig KILL unshare --net sleep 600 & far=$!
            while [ "$(readlink /proc/$far/ns/net)" = "$(readlink /proc/$$/ns/net)" ]; do sleep 0.01; done
            ip link add near type veth peer name far netns $far
            ip address add 192.0.2.1/24 dev near
            ip link set lo up && ip link set near up
            nsenter --target $far --net ip address add \(Self.farAddress)/24 dev far
            nsenter --target $far --net ip link set lo up
            nsenter --target $far --net ip link set far up
            echo "$far plugged in"
            wait
            """
        let holder = try ChildProcess("unshare", Namespaces.asRoot + ["--net", "sh", "-c", script])
        self.holder = holder
        _ = await poll(atMost: .seconds(10)) { holder.standardOutput.contains("plugged in") || !holder.isRunning }
        guard let far = holder.standardOutput.split(separator: " ").first.flatMap({ pid_t($0) }) else {
            throw NotPlugged(reason: holder.completeStandardError)
        }
        self.far = far
    }

    /// What to put before a command so that it runs at an end; it keeps its process's number.
    public func launcher(at end: End) -> [String] {
        let target = end == .near ? holder.identifier : far
        let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        return ["nsenter", "--target", "\(target)", "--net"] + user
    }

    /// Pulls the far end out: neither side is told that its connections are gone.
    public func pull() async throws { try await set("down") }

    /// Plugs it in again.
    public func plug() async throws { try await set("up") }

    private func set(_ state: String) async throws {
        let command = launcher(at: .far) + ["ip", "link", "set", "far", state]
        let ip = try ChildProcess(command[0], Array(command.dropFirst()))
        guard await ip.exitStatus(within: .seconds(10)) == 0 else { throw NotPlugged(reason: ip.standardError) }
    }

    public struct NotPlugged: Error, CustomStringConvertible {
        public let reason: String
        public var description: String { "the cable between two networks is not as it should be: \(reason)" }
    }
}
