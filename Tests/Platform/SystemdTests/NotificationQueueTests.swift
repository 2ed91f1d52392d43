import Glibc
import TestSupport
import Testing

@testable import Systemd

@Suite("NotificationQueue")
struct NotificationQueueTests {
    private var queue = NotificationQueue()

    @Test("what found no room at systemd's socket is sent again, in order, when there is some")
    mutating func full() throws {
        let socket = try TestSocket(SOCK_DGRAM)
        let notifier = try Notifier(environment: ["NOTIFY_SOCKET": socket.path])
        func send(_ state: Notifier.State) throws(NotifyError) { try notifier.notify(state) }
        #expect(throws: NotifyError.notSent(EAGAIN)) { while true { try notifier.notify(.watchdog) } }
        queue.add(.ready)
        queue.add(.status("fix gained"))
        #expect(queue.flush(send) == .notSent(EAGAIN))
        #expect(queue.flush(send) == .notSent(EAGAIN))
        _ = socket.datagrams()
        #expect(queue.flush(send) == nil)
        #expect(socket.datagrams() == ["READY=1", "STATUS=fix gained"])
        #expect(queue.flush(send) == nil)
        #expect(socket.datagrams() == [])
    }

    @Test("a reload is told from its beginning to its end, though neither could be sent at its time")
    mutating func reload() {
        queue.add(.ready)
        queue.add(.reloading)
        queue.add(.ready)
        #expect(queue.states == [.ready, .reloading, .ready])
    }

    @Test("a reload that begins before the end of the last was told goes on")
    mutating func twoReloads() {
        for state in [Notifier.State.reloading, .ready, .reloading] { queue.add(state) }
        #expect(queue.states == [.reloading])
        queue.add(.ready)
        #expect(queue.states == [.reloading, .ready])
    }

    @Test("however long nobody takes anything, it stays short, and has the newest status")
    mutating func bounded() {
        for number in 1...1000 {
            for state in [Notifier.State.status("\(number)"), .watchdog, .reloading, .ready] { queue.add(state) }
        }
        #expect(queue.states == [.reloading, .status("1000"), .watchdog, .ready])
    }
}

@Suite("ServiceStatus")
struct ServiceStatusTests {
    @Test("what is wrong comes first, and goes when it is over")
    func troubles() {
        var status = ServiceStatus()
        #expect(status.text == "")
        status.usual = "fix gained"
        status.set(.stateFiles, "no space left")
        status.set(.configuration, "the old configuration is in force")
        #expect(status.text == "the old configuration is in force; no space left; fix gained")
        status.set(.configuration, nil)
        status.usual = "fix lost"
        #expect(status.text == "no space left; fix lost")
        status.set(.stateFiles, nil)
        #expect(status.text == "fix lost")
    }
}
