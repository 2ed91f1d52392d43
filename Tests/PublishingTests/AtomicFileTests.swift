import Foundation
@testable import Publishing
import TestSupport
import Testing

@Suite("AtomicFile")
struct AtomicFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("the content is replaced as a whole, and no temporary file stays")
    func replaces() throws {
        let file = AtomicFile(directory: directory.path, name: "state.json", mode: 0o640)
        try file.write(Array("one, and long".utf8))
        try file.write(Array("two".utf8))
        #expect(directory.contents("state.json") == "two")
        #expect(directory.names == ["state.json"])
    }

    @Test("the mode is the one asked for, whatever the umask and whatever was there (fault 42)", arguments: [0, 0o077])
    func mode(mask: Int) throws {
        let old = umask(mode_t(mask))
        defer { umask(old) }
        let file = AtomicFile(directory: directory.path, name: "state.json", mode: 0o640)
        try directory.write("state.json")
        chmod(directory.file("state.json"), 0o666)
        try file.write([1])
        #expect(directory.mode("state.json") == 0o640)
    }

    @Test("planted symbolic links are replaced, never followed (fault 42)")
    func symlinks() throws {
        let victim = directory.file("victim")
        try directory.write("victim", "untouched")
        for name in ["state.json", ".state.json.tmp"] { symlink(victim, directory.file(name)) }
        try AtomicFile(directory: directory.path, name: "state.json", mode: 0o640).write([UInt8(ascii: "x")])
        #expect(directory.contents("victim") == "untouched")
        #expect(directory.contents("state.json") == "x")
        #expect(directory.names == ["state.json", "victim"])
    }

    @Test("what a killed process left behind is overwritten (fault 36)")
    func leftOver() throws {
        try directory.write(".city.tmp", "torn")
        try AtomicFile(directory: directory.path, name: "city", mode: 0o640).write(Array("Vaduz\n".utf8))
        #expect(directory.names == ["city"])
        #expect(directory.contents("city") == "Vaduz\n")
    }

    @Test("a failure says which file and which step, and leaves the old content alone")
    func failure() throws {
        let missing = AtomicFile(directory: directory.file("missing"), name: "city", mode: 0o640)
        let error = #expect(throws: AtomicFile.WriteError.self) { try missing.write([1]) }
        #expect(error?.description == "\(directory.path)/missing/city: open: No such file or directory")

        // A directory in the place of the file: the rename fails, the temporary file goes.
        try FileManager.default.createDirectory(
            atPath: directory.file("city/inside"), withIntermediateDirectories: true)
        let blocked = AtomicFile(directory: directory.path, name: "city", mode: 0o640)
        #expect(throws: AtomicFile.WriteError.self) { try blocked.write([1]) }
        #expect(directory.names == ["city"])
    }
}
