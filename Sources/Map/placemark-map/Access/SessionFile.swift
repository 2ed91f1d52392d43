import Files

/// Where the sessions of a lasting token outlive a restart of the service: a file in memory (`/run`), for this user alone, with
/// the token in its first line and the secret of a session in each further one.
struct SessionFile: Sendable {
    private static let name = "sessions"
    /// More than the longest token and all sessions take.
    private static let longest = 1 << 16

    /// The directory that systemd makes for the service (`RuntimeDirectory=`).
    let directory: String

    /// The secrets of the sessions that this token has begun; none where another one stands in the file, or nothing that was
    /// written here.
    func secrets(of token: Secret) -> [Secret] {
        guard let bytes = FileContents.read("\(directory)/\(Self.name)", below: Self.longest) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { Secret($0) }
        return lines.first == token ? lines.dropFirst().compactMap(\.self) : []
    }

    /// Without room for the file the sessions end with this run, and displays need their link again.
    func write(_ sessions: Sessions, of token: Secret) {
        let lines = ([token] + sessions.secrets).map { $0.text + "\n" }.joined()
        try? AtomicFile(directory: directory, name: Self.name, mode: 0o600).write(Array(lines.utf8))
    }
}
