import CGPS
import Glibc
public import PlacemarkModel
import Threads

/// The source of locations: all that a gpsd reports, for as long as anyone listens.
///
/// Losing gpsd is an event and not an end: the provider comes back to it, for ever.
public struct GPSDProvider: Sendable {
    private let endpoint: GPSDEndpoint
    private let limits: SilenceLimits
    /// How many events a slow consumer can be behind; then the oldest are dropped.
    private let bufferedEvents: Int
    private let now: @Sendable () -> BootInstant

    /// - Parameter now: the boot-time clock, called on the provider's own thread.
    public init(endpoint: GPSDEndpoint, now: @escaping @Sendable () -> BootInstant) {
        self.init(endpoint: endpoint, limits: SilenceLimits(), now: now)
    }

    init(
        endpoint: GPSDEndpoint, limits: SilenceLimits, bufferedEvents: Int = 1024,
        now: @escaping @Sendable () -> BootInstant
    ) {
        self.endpoint = endpoint
        self.limits = limits
        self.bufferedEvents = bufferedEvents
        self.now = now
    }

    /// How long to wait for a thread or a descriptor when the process has none left: as long as the socket waits then
    /// (`Connections.pause`), because the shortage is the same.
    private static let pause = Duration.seconds(1)

    /// Starts a thread that listens to gpsd; each call starts another one. The thread ends by itself when the consuming
    /// task is cancelled or the stream is dropped: at once, or, while it is in `gps_open` (DNS, connect), after that.
    ///
    /// While the process cannot have a thread the stream says so, and goes on as soon as it can.
    public func events() -> AsyncStream<SourceEvent> {
        if let stream = listen() { return stream }
        return AsyncStream(bufferingPolicy: .bufferingNewest(bufferedEvents)) { continuation in
            let waiting = Task {
                var stream: AsyncStream<SourceEvent>?
                while stream == nil {
                    continuation.yield(.disconnected(reason: Outage.noResources.reason(endpoint)))
                    guard (try? await Task.sleep(for: Self.pause)) != nil else { break }
                    stream = listen()
                }
                if let stream { for await event in stream { continuation.yield(event) } }
                continuation.finish()
            }
            continuation.onTermination = { _ in waiting.cancel() }
        }
    }

    /// The events of a new thread; nil when there can be none.
    private func listen() -> AsyncStream<SourceEvent>? {
        guard let stopSignal = StopSignal() else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: SourceEvent.self, bufferingPolicy: .bufferingNewest(bufferedEvents))
        continuation.onTermination = { _ in stopSignal.stop() }
        let session = GPSDSession(
            endpoint: endpoint, limits: limits, now: now, stopSignal: stopSignal, continuation: continuation)
        // getaddrinfo() is what needs the most of a stack.
        return DetachedThread.start(named: "gpsd", stackBytes: 256 << 10) { session.run() } ? stream : nil
    }
}
