import Glibc

/// What this machine lets a test do with namespaces (namespaces(7)).
public enum Namespaces {
    /// The options of unshare(1) that make any user root in the new namespaces.
    public static let asRoot = geteuid() == 0 ? [] : ["--map-root-user"]

    /// Whether a command succeeds in new namespaces of these kinds, such as `--net`.
    public static func allow(_ kinds: String..., toRun command: [String] = ["true"]) async -> Bool {
        guard let unshare = try? ChildProcess("unshare", asRoot + kinds + command) else { return false }
        return await unshare.exitStatus(within: .seconds(10)) == 0
    }
}
