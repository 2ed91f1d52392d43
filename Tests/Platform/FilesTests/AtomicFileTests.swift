import Foundation
@testable import Files
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

    @Test("the mode is the one asked for, whatever was there (fault 42)")
    func mode() throws {
        try directory.write("state.json")
        chmod(directory.file("state.json"), 0o666)
        try AtomicFile(directory: directory.path, name: "state.json", mode: 0o640).write([1])
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

    @Test("a directory that is a symbolic link is refused, and the message says what to do (fault 42)")
    func linkedDirectory() throws {
        try FileManager.default.createDirectory(atPath: directory.file("real"), withIntermediateDirectories: false)
        symlink("real", directory.file("link"))
        let file = AtomicFile(directory: directory.file("link"), name: "city", mode: 0o640)
        let error = #expect(throws: AtomicFile.WriteError.self) { try file.write([1]) }
        #expect(error?.description.contains("or a symbolic link, which is not followed; name the directory") == true)
        #expect(throws: AtomicFile.WriteError.self) { try file.remove() }
        #expect(directory.names == ["link", "real"] && error?.path == file.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("real")).isEmpty)
        // A link further up is the operator's own, as /var/run is.
        symlink(".", directory.file("up"))
        try AtomicFile(directory: directory.file("up/real"), name: "city", mode: 0o640).write([1])
    }

    @Test("whatever lies at the two names is replaced, never written to (fault 42)", arguments: ["city", ".city.tmp"])
    func otherTypes(name: String) throws {
        let file = AtomicFile(directory: directory.path, name: "city", mode: 0o640)
        let path = directory.file(name)
        try directory.write("precious", "untouched")
        chmod(directory.file("precious"), 0o604)
        var plants: [() -> Void] = [
            { mkfifo(path, 0o666) },
            { link(directory.file("precious"), path) },
            { symlink(directory.file("precious"), path) },
            { symlink("nowhere", path) },
        ]
        // /dev/full: a write to it would fail.
        if geteuid() == 0 { plants.append { mknod(path, S_IFCHR | 0o666, 1 << 8 | 7) } }
        for plant in plants {
            unlink(path)
            plant()
            var planted = stat()
            #expect(lstat(path, &planted) == 0)
            try file.write(Array("Vaduz\n".utf8))
            #expect(directory.contents("city") == "Vaduz\n" && directory.mode("city") == 0o640)
            #expect(directory.names == ["city", "precious"])
        }
        #expect(directory.contents("precious") == "untouched" && directory.mode("precious") == 0o604)
    }

    @Test("a removed file is gone, with what was under way, and one that is not there is no failure")
    func removal() throws {
        let file = AtomicFile(directory: directory.path, name: "city", mode: 0o640)
        try file.remove()
        try directory.write("victim", "untouched")
        symlink(directory.file("victim"), directory.file("city"))
        try directory.write(".city.tmp", "torn")
        try file.remove()
        #expect(directory.names == ["victim"])
        try AtomicFile(directory: directory.file("missing"), name: "city", mode: 0o640).remove()
        mkdir(directory.file("city"), 0o700)
        #expect(throws: AtomicFile.WriteError.self) { try file.remove() }
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
        #expect(error?.description == "\(directory.path)/missing/city: open directory: No such file or directory")

        // A directory in the place of the file: the rename fails, the temporary file goes.
        try FileManager.default.createDirectory(
            atPath: directory.file("city/inside"), withIntermediateDirectories: true)
        let blocked = AtomicFile(directory: directory.path, name: "city", mode: 0o640)
        let remedy = "a directory has its name, or that of the temporary file beside it; remove it"
        let rename = #expect(throws: AtomicFile.WriteError.self) { try blocked.write([1]) }
        #expect(rename?.description == "\(directory.path)/city: rename: \(remedy)")
        #expect(directory.names == ["city"])

        mkdir(directory.file(".state.json.tmp"), 0o700)
        let temporary = AtomicFile(directory: directory.path, name: "state.json", mode: 0o640)
        let open = #expect(throws: AtomicFile.WriteError.self) { try temporary.write([1]) }
        #expect(open?.description == "\(directory.path)/state.json: open: \(remedy)")
    }
}
