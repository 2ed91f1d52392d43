import Files
import Glibc
import TestSupport
import Testing

@Suite("The exchange of a file")
struct FileExchangeTests {
    @Test("the new file has the name, by its path and in an open directory, and the temporary name is gone")
    func exchange() throws {
        let directory = try TemporaryDirectory()
        let opened = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(opened >= 0)
        defer { close(opened) }
        for isOpened in [false, true] {
            try directory.write("a", "old")
            try directory.write(".a", "new")
            let file = open(directory.file(".a"), O_RDWR | O_CLOEXEC)
            try #require(file >= 0)
            defer { close(file) }
            if isOpened {
                try FileExchange.put(file, named: ".a", inPlaceOf: "a", in: opened)
                try FileExchange.sync(directory: opened)
            } else {
                try FileExchange.put(file, named: directory.file(".a"), inPlaceOf: directory.file("a"))
                try FileExchange.syncDirectory(of: directory.file("a"))
            }
            #expect(directory.contents("a") == "new" && directory.names == ["a"])
        }
    }

    @Test("a file that the disk does not have is not given the name, and the failure says which step it was (fault 40)")
    func steps() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a", "old")
        try directory.write(".a", "new")
        #expect(throws: FileExchange.Failure(.sync, errorNumber: EBADF)) {
            try FileExchange.put(-1, named: directory.file(".a"), inPlaceOf: directory.file("a"))
        }
        #expect(directory.contents("a") == "old" && directory.contents(".a") == "new")
        let file = open(directory.file(".a"), O_RDWR | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        #expect(throws: FileExchange.Failure(.rename, errorNumber: ENOENT)) {
            try FileExchange.put(file, named: directory.file("nothing"), inPlaceOf: directory.file("a"))
        }
        #expect(throws: FileExchange.Failure(.openDirectory, errorNumber: ENOENT)) {
            try FileExchange.syncDirectory(of: directory.file("nothing/a"))
        }
        #expect(throws: FileExchange.Failure(.syncDirectory, errorNumber: EBADF)) {
            try FileExchange.sync(directory: -1)
        }
    }

    @Test("an fsync that a directory does not know is no failure, but one that a file does not know is (fault 40)")
    func unknownSync() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // fsync(2) answers EINVAL for a pipe.
        try FileExchange.sync(directory: ends[0])
        let end = ends[0]
        #expect(throws: FileExchange.Failure(.sync, errorNumber: EINVAL)) {
            try FileExchange.put(end, named: "/nowhere/b", inPlaceOf: "/nowhere/a")
        }
    }

    @Test("a call that a signal interrupts is made again, but not for ever, and no other one is (fault 40)")
    func interruptions() {
        /// How often the call was made, and what came of it.
        func calls(interrupted count: Int, then number: Int32? = nil) -> [Int] {
            var made = 0
            let result: Int32 = FileExchange.call {
                made += 1
                errno = made > count ? number ?? 0 : EINTR
                return made > count && number == nil ? 7 : -1
            }
            return [made, Int(result)]
        }
        #expect(calls(interrupted: 0) == [1, 7])
        #expect(calls(interrupted: 3) == [4, 7])
        #expect(calls(interrupted: 1, then: EIO) == [2, -1])
        #expect(calls(interrupted: .max) == [FileExchange.mostTries, -1])
    }
}
