import Foundation

/// A directory that is gone when the test is.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init(in parent: String = "/tmp") throws {
        var template = Array("\(parent)/placemarkd-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    public func write(_ name: String, _ text: String = "") throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)))
    }

    /// The text of a file; nil when it is not there.
    public func contents(_ name: String) -> String? { try? String(contentsOfFile: file(name), encoding: .utf8) }

    /// The names of all that is in it, sorted.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// The permission bits of a file.
    public func mode(_ name: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: file(name)))?[.posixPermissions] as? Int
    }
}
