import CGPS
import Glibc
public import PlacemarkModel

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
        return Self.startThread { session.run() } ? stream : nil
    }

    /// Runs `body` on a detached thread named "gpsd". Its own, because libgps blocks, which the threads of Swift's
    /// cooperative pool must not. Returns whether there could be one.
    private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        final class Body: Sendable {
            let run: @Sendable () -> Void
            init(_ run: @escaping @Sendable () -> Void) { self.run = run }
        }
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // getaddrinfo() is what needs the most.
        pthread_attr_setstacksize(&attributes, 256 * 1024)

        // All signals are for other threads, and a write to a closed socket, inside libgps, must not kill the process
        // by SIGPIPE. The new thread inherits the mask before it can be hit. Not those that a thread brings on itself:
        // while they are blocked, the kernel kills instead of calling a handler, and the threads of the pool that this
        // one awakes inherit its mask. One of them reads the mapped world file, which may be cut short.
        var signals = sigset_t()
        var before = sigset_t()
        sigfillset(&signals)
        for ownFault in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP, SIGSYS] { sigdelset(&signals, ownFault) }
        pthread_sigmask(SIG_SETMASK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let retained = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                cgps_name_thread("gpsd")
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, retained.toOpaque())
        if code != 0 { retained.release() }
        return code == 0
    }
}
