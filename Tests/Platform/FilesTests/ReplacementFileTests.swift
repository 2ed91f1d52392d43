import Files
import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("Files that are replaced in one step")
struct ReplacementFileTests {
    @Test("a new file has the mode that was asked for, whatever the umask, and nothing is left beside it")
    func new() throws {
        let directory = try TemporaryDirectory()
        try ReplacementFile.write(Array("new".utf8), to: directory.file("a"), newMode: 0o666)
        #expect(directory.contents("a") == "new" && directory.mode("a") == 0o666)
        #expect(directory.names == ["a"])
    }

    @Test("one that is replaced keeps its mode; until then nobody sees a piece of the new one")
    func old() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: directory.file("a"))
        let file = try ReplacementFile(for: directory.file("a"))
        try file.write(Array("ne".utf8))
        #expect(directory.contents("a") == "old")
        try file.write(Array("w".utf8))
        #expect(directory.names.filter { directory.mode($0) == 0o600 }.count == 1)
        try file.replace()
        #expect(directory.contents("a") == "new" && directory.mode("a") == 0o640)
        #expect(directory.names == ["a"])
    }

    @Test("two for one path do not meet when they have a suffix")
    func suffixes() throws {
        let directory = try TemporaryDirectory()
        let (first, second) = (
            try ReplacementFile(for: directory.file("a"), suffix: "one"),
            try ReplacementFile(for: directory.file("a"), suffix: "two")
        )
        try first.write([1])
        try second.write([2])
        try first.replace()
        second.remove()
        #expect(directory.contents("a") == "\u{1}" && directory.names == ["a"])
    }

    @Test("on a full disk the old file stays, the error says why, and nothing is left beside it")
    func fullDisk() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 64)
        let path = "\(small.path)/a"
        try ReplacementFile.write(Array("old".utf8), to: path)
        let failure = #expect(throws: ReplacementFile.Failure.self) {
            try ReplacementFile.write([UInt8](repeating: 1, count: 1 << 20), to: path)
        }
        #expect(failure?.description == "\(path): cannot write: No space left on device")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: small.path) == ["a"])
    }

    @Test("a link that somebody has put at the temporary name is not followed")
    func link() throws {
        let directory = try TemporaryDirectory()
        try directory.write("precious", "mine")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file(".a.\(getpid())"), withDestinationPath: directory.file("precious"))
        try ReplacementFile.write(Array("new".utf8), to: directory.file("a"))
        #expect(directory.contents("precious") == "mine" && directory.contents("a") == "new")
        #expect(directory.names == ["a", "precious"])
    }

    @Test("what killed processes have left beside the files that are meant is removed, and nothing else")
    func leftovers() throws {
        let directory = try TemporaryDirectory()
        let kept = [
            "a", "a.1", ".a", ".a.json", ".lock", ".1", "..1x", ".a.+17", ".a.-17", ".b.17", ".bash_history.17",
        ]
        for name in kept + [".a.17", ".a.json.4194304", ".a.tiles.17"] { try directory.write(name, "x") }
        ReplacementFile.removeLeftovers(in: directory.path) { ["a", "a.json", "a.tiles"].contains($0) }
        #expect(directory.names == kept.sorted())
        ReplacementFile.removeLeftovers(in: "/nowhere/at/all") { _ in true }
    }

    @Test("a directory that is not there is named in the error")
    func noDirectory() {
        let failure = #expect(throws: ReplacementFile.Failure.self) {
            try ReplacementFile.write([], to: "/nowhere/at/all")
        }
        #expect(failure?.description == "/nowhere/at/all: cannot create a file beside it: No such file or directory")
    }
}
