import FoundationEssentials
import Glibc
import Logging
import NIOCore
import NIOPosix
import PlacemarkModel
import Reporting
import ServiceLifecycle
import Sockets

/// The socket at which `placemarkctl reports` asks: a line with a request, a line with the answer, in the manner of the
/// daemon's line dialect. Only root and the reporter's own user may connect.
///
///     reports | metrics | clear [SINK] | test SINK | forget SINK
struct ControlServer {
    let path: String
    let reporter: Reporter
    /// Of each sink.
    let transports: [String: any ReportTransport]
    /// The present state as a precision is told it; nil while the daemon does not answer.
    let state: @Sendable (Precision) async -> Status?
    let log: Logger

    /// More than any request has.
    static let longestLine = 256
    /// A client that says nothing for so long is cut off. More than a broker takes that is silently dead.
    private static let patience = TimeAmount.seconds(90)

    /// Serves until the task is cancelled. Without the socket the reports go on.
    ///
    /// - Parameter whenOpen: called once, when clients can connect, or when it is sure that they never can.
    func run(whenOpen: @Sendable () -> Void) async {
        let descriptor: Int32
        do throws(UnixListener.Failure) {
            descriptor = try UnixListener.open(path, mode: 0o600)
        } catch {
            return giveUp(error.description, whenOpen)
        }
        // The name is ours from here on, and of nobody else.
        defer { unlink(path) }
        do {
            let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.backlog, value: 16)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ControlConnection(answer))
                        channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
                    }
                }
                .withBoundSocket(descriptor).get()
            whenOpen()
            try? await gracefulShutdown()
            try? await server.close()
        } catch {
            giveUp("\(error)", whenOpen)
        }
    }

    private func giveUp(_ reason: String, _ whenOpen: @Sendable () -> Void) {
        log.warning("\(path): \(reason): placemarkctl reports will not reach this service")
        whenOpen()
    }

    /// The line that answers a request, without its newline.
    @Sendable func answer(_ line: String) async -> String {
        let words = line.split(separator: " ")
        switch (words.first ?? "reports", words.count) {
        case ("reports", ...1): return json(await report())
        // The end of the line is the connection's.
        case ("metrics", 1): return String(ReportMetrics.text(await report()).dropLast())
        case ("clear", 1...2):
            let name = words.dropFirst().first.map(String.init)
            if let name, await !reporter.knows(name) { return unknown(name) }
            guard let count = await reporter.clear(name) else { return "error: failed: the outbox cannot be written" }
            log.info("\(count) reports forgotten on request\(name.map { " (sink \($0))" } ?? "")")
            return json(["cleared": count])
        case ("test", 2):
            let name = String(words[1])
            guard let sink = await reporter.sink(name) else { return unknown(name) }
            guard let status = await state(sink.settings.precision) else {
                return "error: failed: placemarkd does not report its state; is it running?"
            }
            await broker(name)?.remember()
            return json(await reporter.test(name, status))
        case ("forget", 2): return await forget(String(words[1]))
        default:
            return "error: bad-request: the requests are: reports, metrics, clear [SINK], test SINK, forget SINK"
        }
    }

    /// How all sinks are.
    func report() async -> ReporterReport {
        var report = await reporter.report()
        for index in report.sinks.indices {
            let name = report.sinks[index].name
            report.sinks[index].connected = await broker(name)?.isConnected
            // What is the reason of a failure already, need not be said twice.
            let warnings = await transports[name]?.warnings.filter { $0 != report.sinks[index].error } ?? []
            if !warnings.isEmpty { report.sinks[index].warnings = (report.sinks[index].warnings ?? []) + warnings }
        }
        return report
    }

    private func broker(_ name: String) -> BrokerTransport? { transports[name] as? BrokerTransport }

    private func forget(_ name: String) async -> String {
        guard await reporter.sink(name) != nil else { return unknown(name) }
        guard let broker = broker(name) else {
            return
                "error: no-broker: only a broker can be made to forget; delete on its own side what \(name) has received"
        }
        switch await broker.forgetMachine() {
        case .acknowledged:
            log.info("sink \(name): made to forget this machine on request")
            return json(SinkTestReport(.acknowledged))
        case .refused(let reason): return json(SinkTestReport(.refused, reason))
        case .failed(let reason, _): return json(SinkTestReport(.failed, reason))
        }
    }

    private func unknown(_ name: String) -> String {
        "error: no-sink: there is no sink of this name; its file would be \(name).conf in reports.d"
    }

    private func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "error: failed: no JSON"
    }
}

/// Reads one line, writes one, and closes.
private final class ControlConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: @Sendable (String) async -> String
    private var line: [UInt8] = []
    private var isAsked = false

    init(_ answer: @escaping @Sendable (String) async -> String) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAsked else { return }
        line += unwrapInboundIn(data).readableBytesView
        guard line.count <= ControlServer.longestLine else { return context.close(promise: nil) }
        guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { return }
        isAsked = true
        let text = String(decoding: line[..<end], as: UTF8.self).filter { $0.isASCII && !$0.isNewline }
        let channel = context.channel
        Task { [answer] in
            let reply = await answer(text)
            try? await channel.writeAndFlush(ByteBuffer(string: reply + "\n"))
            try? await channel.close()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
