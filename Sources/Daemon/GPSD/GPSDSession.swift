import Glibc
import PlacemarkModel

/// The session with one gpsd, on the gpsd thread: connect, listen until the connection breaks, wait, again. A shell
/// round `Conversation`, `Backoff` and `LineBuffer`, which decide.
struct GPSDSession: Sendable {
    let endpoint: GPSDEndpoint
    let limits: SilenceLimits
    let now: @Sendable () -> BootInstant
    let stopSignal: StopSignal
    let continuation: AsyncStream<SourceEvent>.Continuation

    /// How often the socket is read before what was found is passed on, though there may be more: 1 MB, minutes of any
    /// receiver. So a flood takes bounded memory, and does not keep the thread from being stopped.
    private static let readsInARound = 64
    /// Somewhat less than the longest line, so that two reads hold any line of gpsd.
    private static let bytesInARead = 16 * 1024
    /// A connection that held for this long was a good one, even without a receiver: a gpsd that crashes at its first
    /// client has ended it by then.
    private static let goodConnection: Duration = .seconds(10)

    /// Returns when it is stopped.
    func run() {
        defer { continuation.finish() }
        var backoff = Backoff(for: endpoint)
        var reported: Outage?
        while stopSignal.wait(atMost: .zero) != .stopped {
            let start = now()
            let ending = listen()
            guard let outage = ending.outage else { return }
            if ending.wasConnected {
                reported = nil
                if ending.hadPositions || start.duration(to: now()) >= Self.goodConnection { backoff.reset() }
            }
            // Once for each outage and reason, not for each attempt.
            if outage != reported {
                reported = outage
                continuation.yield(.disconnected(reason: outage.reason(endpoint)))
            }
            if stopSignal.wait(atMost: backoff.next(random: .random(in: 0..<1))) == .stopped { return }
        }
    }

    /// How a connection ended: why, or nil when it was stopped, and what it was worth.
    private typealias Ending = (outage: Outage?, wasConnected: Bool, hadPositions: Bool)

    /// One connection from beginning to end.
    private func listen() -> Ending {
        guard let gpsd = LibGPS(endpoint) else { return (.noResources, false, false) }
        if let outage = gpsd.open() { return (outage, false, false) }
        var conversation = Conversation(
            device: endpoint.device, limits: limits, connectedAt: now(), parser: gpsd,
            compassSentences: endpoint.readsCompassSentences ? CompassSentences() : nil)
        var lines = LineBuffer()
        func ending(_ outage: Outage?) -> Ending { (outage, conversation.isConnected, conversation.hasPositions) }
        while true {
            switch conversation.verdict(at: now()) {
            case .giveUp(let outage): return ending(outage)
            case .ask: guard gpsd.askVersion() else { return ending(.closed) }
            case .wait(let limit):
                switch stopSignal.wait(for: gpsd.descriptor, atMost: limit) {
                case .stopped: return ending(nil)
                case .timedOut: break
                case .readable:
                    if let outage = drain(gpsd, &lines, &conversation) { return ending(outage) }
                }
            }
        }
    }

    /// Reads what there is, and passes its events on. Returns why the connection ended, or nil while it goes on.
    private func drain(_ gpsd: LibGPS, _ lines: inout LineBuffer, _ conversation: inout Conversation) -> Outage? {
        var batch: [SourceEvent] = []
        var outage: Outage?
        var isEmpty = false
        reading: for _ in 0..<Self.readsInARound {
            var found = LibGPS.Received.nothing
            withUnsafeTemporaryAllocation(byteCount: Self.bytesInARead, alignment: 1) { buffer in
                found = gpsd.receive(into: buffer)
                if case .bytes(let count) = found { lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            }
            switch found {
            case .nothing:
                isEmpty = true
                break reading
            case .lost(let reason):
                outage = reason
                break reading
            case .bytes:
                do throws(LineBuffer.LineTooLong) {
                    while let line = try lines.next() { batch += conversation.received(line, at: now()) }
                } catch {
                    outage = .babbling
                    break reading
                }
            }
        }
        conversation.dateBack(&batch, isEmpty: isEmpty, at: now())
        for event in batch { continuation.yield(event) }
        return outage
    }
}

extension Backoff {
    /// A gpsd on this machine costs nothing to ask, and must be live within 2 s after it came up. A remote one is
    /// asked every 30 s at least, so that a fleet of boxes does not keep a dead network busy.
    init(for endpoint: GPSDEndpoint) {
        self.init(ceiling: endpoint.isLoopback ? .seconds(1) : .seconds(30))
    }
}
