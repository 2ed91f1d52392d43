import Files
public import Logging
import PrometheusMetrics
import NIOPosix
public import LocationEngine
public import PlacemarkModel
import Synchronization

/// How much of the track is kept, and where.
public struct TrackRetention: Hashable, Sendable {
    public var storage: TrackStorage
    public var maximumAge: Duration
    public var maximumSizeInBytes: Int

    public init(storage: TrackStorage, maximumAge: Duration, maximumSizeInBytes: Int) {
        self.storage = storage
        self.maximumAge = maximumAge
        self.maximumSizeInBytes = maximumSizeInBytes
    }
}

/// Keeps the track, when the operator wants one: in memory, or in files of the persistent directory.
///
/// The locations come with the publications, and are thinned at once. What becomes a point waits in memory, and is
/// written by a thread of its own, every 30 s and at the end. So a crash or a power cut takes with it the points of
/// the last 30 s, and the way since the last point. A failure is retried, and logged once a minute; meanwhile the
/// newest points wait.
public final class TrackStore: Sendable {
    /// The time between two writes.
    static let interval = Duration.seconds(30)

    /// What only the writing thread touches.
    private struct Keeping {
        var retention: TrackRetention
        var journal: TrackJournal
        /// Whether the files of an earlier run have been taken over, or removed.
        var isPrepared = false
        var failures = FailureLog()
    }

    private let files: TrackFiles
    private let now: @Sendable () -> BootInstant
    private let log: Logger
    private let threads = NIOThreadPool(numberOfThreads: 1)
    /// nil when no track is kept.
    private let recorder: Mutex<TrackRecorder?>
    private let keeping: Mutex<Keeping>
    /// Beside `keeping`, which the writing thread holds while it waits for the disk.
    private let byteCount = Atomic<Int>(0)

    /// - Parameter directory: the persistent one; the track gets a directory in it.
    public init(
        _ retention: TrackRetention, directory: String, now: @escaping @Sendable () -> BootInstant, log: Logger
    ) {
        files = TrackFiles(in: directory)
        self.now = now
        self.log = log
        recorder = Mutex(retention.storage == .none ? nil : TrackRecorder())
        keeping = Mutex(Keeping(retention: retention, journal: Self.journal(retention, files)))
    }

    /// Takes a publication; returns at once.
    public func offer(_ publication: Publication) { recorder.withLock { $0?.take(publication) } }

    /// Writes what is offered until the task is cancelled, then writes the last of it.
    public func run() async {
        threads.start()
        while !Task.isCancelled {
            // Throws when the task is cancelled: the last write below makes it good.
            try? await threads.runIfActive { self.write() }
            try? await Task.sleep(for: Self.interval)
        }
        recorder.withLock { $0?.finish() }
        // The end of the process waits for nothing else, so this one may block.
        write()
        try? await threads.shutdownGracefully()
    }

    /// Keeps more or less from now on. Another place to keep the track begins a new one, and the old one is removed.
    public func configure(_ retention: TrackRetention) async {
        try? await threads.runIfActive {
            self.keeping.withLock { keeping in
                let isMoved = retention.storage != keeping.retention.storage
                keeping.retention = retention
                if isMoved {
                    keeping.journal = Self.journal(retention, self.files)
                    keeping.isPrepared = false
                    self.recorder.withLock { $0 = retention.storage == .none ? nil : TrackRecorder() }
                } else {
                    keeping.journal.limit(age: retention.maximumAge, sizeInBytes: retention.maximumSizeInBytes)
                }
            }
            self.write()
        }
    }

    private static func journal(_ retention: TrackRetention, _ files: TrackFiles) -> TrackJournal {
        let medium: any TrackMedium = retention.storage == .disk ? files : TrackMemory()
        return TrackJournal(
            in: medium, maximumAge: retention.maximumAge, maximumSizeInBytes: retention.maximumSizeInBytes)
    }

    // MARK: On the writing thread

