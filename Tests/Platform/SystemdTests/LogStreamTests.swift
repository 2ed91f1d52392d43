import Glibc
import TestSupport
import Testing

@testable import Systemd

@Suite("LogStream", .timeLimit(.minutes(1)))
struct LogStreamTests {
    /// A pipe whose reader may sleep.
    private final class Pipe {
        private(set) var ends: [Int32] = [-1, -1]

        init() throws {
            try #require(pipe(&ends) == 0)
            try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        }

        deinit { for end in ends { close(end) } }

        /// The lines that are in it now.
        func lines() -> [Substring] {
            var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
            while case let count = read(ends[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] }
            return String(decoding: text, as: UTF8.self).split(separator: "\n")
        }
    }

    @Test("a reader that has stopped is not waited for; what is lost is counted and told")
    func stopped() throws {
        let pipe = try Pipe()
        var log = LogStream(pipe.ends[1], name: "test", environment: [:])
        let line = String(repeating: "x", count: 100)
        for _ in 0..<10_000 { log.write(line, level: "info", priority: 6) }
        let kept = pipe.lines()
        #expect((100..<10_000).contains(kept.count) && kept.allSatisfy { $0 == "test: info: \(line)" })
        log.write("again", level: "info", priority: 6)
        let report = "test: warning: \(10_000 - kept.count) lines of the log are lost: nobody read them"
        #expect(pipe.lines() == [report[...], "test: info: again"])
    }

    @Test("the same for a socket, as systemd passes one")
    func socket() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        var log = LogStream(ends[1], name: "test", environment: [:])
        for _ in 0..<10_000 { log.write(String(repeating: "x", count: 100), level: "info", priority: 6) }
        var buffer = [UInt8](repeating: 0, count: 4 << 20)
        let count = recv(ends[0], &buffer, buffer.count, Int32(MSG_DONTWAIT))
        #expect(count > 10_000, "\(count)")
        #expect(count.isMultiple(of: "test: info: \n".utf8.count + 100))
    }

    @Test("a reader that has gone is no end of the program, nor is one that is not there at first")
    func gone() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        var log = LogStream(ends[1], name: "test", environment: [:])
        for _ in 0..<10 { log.write("x", level: "info", priority: 6) }
        close(ends[1])
        log.write("x", level: "info", priority: 6, patienceInMilliseconds: 1)
    }

    @Test("each line of a text is an entry, and a long one is cut")
    func lines() throws {
        let pipe = try Pipe()
        var log = LogStream(pipe.ends[1], name: "test", environment: [:])
        log.write("a\nb\n", level: "error", priority: 3)
        #expect(pipe.lines() == ["test: error: a", "test: error: b"])
        log.write(String(repeating: "é", count: 10_000), level: "error", priority: 3)
        #expect(pipe.lines().map(\.utf8.count).allSatisfy { $0 < LogStream.longestLineInBytes })
    }

    @Test("where the journal reads, a line begins with its priority")
    func journal() throws {
        let pipe = try Pipe()
        var status = stat()
        try #require(fstat(pipe.ends[1], &status) == 0)
        var log = LogStream(
            pipe.ends[1], name: "test", environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"])
        log.write("a", level: "info", priority: 6)
        #expect(pipe.lines() == ["<6>a"])
    }
}
