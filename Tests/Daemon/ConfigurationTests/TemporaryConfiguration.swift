import Glibc
import TestSupport
import Testing

@testable import DaemonSettings
@testable import Settings

/// A configuration file of its own in a temporary directory, which goes with it.
final class TemporaryConfiguration {
    private let directory: TemporaryDirectory
    /// There is no file yet.
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("placemarkd.conf")
    }

    convenience init(_ text: String) throws {
        try self.init()
        try write(text)
    }

    func write(_ text: String) throws { try write(Array(text.utf8), to: path) }

    func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        try #require(fclose(file) == 0)
    }

    /// Adds `placemarkd.conf.d/NAME`.
    func addDropIn(_ name: String, _ text: String) throws {
        mkdir(path + ".d", 0o755)
        try write(Array(text.utf8), to: "\(path).d/\(name)")
    }

    func load() throws -> Configuration { try Configuration.load(path: path) }

    /// The lines of the error, without the directory; empty when there is none.
    func problems() throws -> [String] {
        do {
            _ = try Configuration.load(path: path)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0.replacing(directory.file(""), with: "")) }
        }
    }
}
