import Files
import Glibc
import TestSupport
import Testing

@Suite("The names in a directory")
struct DirectoryNamesTests {
    @Test("all are there, hidden ones too, in the order of their bytes")
    func all() throws {
        let directory = try TemporaryDirectory()
        for name in ["b", "a.conf", ".hidden", "ß", "B"] { try directory.write(name, "") }
        let names = try DirectoryNames.read(directory.path)
        #expect(names.map(\.text) == [".hidden", "B", "a.conf", "b", "ß"])
        #expect(names.map(\.isHidden) == [true, false, false, false, false])
        #expect(names.filter { $0.hasSuffix(".conf") }.map(\.text) == ["a.conf"])
    }

    @Test("a name that is not UTF-8 is told apart, and still leads to its file")
    func notUTF8() throws {
        let directory = try TemporaryDirectory()
        let written = DirectoryName(Array("caf".utf8) + [0xE9])
        let descriptor = open(written.path(in: directory.path), O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        let names = try DirectoryNames.read(directory.path)
        #expect(names == [written])
        #expect(names.first?.text == "caf\u{FFFD}" && names.first?.isUTF8 == false)
        #expect(unlink(written.path(in: directory.path)) == 0)
        #expect(try DirectoryNames.read(directory.path).isEmpty)
    }

    @Test("where there is no directory, or it is a file, it says so")
    func failures() throws {
        let directory = try TemporaryDirectory()
        try directory.write("file", "")
        for (name, number) in [("nothing", ENOENT), ("file", ENOTDIR)] {
            let path = directory.file(name)
            #expect(throws: AtomicFile.WriteError(path: path, step: "opendir", errorNumber: number)) {
                try DirectoryNames.read(path)
            }
        }
    }
}
