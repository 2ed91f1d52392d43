import ArgumentParser
import Glibc
import TestSupport

/// A crowd of clients for the socket: thousands that watch, some that never read, some of gpsd's own to compare with, and
/// one that asks all the time. Feeds the receiver itself, so that it knows when each fix began.
@main
struct SocketLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "socket-load",
        abstract: "Measure how long a fix takes from a datagram for gpsd to thousands of clients.",
        discussion: """
            gpsd must read udp://127.0.0.1:RECEIVER, and placemarkd from that gpsd. Prints one line of JSON: latencies in \
            milliseconds as median, p99 and maximum.
            """)

    @Option(help: "The socket of placemarkd.")
    var socket: String

    @Option(help: "The UDP port of 127.0.0.1 from which gpsd reads.")
    var receiver: UInt16

    @Option(help: "What subscribers ask for.")
    var request = "watch"

    @Option(help: "How many clients watch.")
    var subscribers = 0

    @Option(help: "How many clients watch and never read. One that is cut off comes again.")
    var stalled = 0

    @Option(help: "The TCP port of 127.0.0.1 on which gpsd serves, for its own clients.")
    var gpsd: UInt16 = 2947

    @Option(help: "How many clients watch gpsd itself.")
    var gpsdClients = 0

    @Option(help: "How many processes of gpspipe watch gpsd.")
    var gpspipes = 0

    @Option(help: "How many one-shot requests are sent in a second, one after the other.")
    var requestsPerSecond = 0

    @Option(help: "Fixes a second.")
    var rate = 1.0

    @Option(help: "How many fixes are measured.")
    var fixes = 30

    @Option(help: "How many fixes go before them, at 10 Hz: enough to fill the buffers of those that never read.")
    var warmUp = 30

    @Option(help: "The process whose CPU time and memory are told.")
    var process: Int32?

    func validate() throws {
        guard (0...15_000).contains(subscribers), (0...4_000).contains(stalled), (0...1_000).contains(gpsdClients),
            (0...1_000).contains(gpspipes)
        else {
            throw ValidationError(
                "expected at most 15000 subscribers, 4000 stalled clients, 1000 of gpsd's and 1000 of gpspipe")
        }
        guard (0.1...1000).contains(rate), (1...100_000).contains(fixes), (0...10_000).contains(warmUp) else {
            throw ValidationError("expected a rate from 0.1 to 1000, and 1 to 100000 fixes")
        }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        allowManyDescriptors()
        let crowd = try Crowd()
        for _ in 0..<gpsdClients {
            try crowd.join(.gpsd, Connecting.loopback(gpsd), saying: #"?WATCH={"enable":true,"json":true};"# + "\n")
        }
        let pipes = try GPSPipes(gpspipes, port: gpsd)
        defer { withExtendedLifetime(pipes) {} }
        for output in pipes.outputs { try crowd.join(.gpsd, output) }
        for _ in 0..<subscribers { try crowd.join(.subscriber, Connecting.unix(socket), saying: request + "\n") }
        let stalled = try StalledClients(stalled, socket: socket, request: request)
        try crowd.waitForGreetings()

        let receiver = try FixSender(port: receiver)
        try crowd.listen(to: receiver, fixes: warmUp, rate: 10)
        crowd.forget()
        stalled.replaceCutOff()
        let asker = Asker(socket: socket, perSecond: requestsPerSecond)
        let before = try process.map(ProcessUse.init(of:))
        try crowd.listen(to: receiver, fixes: fixes, rate: rate, each: stalled.replaceCutOff)
        let after = try process.map(ProcessUse.init(of:))
        let report = LoadFigures(
            fixes: fixes, subscribers: crowd.receipts[.subscriber], gpsdClients: crowd.receipts[.gpsd],
            requests: asker.stop(), failedRequests: asker.failures, lostSubscribers: crowd.lost,
            cutOff: stalled.cutOff, before: before, after: after)
        print(report.line)
    }

    /// A shell allows 1024 in most places, and whoever wants more must say so.
    private func allowManyDescriptors() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
