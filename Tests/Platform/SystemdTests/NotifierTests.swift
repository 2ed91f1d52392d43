import Glibc
import TestSupport
import TestConditions
import Testing

@testable import Systemd

@Suite("Notifier", .tags(.waits))
struct NotifierTests {
    @Test("a message arrives at a socket with a path")
    func path() throws {
        let socket = try TestSocket(SOCK_DGRAM)
        let notifier = try Notifier(environment: ["NOTIFY_SOCKET": socket.path])
        #expect(notifier.isActive)
        try notifier.notify(.ready, .status("Cupertino"))
        #expect(socket.datagrams() == ["READY=1\nSTATUS=Cupertino"])
    }

    @Test("a message arrives at an abstract socket")
    func abstract() throws {
        let name = "systemd-tests.\(getpid())"
        let socket = try UnixSocket.bound([0] + Array(name.utf8), SOCK_DGRAM)
        try Notifier(environment: ["NOTIFY_SOCKET": "@" + name]).notify(.watchdog)
        #expect(socket.datagrams() == ["WATCHDOG=1"])
    }

    @Test("outside systemd nothing is sent, and that is no error", arguments: [[:], ["NOTIFY_SOCKET": ""]])
    func outside(environment: [String: String]) throws {
        let notifier = try Notifier(environment: environment)
        #expect(!notifier.isActive)
        try notifier.notify(.ready)
    }

    @Test(
        "an address that is no Unix socket's is refused",
        arguments: ["relative", "/", "@", "vsock:2:1", "/" + String(repeating: "x", count: 107)])
    func badAddress(text: String) {
        #expect(throws: NotifyError.badAddress(text)) { try Notifier(environment: ["NOTIFY_SOCKET": text]) }
    }

    @Test("the longest address of 107 bytes is accepted")
    func longestAddress() throws {
        #expect(try Notifier(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 106)]).isActive)
    }

    @Test("a socket that is gone is an error, not a trap")
    func gone() throws {
        let directory = try TemporaryDirectory()
        let notifier = try Notifier(environment: ["NOTIFY_SOCKET": directory.file("none")])
        #expect(throws: NotifyError.notSent(ENOENT)) { try notifier.notify(.ready) }
    }

    @Test("a full socket is an error, not a wait", .timeLimit(.minutes(1)))
    func full() throws {
        let socket = try TestSocket(SOCK_DGRAM)
        let notifier = try Notifier(environment: ["NOTIFY_SOCKET": socket.path])
        #expect(throws: NotifyError.notSent(EAGAIN)) {
            for _ in 0..<100_000 { try notifier.notify(.status(String(repeating: "x", count: 500))) }
        }
    }

    @Test("a reload is announced with the time of CLOCK_MONOTONIC")
    func reloading() throws {
        let socket = try TestSocket(SOCK_DGRAM)
        func now() -> Int64 {
            var clock = timespec()
            clock_gettime(CLOCK_MONOTONIC, &clock)
            return Int64(clock.tv_sec) * 1_000_000 + Int64(clock.tv_nsec) / 1000
        }
        let before = now()
        try Notifier(environment: ["NOTIFY_SOCKET": socket.path]).notify(.reloading)
        let message = try #require(socket.datagrams().first)
        let prefix = "RELOADING=1\nMONOTONIC_USEC="
        try #require(message.hasPrefix(prefix))
        let time = try #require(Int64(message.dropFirst(prefix.count)))
        #expect((before...now()).contains(time))
    }

    @Test("a status stays one line, whatever a place is called")
    func oneLine() {
        let message = Notifier.message([.status("a\nREADY=1\r\t\0b\u{85}c"), .watchdog], monotonicMicroseconds: 0)
        #expect(message == "STATUS=a READY=1   b c\nWATCHDOG=1")
    }

    @Test("a long status is cut, so that the message is accepted")
    func longStatus() {
        let text = String(repeating: "🛰", count: 10_000)
        #expect(Notifier.message([.status(text)], monotonicMicroseconds: 0).utf8.count < 4096)
    }
}
