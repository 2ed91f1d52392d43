import Files
import Logging
import PrometheusMetrics
import NIOPosix
import LocationEngine
import PlacemarkModel
import Synchronization

/// Some files that are written together.
protocol FileWriter: Sendable {
    var counters: FileCounters { get }

    /// What is to be written at this second; nil when that is nothing.
    static func batch(of unwritten: inout UnwrittenState) -> UnwrittenState.Batch?

    /// Changes the precision from now on; the directories stay the same.
    mutating func configure(_ settings: StateFileSettings)

    /// Cleans up after a killed process.
    mutating func takeOver()

    /// Writes what has changed. One file that cannot be written does not keep the others from it.
    ///
    /// - Parameter memory: nil when the one that was written last is still right.
    /// - Returns: the first failure. The same call again then tries all that is missing.
    mutating func write(
        _ snapshot: StatusSnapshot, memory: MonitoringMemory?, at now: BootInstant
    ) -> AtomicFile.WriteError?
}

extension FileWriter {
    /// Makes a write, and returns why it has failed; nil when it has not.
    mutating func failure(
        _ write: (inout Self) throws(AtomicFile.WriteError) -> Void
    ) -> AtomicFile.WriteError? {
        do throws(AtomicFile.WriteError) {
            try write(&self)
            return nil
        } catch {
            return error
        }
    }
}

/// Keeps some files up to date, on a thread of their own and with each whole second of the boot-time clock: neither the
/// work for other files nor the moment of a fix shows in the times at which they are written.
final class WritingThread<Writer: FileWriter>: Sendable {
    private struct Writing {
        var writer: Writer
        var failures = FailureLog()
        /// Why the last write has failed; nil when it has not.
        var failure: AtomicFile.WriteError?
    }

    /// What the files are called in the log.
    private let name: String
    private let now: @Sendable () -> BootInstant
    private let log: Logger
    private let written: @Sendable (AtomicFile.WriteError?) -> Void
    private let unwritten: Mutex<UnwrittenState>
    private let writing: Mutex<Writing>
    /// Apart from `writing`, which is held as long as a slow disk takes.
    private let counted = Mutex(FileCounters())

    /// - Parameter written: called after each write, by this thread, with why it failed; nil when it has not.
    init(
        _ name: String, _ writer: Writer, _ settings: StateFileSettings, now: @escaping @Sendable () -> BootInstant,
        log: Logger, written: @escaping @Sendable (AtomicFile.WriteError?) -> Void = { _ in }
    ) {
        self.name = name
        self.now = now
        self.log = log
        self.written = written
        unwritten = Mutex(UnwrittenState(settings: settings))
        writing = Mutex(Writing(writer: writer))
    }

    var counters: FileCounters { counted.withLock(\.self) }

    /// Takes a publication; returns at once.
    func take(_ publication: Publication) { unwritten.withLock { $0.take(publication) } }

    /// Tells more or less from now on; returns at once.
    func configure(_ change: @Sendable (inout UnwrittenState) -> Void) { unwritten.withLock { change(&$0) } }

    /// Does something with the writer, and waits for the disk.
    func withWriter<Result: Sendable>(_ body: (inout Writer) -> Result) -> Result {
        writing.withLock { body(&$0.writer) }
    }

    /// Writes at each whole second until `sleep` throws, and then the last of it.
    ///
    /// - Parameter sleep: returns at this instant; throws when the task is cancelled.
    func run(_ sleep: @Sendable (_ until: BootInstant) async throws -> Void) async {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        try? await threads.runIfActive { self.withWriter { $0.takeOver() } }
        while (try? await sleep(now().nextSecond)) != nil {
            // Throws when the task is cancelled: the last write below makes it good.
            try? await threads.runIfActive { self.writeDue() }
        }
        // The end of the process waits for nothing else, so this one may block.
        writeRest()
        try? await threads.shutdownGracefully()
    }

    /// Writes what is due at this second.
    func writeDue() { write { Writer.batch(of: &$0) } }

    /// Writes what has been offered since the last time, or could not be written then.
    func writeRest() { write { $0.takeRest() } }

    /// Likewise, and waits for a write that goes on. Returns whether the files have all that was offered.
    func settle() -> Bool {
        writeRest()
        return writing.withLock { $0.failure == nil }
    }

    private func write(_ take: (inout UnwrittenState) -> UnwrittenState.Batch?) {
        writing.withLock { writing in
            // Not before: another thread could write a newer state in between, which this older one would replace.
            guard let batch = unwritten.withLock({ take(&$0) }) else { return }
            let now = self.now()
            writing.writer.configure(batch.settings)
            let failure = writing.writer.write(batch.snapshot, memory: batch.memory, at: now)
            counted.withLock { $0 = writing.writer.counters }
            writing.failure = failure
            if failure != nil { unwritten.withLock { $0.putBack(batch) } }
            written(failure)
            writing.failures.tell(failure, of: name, remedy: "retrying every second", at: now, to: log)
        }
    }
}
