/// Which program answers.
public struct VersionReport: Codable, Hashable, Sendable {
    /// That of the running daemon, which may be older than the files that have been installed since.
    public var version: String

    public init(version: String) { self.version = version }
}
