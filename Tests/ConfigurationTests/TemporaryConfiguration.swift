import Glibc
import Testing

@testable import Configuration

/// A configuration file of its own in a temporary directory, which goes with it.
final class TemporaryConfiguration {
    let directory: String
    /// There is no file yet.
    let path: String
    private var dropIns: [String] = []

    init() throws {
        var template = Array("/tmp/configuration-tests.XXXXXX".utf8CString)
        directory = try String(cString: #require(mkdtemp(&template)))
        path = directory + "/placemarkd.conf"
    }

    convenience init(_ text: String) throws {
        try self.init()
        try write(text)
    }

    deinit {
        for path in dropIns + [path + ".d", path, directory] { remove(path) }
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
        dropIns.append("\(path).d/\(name)")
        try write(Array(text.utf8), to: "\(path).d/\(name)")
    }

    func load() throws -> Configuration { try Configuration.load(path: path) }

    /// The lines of the error, without the directory; empty when there is none.
    func problems() throws -> [String] {
        do {
            _ = try Configuration.load(path: path)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0.replacing(directory + "/", with: "")) }
        }
    }
}
