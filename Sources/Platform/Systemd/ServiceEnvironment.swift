internal import Glibc

/// The environment variables with which systemd speaks to a service (systemd.exec(5), sd_notify(3)).
public enum ServiceEnvironment {
    private static let names = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "JOURNAL_STREAM", "CREDENTIALS_DIRECTORY", "RUNTIME_DIRECTORY",
    ]

    /// Reads the variables and removes them from the environment, so that no child process takes them for its own.
    ///
    /// Call it once, before there is a second thread: `unsetenv` and `getenv` may not meet.
    public static func take() -> [String: String] {
        var taken: [String: String] = [:]
        for name in names {
            guard let value = getenv(name) else { continue }
            taken[name] = String(cString: value)
            unsetenv(name)
        }
        return taken
    }
}

/// A number as systemd writes it into a variable: decimal digits only. Returns nil for anything else.
func decimal<Number: FixedWidthInteger>(_ text: String, as type: Number.Type = Number.self) -> Number? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Number(text)
}
