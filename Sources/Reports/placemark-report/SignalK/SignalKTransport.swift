import Glibc
import PlacemarkModel
import Reporting
import Settings

/// Carries deltas to a Signal K server: over UDP, or over TCP to whichever server connects to us (a data connection "Signal K"
/// of the kind TCP client there). Neither has an acknowledgement. Over UDP what nobody refuses for a while counts as delivered, over
/// TCP what the kernel has taken.
actor SignalKTransport: ReportTransport {
    private enum Way: Sendable {
        case datagrams
        case server
    }

    private let way: Way
    private let endpoint: SocketEndpoint
    private let address: String
    private var format: SignalKFormat
    /// To send datagrams from, or to listen at; -1 while there is none.
    private var socket: Int32 = -1
    /// The servers that have connected.
    private var readers: [Int32] = []
    /// Whether the last datagrams were refused: then one goes ahead, to ask whether anybody is there by now.
    private var isRefused = false
    /// When something was last sent over TCP.
    private var lastSent = ContinuousClock.now

    private static let mostReaders = 8
    /// How often new servers are let in, and those that have gone are noticed.
    private static let rhythm: Duration = .milliseconds(250)
    /// How long a machine takes to say that nobody listens at the port: a few milliseconds, or over a slow link more.
    private static let patience: Duration = .milliseconds(200)
    /// How long nothing is sent after that. A kernel says so six times at once and then once a second (Linux, `icmp_ratelimit`): who
    /// asks more often gets no answer, and would take that for a good one.
    private static let pauseAfterRefusal: Duration = .seconds(2)
    /// The server closes a connection over which nothing has come for 60 s.
    private let longestSilence: Duration

    /// Throws what is wrong with the file of the sink: its host must not be a name.
    ///
    /// - Parameter longestSilence: after so much a server over TCP gets a sign of life.
    init(_ sink: Sink, longestSilence: Duration = .seconds(20)) throws(ConfigurationProblem.Reason) {
        self.longestSilence = longestSilence
        guard let url = sink.settings.url.flatMap({ SinkURL($0) }), let port = url.port,
            let endpoint = SocketEndpoint(host: url.host, port: port)
        else {
            throw .contradiction(
                "[Sink] URL=: expected, with Type=signalk, a numeric address and a port, such as udp://192.0.2.7:8375, or"
                    + " tcp://127.0.0.1:8375 to be connected to")
        }
        format = try sink.deltas()
        way = url.scheme == "udp" ? .datagrams : .server
        self.endpoint = endpoint
        address = url.text
    }

    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> SinkTransports.Plan {
        let transport = try SignalKTransport(sink)
        return { _ in transport }
    }

    func run() async {
        while !Task.isCancelled {
            if case .server = way {
                letIn()
                giveSignOfLife()
            }
            try? await Task.sleep(for: Self.rhythm)
        }
        for descriptor in readers + [socket] where descriptor >= 0 { close(descriptor) }
        (readers, socket) = ([], -1)
    }

    func send(_ reports: [Report]) async -> DeliveryResult {
        if case .datagrams = way { return await sendDatagrams(reports) }
        var outcomes: [DeliveryOutcome] = []
        for report in reports {
            let outcome = deliver(report)
            if case .failed = outcome {
                return .each(outcomes + Array(repeating: outcome, count: reports.count - outcomes.count))
            }
            outcomes.append(outcome)
        }
        return .each(outcomes)
    }

    /// A report as it goes; nil when Signal K has no word for it.
    private func message(_ report: Report) -> (report: Report, line: [UInt8])? {
        format.delta(for: report).map { (report, $0 + [UInt8(ascii: "\n")]) }
    }

    private func deliver(_ report: Report) -> DeliveryOutcome {
        // What it has no word for is not for this receiver.
        guard let message = message(report) else { return .acknowledged }
        let outcome = sendToReaders(message.line)
        if outcome == .acknowledged { format.delivered(message.report) }
        return outcome
    }

    // MARK: UDP

    /// Sends the datagrams, and waits whether anybody refuses them: then all of them go again, because nobody knows which one it was.
    private func sendDatagrams(_ reports: [Report]) async -> DeliveryResult {
        var outcomes = Array(repeating: DeliveryOutcome.acknowledged, count: reports.count)
        var rest = reports.enumerated().compactMap { index, report in message(report).map { (index, $0) } }
        while !rest.isEmpty {
            let portion = Array(isRefused ? rest.prefix(1) : rest[...])
            rest.removeFirst(portion.count)
            for (index, message) in portion {
                switch sendDatagram(message.line) {
                case .failed(let reason, let wait): return .all(.failed(reason: reason, retryAfter: wait))
                case let outcome: outcomes[index] = outcome
                }
            }
            try? await Task.sleep(for: Self.patience)
            if let refusal = refusal() { return .all(refusal) }
            isRefused = false
            for (index, message) in portion where outcomes[index] == .acknowledged { format.delivered(message.report) }
        }
        return .each(outcomes)
    }

    /// What the kernel has heard of the datagrams since.
    private func refusal() -> DeliveryOutcome? {
        var (number, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        guard socket >= 0, getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size) == 0, number != 0 else {
            return nil
        }
        return failed(number)
    }

    private func sendDatagram(_ line: [UInt8]) -> DeliveryOutcome {
        if socket < 0 {
            socket = endpoint.socket(SOCK_DGRAM)
            // Connected, a socket learns that nobody listens at the port.
            guard socket >= 0, endpoint.withAddress({ connect(socket, $0, $1) }) == 0 else { return failed(errno) }
        }
        guard Glibc.send(socket, line, line.count, Int32(MSG_NOSIGNAL)) < 0 else { return .acknowledged }
        let number = errno
        if number == EMSGSIZE { return .refused(reason: "a delta of \(line.count) bytes is too large for UDP") }
        return failed(number)
    }

    private func failed(_ number: Int32) -> DeliveryOutcome {
        if socket >= 0 { close(socket) }
        (socket, isRefused) = (-1, true)
        return .failed(
            reason: "\(address): \(String(cString: strerror(number)))", retryAfter: Self.pauseAfterRefusal)
    }

    // MARK: TCP

    private func sendToReaders(_ line: [UInt8]) -> DeliveryOutcome {
        if let failure = letIn() { return failure }
        // A server that does not read is let go: its line would be cut in two otherwise.
        drop { Glibc.send($0, line, line.count, Int32(MSG_NOSIGNAL)) != line.count }
        lastSent = .now
        guard !readers.isEmpty else {
            return .failed(reason: "no Signal K server has connected to \(address)", retryAfter: nil)
        }
        return .acknowledged
    }

    private func giveSignOfLife() {
        guard ContinuousClock.now - lastSent >= longestSilence, !readers.isEmpty else { return }
        _ = sendToReaders(format.signOfLife + [UInt8(ascii: "\n")])
    }

    /// Lets in who has come, and lets go who has hung up. Returns why nobody can come, or nil.
    @discardableResult
    private func letIn() -> DeliveryOutcome? {
        if socket < 0 {
            socket = endpoint.socket(SOCK_STREAM)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            guard socket >= 0, endpoint.withAddress({ bind(socket, $0, $1) }) == 0, listen(socket, 8) == 0 else {
                return failed(errno)
            }
        }
        var byte: UInt8 = 0
        drop { recv($0, &byte, 1, Int32(MSG_DONTWAIT)) == 0 }
        while readers.count < Self.mostReaders {
            let reader = accept(socket, nil, nil)
            guard reader >= 0 else { break }
            _ = fcntl(reader, F_SETFD, FD_CLOEXEC)
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
            readers.append(reader)
        }
        return nil
    }

    private func drop(where isLost: (Int32) -> Bool) {
        readers.removeAll { reader in
            guard isLost(reader) else { return false }
            close(reader)
            return true
        }
    }
}
