import Glibc
import NIOCore
import PlacemarkModel
import Reporting
import Settings

/// Carries deltas to a Signal K server: over UDP, or over TCP to whichever server connects to us (a data connection "Signal K"
/// of the kind TCP client there). Neither has an acknowledgement. Over UDP what nobody refuses for a while counts as delivered, over
/// TCP what the kernel has taken.
actor SignalKTransport: ReportTransport {
    private enum Carrier {
        case datagrams(SignalKDatagrams)
        case server(SignalKListener)
    }

    private let carrier: Carrier
    private let address: String
    private var format: SignalKFormat
    /// When something was last sent over TCP.
    private var lastSent = ContinuousClock.now

    /// How long nothing is sent after a failure. A kernel tells of refused datagrams six times at once and then once a second (Linux,
    /// `icmp_ratelimit`): who asks more often gets no answer, and would take that for a good one.
    private static let pauseAfterFailure: Duration = .seconds(2)
    /// How long a machine takes to say that nobody listens at the port: a few milliseconds, or over a slow link more.
    private static let patience: Duration = .milliseconds(200)
    /// The server closes a connection over which nothing has come for 60 s.
    private let longestSilence: Duration

    /// Throws what is wrong with the file of the sink: its host must not be a name.
    ///
    /// - Parameter longestSilence: after so much a server over TCP gets a sign of life.
    init(_ sink: Sink, longestSilence: Duration = .seconds(20)) throws(ConfigurationProblem.Reason) {
        self.longestSilence = longestSilence
        // Names are not resolved: that may take a minute.
        guard let url = sink.settings.url.flatMap({ SinkURL($0) }), let port = url.port,
            let endpoint = try? SocketAddress(
                ipAddress: url.host == "localhost" ? "127.0.0.1" : url.host, port: Int(port))
        else {
            throw .contradiction(
                "[Sink] URL=: expected, with Type=signalk, a numeric address and a port, such as udp://192.0.2.7:8375, or"
                    + " tcp://127.0.0.1:8375 to be connected to")
        }
        format = try sink.deltas()
        carrier =
            url.scheme == "udp" ? .datagrams(SignalKDatagrams(endpoint)) : .server(SignalKListener(endpoint))
        address = url.text
    }

    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> TransportPlan {
        let transport = try SignalKTransport(sink)
        return { _ in transport }
    }

    /// How many servers have connected.
    var readerCount: Int {
        guard case .server(let listener) = carrier else { return 0 }
        return listener.readerCount
    }

    func run() async {
        guard case .server(let listener) = carrier else { return }
        while !Task.isCancelled {
            // Why nobody can come, the next delivery says.
            let isOpen = (try? await listener.open()) != nil
            let rest = longestSilence - (ContinuousClock.now - lastSent)
            if isOpen, rest <= .zero {
                _ = await listener.send(format.signOfLife + [UInt8(ascii: "\n")])
                lastSent = .now
            } else {
                try? await Task.sleep(for: isOpen ? rest : Self.pauseAfterFailure)
            }
        }
        await listener.close()
    }

    func send(_ reports: [Report]) async -> DeliveryResult {
        switch carrier {
        case .datagrams(let datagrams): return await send(reports, as: datagrams)
        case .server(let listener): return await send(reports, through: listener)
        }
    }

    /// A report as it goes; nil when Signal K has no word for it.
    private func message(_ report: Report) -> (report: Report, line: [UInt8])? {
        format.delta(for: report).map { (report, $0 + [UInt8(ascii: "\n")]) }
    }

    private func failed(_ reason: String) -> DeliveryOutcome {
        .failed(reason: "\(address): \(reason)", retryAfter: Self.pauseAfterFailure)
    }

    /// Sends the datagrams, and waits whether anybody refuses them: then all of them go again, because nobody knows which one it was.
    private func send(_ reports: [Report], as datagrams: SignalKDatagrams) async -> DeliveryResult {
        var outcomes = Array(repeating: DeliveryOutcome.acknowledged, count: reports.count)
        var rest = reports.enumerated().compactMap { index, report in message(report).map { (index, $0) } }
        while !rest.isEmpty {
            let portion = Array(datagrams.isRefused ? rest.prefix(1) : rest[...])
            rest.removeFirst(portion.count)
            for (index, message) in portion {
                switch datagrams.send(message.line) {
                case 0: break
                case EMSGSIZE:
                    outcomes[index] = .refused(
                        reason: "a delta of \(message.line.count) bytes is too large for UDP")
                case let number: return .all(failed(String(cString: strerror(number))))
                }
            }
            try? await Task.sleep(for: Self.patience)
            let number = datagrams.refusal()
            if number != 0 { return .all(failed(String(cString: strerror(number)))) }
            for (index, message) in portion where outcomes[index] == .acknowledged { format.delivered(message.report) }
        }
        return .each(outcomes)
    }

    private func send(_ reports: [Report], through listener: SignalKListener) async -> DeliveryResult {
        do {
            try await listener.open()
        } catch {
            let number = (error as? IOError)?.errnoCode
            return .all(failed(number.map { String(cString: strerror($0)) } ?? "\(error)"))
        }
        var outcomes: [DeliveryOutcome] = []
        for report in reports {
            // What it has no word for is not for this receiver.
            if let message = message(report) {
                lastSent = .now
                guard await listener.send(message.line) > 0 else {
                    let outcome = DeliveryOutcome.failed(
                        reason: "no Signal K server has connected to \(address)", retryAfter: nil)
                    return .each(outcomes + Array(repeating: outcome, count: reports.count - outcomes.count))
                }
                format.delivered(message.report)
            }
            outcomes.append(.acknowledged)
        }
        return .each(outcomes)
    }
}
