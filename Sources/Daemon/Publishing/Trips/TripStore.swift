import Files
public import LocationEngine
public import Logging
import NIOPosix
public import PlacemarkModel
import PrometheusMetrics
import Synchronization
import SystemClocks

/// How long trips are kept, and where, and how often the ship's log gets an entry.
public struct TripStoreSettings: Hashable, Sendable {
    public var storage: TripStorage
    public var maximumAge: Duration
    /// Under way; zero for no entries but remarks.
    public var logInterval: Duration

    public init(storage: TripStorage, maximumAge: Duration, logInterval: Duration = .zero) {
        self.storage = storage
        self.maximumAge = maximumAge
        self.logInterval = logInterval
    }
}

/// Keeps the trips and the ship's log, when the operator wants them: in memory, or in files of the persistent directory.
///
/// What has ended comes with the memory of the trip detector, which is saved for the next run as well. So a trip of which one
/// of the two knows is not lost, and one of which both know is not kept twice. A thread of its own writes as soon as there is
/// something to write; a failure is tried again with the fixes that follow. While no trips are kept there is no thread, and
/// nothing is touched that an earlier run has left.
public final class TripStore: Sendable {
    /// The time between two tries to write.
    static let patience = Duration.seconds(30)

    /// What only the writing thread touches.
    private struct Keeping {
        var settings: TripStoreSettings
        var journal: TripJournal?
        var failures = FailureLog()
    }

    private let files: TripFiles
    let now: @Sendable () -> BootInstant
    private let log: Logger
    private let threads = NIOThreadPool(numberOfThreads: 1)
    /// Nil while no trips are kept.
    let intake: Mutex<TripIntake?>
    private let keeping: Mutex<Keeping>

    /// - Parameter directory: the persistent one; the trips get a directory in it.
    public init(
        _ settings: TripStoreSettings, directory: String, now: @escaping @Sendable () -> BootInstant, log: Logger
    ) {
        files = TripFiles(in: directory)
        self.now = now
        self.log = log
        intake = Mutex(settings.storage == .no ? nil : TripIntake(logInterval: settings.logInterval))
        keeping = Mutex(Keeping(settings: settings))
    }

    /// Takes what an earlier run has saved, of which it may not have written everything.
    public func takeOver(_ memory: MonitoringMemory) {
        guard let trips = memory.trips else { return }
        intake.withLock { $0?.takeOver(trips) }
        scheduleWrite()
    }

    /// Takes a publication; returns at once.
    public func offer(_ publication: Publication) {
        let isDue = intake.withLock { intake in
            intake?.take(publication)
            return intake?.isWaiting == true
        }
        if isDue { scheduleWrite() }
    }

    private func scheduleWrite() {
        let now = now()
        let isDue = intake.withLock { intake in
            guard let found = intake, found.isDue(at: now), !found.isWriting else { return false }
            intake?.isWriting = true
            return true
        }
        guard isDue else { return }
        threads.submit { state in
            // Before the start and after the end there is no thread; `run` writes then.
            if case .active = state { self.write() } else { self.intake.withLock { $0?.isWriting = false } }
        }
    }

    private var isOn: Bool { intake.withLock { $0 != nil } }

    /// Returns when the task is cancelled, after what waits has been written.
    public func run() async {
        if isOn {
            threads.start()
            // Throws when the task is cancelled: the last write below makes it good.
            try? await threads.runIfActive { self.write() }
        }
        // Nothing has to be done until then: each publication brings its own work.
        let (end, continuation) = AsyncStream<Void>.makeStream()
        for await _ in end {}
        continuation.finish()
        if isOn { write() }
        try? await threads.shutdownGracefully()
    }

    /// Keeps trips for longer or shorter, or elsewhere, from now on.
    public func configure(_ settings: TripStoreSettings) async {
        let old = keeping.withLock { keeping in
            defer { keeping.settings = settings }
            return keeping.settings
        }
        guard settings != old else { return }
        if old.storage == .no { threads.start() }
        keeping.withLock { keeping in
            if settings.storage != old.storage { keeping.journal = nil }
            keeping.journal?.retention = settings.maximumAge
        }
        intake.withLock { intake in
            guard settings.storage != .no else { return intake = nil }
            if intake == nil { intake = TripIntake(logInterval: settings.logInterval) }
            intake?.setLogInterval(settings.logInterval)
        }
    }

    // MARK: On the writing thread

    /// Writes what waits, and removes what is too old.
    func write() {
        let now = now()
        keeping.withLock { keeping in
            let (trips, earlier, entries, time) = intake.withLock {
                ($0?.waiting ?? [], $0?.earlier ?? [], $0?.waitingEntries ?? [], $0?.clock.time(at: now))
            }
            var (tripsWritten, entriesWritten) = (0, 0)
            var failure: AtomicFile.WriteError?
            do throws(AtomicFile.WriteError) {
                try open(&keeping)
                let rhythm = ShipsLogRhythm(every: keeping.settings.logInterval)
                for entry in entries {
                    // A run that was killed may have written the entry of an hour that had not begun in what it saved last.
                    if keeping.journal?.hasEarlier(entry, rhythm) != true { try keeping.journal?.add(entry, at: time) }
                    entriesWritten += 1
                }
                for trip in trips {
                    // The detector remembers trips that are too old to be kept: they must not come back with each start.
                    if earlier.contains(trip.id), try keeping.journal?.hasForgotten(trip) == true {
                        tripsWritten += 1
                        continue
                    }
                    _ = try keeping.journal?.add(trip.withLocalTimes, at: time)
                    tripsWritten += 1
                }
                let believed = intake.withLock { $0?.clock.believedTime(at: now) }
                try keeping.journal?.removeExpired(at: believed)
            } catch {
                failure = error
            }
            let next = failure == nil ? nil : now.advanced(by: Self.patience)
            let written = (trips: tripsWritten, entries: entriesWritten)
            intake.withLock { intake in
                intake?.wrote(trips: written.trips, entries: written.entries)
                intake?.writesNext = next
                intake?.isWriting = false
            }
            keeping.failures.tell(
                failure, of: "journal of trips", remedy: "the trips wait in memory", at: now, to: log)
        }
    }

    private func open(_ keeping: inout Keeping) throws(AtomicFile.WriteError) {
        guard keeping.journal == nil, keeping.settings.storage != .no else { return }
        let medium: any TripMedium = keeping.settings.storage == .disk ? files : TripMemory()
        keeping.journal = try TripJournal(in: medium, retention: keeping.settings.maximumAge) { complaint in
            log.warning("\(complaint)")
        }
    }

    /// Does something with the journal, for a reader, who finds in it whatever has been told and can be written.
    func withJournal<Result: Sendable>(
        _ body: @escaping @Sendable (inout TripJournal) throws(AtomicFile.WriteError) -> Result
    ) async throws(RequestError) -> Result {
        guard isOn else { throw .noTrips }
        do {
            let result = try await threads.runIfActive { () throws -> Result? in
                // While something was being written no other write was asked for: a trip whose end has been told may wait still.
                let now = self.now()
                if self.intake.withLock({ $0?.isDue(at: now) == true }) { self.write() }
                return try self.keeping.withLock { keeping throws(AtomicFile.WriteError) in
                    try self.open(&keeping)
                    guard var journal = keeping.journal else { return nil }
                    defer { keeping.journal = journal }
                    return try body(&journal)
                }
            }
            guard let result else { throw RequestError.noTrips }
            return result
        } catch let error as RequestError {
            throw error
        } catch let error as AtomicFile.WriteError {
            throw .failed("\(error)")
        } catch {
            throw .failed("the service is about to start or to end")
        }
    }
}