    /// Removes what is too old or too much, and writes what waits.
    func write() {
        let now = now()
        keeping.withLock { keeping in
            defer { byteCount.store(keeping.journal.chunks.byteCount, ordering: .relaxed) }
            var records: [UInt8] = []
            var failure: AtomicFile.WriteError?
            do throws(AtomicFile.WriteError) {
                try prepare(&keeping, at: now)
                let time = recorder.withLock { $0?.clock.believedTime(at: now) }
                try keeping.journal.removeExpired(at: now, time: time)
                try keeping.journal.removeSurplus()
                records = recorder.withLock { $0?.takeWaiting() ?? [] }
                try keeping.journal.append(&records, at: now)
            } catch {
                recorder.withLock { $0?.putBack(records) }
                failure = error
            }
            keeping.failures.tell(
                failure, of: "track", remedy: "the newest positions wait in memory", at: now, to: log)
        }
    }

    private func prepare(_ keeping: inout Keeping, at now: BootInstant) throws(AtomicFile.WriteError) {
        guard !keeping.isPrepared else { return }
        if keeping.retention.storage == .disk {
            let found = try files.load(at: now)
            for complaint in found.complaints { log.warning("\(complaint)") }
            keeping.journal.takeOver(found)
        } else {
            // An operator who does not want a track on disk does not want the old one there either.
            try files.removeAll()
        }
        keeping.isPrepared = true
    }

    // MARK: For readers

    /// The size of what is kept, but for the points of the last seconds.
    var sizeInBytes: Int { byteCount.load(ordering: .relaxed) }

    /// Forgets everything that is kept. Returns how many points that were; nil when no track is kept.
    func clear() async throws(RequestError) -> Int? {
        try await onWritingThread { () throws(AtomicFile.WriteError) in
            try self.keeping.withLock { keeping throws(AtomicFile.WriteError) in
                guard keeping.retention.storage != .none else { return nil }
                let waiting = self.recorder.withLock { recorder in
                    defer { recorder?.forget() }
                    return (recorder?.waiting.count ?? 0) / TrackRecord.byteCount
                }
                try self.prepare(&keeping, at: self.now())
                defer { self.byteCount.store(keeping.journal.chunks.byteCount, ordering: .relaxed) }
                return try keeping.journal.clear() + waiting
            }
        }
    }

    /// Begins to read what is kept at present; nil when no track is kept.
    func reading(_ query: TrackQuery) async throws(RequestError) -> TrackReading? {
        try await onWritingThread {
            let now = self.now()
            return self.keeping.withLock { keeping in
                guard let recorder = self.recorder.withLock(\.self) else { return nil }
                // A client that asks at the very start gets what an earlier run has kept, too. `write` tells what fails.
                try? self.prepare(&keeping, at: now)
                let newest = recorder.clock.time(at: now) ?? keeping.journal.chunks.latestTime
                let tooOld = recorder.clock.believedTime(at: now)?.advanced(by: .zero - keeping.retention.maximumAge)
                return TrackReading(
                    since: [query.start(at: newest), tooOld].compactMap(\.self).max(),
                    takesUndatedStart: query == .all, end: keeping.journal.end,
                    tail: recorder.waiting.points + recorder.pending)
            }
        }
    }

    /// The next lines of a reading; nil at its end.
    func lines(of reading: TrackReading) async throws(RequestError) -> (lines: [UInt8]?, reading: TrackReading) {
        try await onWritingThread {
            var reading = reading
            let lines = self.keeping.withLock { reading.next(in: $0.journal) }
            return (lines, reading)
        }
    }

    private func onWritingThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws(AtomicFile.WriteError) -> Result
    ) async throws(RequestError) -> Result {
        do {
            return try await threads.runIfActive(body)
        } catch let error as AtomicFile.WriteError {
            throw .failed("\(error)")
        } catch {
            throw .failed("the service is about to start or to end")
        }
    }
}

extension TrackStore {
    /// How to answer a request for the track: batch by batch, so that neither its size nor a slow client costs memory.
    func reply(to query: TrackQuery) -> Reply {
        if query == .clear {
            return .later { () async throws(RequestError) in
                guard let count = try await self.clear() else { throw .noTrack }
                return .json(["cleared": count])
            }
        }
        return .pieces(.jsonLines) { send throws(RequestError) in
            guard var reading = try await self.reading(query) else { throw .noTrack }
            while true {
                let lines: [UInt8]?
                (lines, reading) = try await self.lines(of: reading)
                guard let lines else { return }
                guard lines.isEmpty ? !Task.isCancelled : await send(lines) else { return }
            }
        }
    }
}
