public import Logging
import NIOPosix
public import PlacemarkCore
import Synchronization

/// Keeps `state.json` and `city` up to date for scripts and status bars, and copies of the last placemark and of what
/// the monitors know for the next start.
///
/// The files are written by a thread of their own, at most once a second, so that neither a slow disk nor a fast
/// receiver holds up anything else. A failure is retried with the newest state, and logged once a minute.
public final class StateFiles: Sendable {
    /// The time between two writes.
    static let interval = Duration.seconds(1)

    /// What only the writing thread touches.
    private struct Writing {
        var settings: StateFileSettings
        var writer: StateFileWriter
        var failures = FailureLog()
    }

    private let access: Access
    private let now: @Sendable () -> BootInstant
    private let log: Logger
    private let told: @Sendable (AtomicFile.WriteError?) -> Void
    private let offered: Mutex<OfferedState>
    private let writing: Mutex<Writing>
    /// Apart from `writing`, which is held as long as a slow disk takes.
    private let counted = Mutex(FileCounters())
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// - Parameter told: called after each write, by the writing thread, with why it failed; nil when it has not.
    public init(
        _ settings: StateFileSettings, access: Access, now: @escaping @Sendable () -> BootInstant, log: Logger,
        told: @escaping @Sendable (AtomicFile.WriteError?) -> Void = { _ in }
    ) {
        self.access = access
        self.now = now
        self.log = log
        self.told = told
        offered = Mutex(OfferedState(settings: settings))
        writing = Mutex(Writing(settings: settings, writer: StateFileWriter(settings, access: access)))
        (wake, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes a publication; returns at once. One that is no news is written only with the next that is.
    public func offer(_ publication: Publication) {
        let isDue = offered.withLock {
            $0.take(publication)
            return $0.isDue(publication, at: now())
        }
        if isDue { waker.yield() }
    }

    /// Tells more or less from now on; the directories stay the same.
    public func configure(precision: Precision, hasPreciseFile: Bool) {
        offered.withLock { $0.configure(precision: precision, hasPreciseFile: hasPreciseFile) }
        waker.yield()
    }

    /// What has been written so far.
    var counters: FileCounters { counted.withLock(\.self) }

    /// Writes what is offered until the task is cancelled, then writes the last of it.
    public func run() async {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        try? await threads.runIfActive { self.writing.withLock { $0.writer.takeOver() } }
        for await _ in wake {
            // Both throw when the task is cancelled: the last write below makes it good.
            try? await threads.runIfActive { self.write() }
            try? await Task.sleep(for: Self.interval)
        }
        // The end of the process waits for nothing else, so this one may block.
        write()
        try? await threads.shutdownGracefully()
    }

    /// Writes what has been offered since the last time, or could not be written then.
    func write() {
        guard let batch = offered.withLock({ $0.takeBatch() }) else { return }
        let now = now()
        writing.withLock { writing in
            if batch.settings != writing.settings {
                writing.settings = batch.settings
                let counters = writing.writer.counters
                writing.writer = StateFileWriter(batch.settings, access: access, counters: counters)
                writing.writer.takeOver()
            }
            let failure = writing.writer.write(batch.snapshot, memory: batch.memory, at: now)
            counted.withLock { $0 = writing.writer.counters }
            if failure != nil {
                offered.withLock { $0.putBack(batch) }
                waker.yield()
            }
            told(failure)
            writing.failures.tell(failure, of: "state files", remedy: "retrying every second", at: now, to: log)
        }
    }
}
