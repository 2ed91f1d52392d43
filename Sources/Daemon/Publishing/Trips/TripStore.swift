import Files
public import LocationEngine
public import Logging
import NIOPosix
public import PlacemarkModel
import PrometheusMetrics
import Synchronization
import SystemClocks

/// How long trips are kept, and where.
public struct TripRetention: Hashable, Sendable {
    public var storage: TripStorage
    public var maximumAge: Duration

    public init(storage: TripStorage, maximumAge: Duration) {
        self.storage = storage
        self.maximumAge = maximumAge
    }
}

/// Keeps the trips, when the operator wants them: in memory, or in files of the persistent directory.
///
/// What has ended comes with the memory of the trip detector, which is saved for the next run as well. So a trip of which one
/// of the two knows is not lost, and one of which both know is not kept twice. A thread of its own writes as soon as there is
/// something to write; a failure is tried again with the fixes that follow. While no trips are kept there is no thread, and
/// nothing is touched that an earlier run has left.
public final class TripStore: Sendable {
    /// The time between two tries to write.
    static let patience = Duration.seconds(30)

    /// What comes with the publications.
    private struct Intake {
        var clock = TrackClock()
        /// The trip that goes on, as of the last five minutes.
        var current: TripRecord?
        var waiting: [TripRecord] = []
        var known: Set<String> = []
        var writesNext: BootInstant?
        var isWriting = false

        mutating func take(_ memory: TripDetector.Memory) {
            current = memory.current
            for trip in memory.recent where known.insert(trip.id).inserted { waiting.append(trip) }
            // What has left the detector's memory is kept or lost; it does not come again.
            if known.count > 4 * TripDetector.mostRecent { known = Set(memory.recent.map(\.id)) }
        }
    }

    /// What only the writing thread touches.
    private struct Keeping {
        var retention: TripRetention
        var journal: TripJournal?
        var failures = FailureLog()
    }

    private let files: TripFiles
    private let now: @Sendable () -> BootInstant
    private let log: Logger
    private let threads = NIOThreadPool(numberOfThreads: 1)
    /// Nil while no trips are kept.
    private let intake: Mutex<Intake?>
    private let keeping: Mutex<Keeping>

    /// - Parameter directory: the persistent one; the trips get a directory in it.
    public init(_ retention: TripRetention, directory: String, now: @escaping @Sendable () -> BootInstant, log: Logger)
    {
        files = TripFiles(in: directory)
        self.now = now
        self.log = log
        intake = Mutex(retention.storage == .no ? nil : Intake())
        keeping = Mutex(Keeping(retention: retention))
    }

    /// Takes what an earlier run has saved, of which it may not have written everything.
    public func takeOver(_ memory: MonitoringMemory) {
        guard let trips = memory.trips else { return }
        intake.withLock { $0?.take(trips) }
        scheduleWrite()
    }

    /// Takes a publication; returns at once.
    public func offer(_ publication: Publication) {
        let isDue = intake.withLock { intake in
            guard intake != nil else { return false }
            if let location = publication.snapshot.location { intake?.clock.learn(from: location) }
            if let trips = publication.memory?.trips { intake?.take(trips) }
            return intake?.waiting.isEmpty == false
        }
        if isDue { scheduleWrite() }
    }

    private func scheduleWrite() {
        let now = now()
        let isDue = intake.withLock { intake in
            guard let found = intake, !found.waiting.isEmpty, !found.isWriting else { return false }
            if let next = found.writesNext, now < next { return false }
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
        try? await Task.sleep(for: .seconds(1 << 30))
        if isOn { write() }
        try? await threads.shutdownGracefully()
    }

    /// Keeps trips for longer or shorter, or elsewhere, from now on.
    public func configure(_ retention: TripRetention) async {
        let old = keeping.withLock { keeping in
            defer { keeping.retention = retention }
            return keeping.retention
        }
        guard retention != old else { return }
        if old.storage == .no { threads.start() }
        keeping.withLock { keeping in
            if retention.storage != old.storage { keeping.journal = nil }
            keeping.journal?.retention = retention.maximumAge
        }
        intake.withLock { intake in
            if retention.storage == .no { intake = nil } else { intake = intake ?? Intake() }
        }
    }

    // MARK: On the writing thread

    /// Writes what waits, and removes what is too old.
    func write() {
        let now = now()
        keeping.withLock { keeping in
            let (waiting, time) = intake.withLock { ($0?.waiting ?? [], $0?.clock.time(at: now)) }
            var written = 0
            var failure: AtomicFile.WriteError?
            do throws(AtomicFile.WriteError) {
                try open(&keeping)
                for trip in waiting {
                    _ = try keeping.journal?.add(trip.withLocalTimes, at: time)
                    written += 1
                }
                let believed = intake.withLock { $0?.clock.believedTime(at: now) }
                try keeping.journal?.removeExpired(at: believed)
            } catch {
                failure = error
            }
            let next = failure == nil ? nil : now.advanced(by: Self.patience)
            let done = written
            intake.withLock { intake in
                let left = intake?.waiting.dropFirst(done) ?? []
                intake?.waiting = Array(left)
                intake?.writesNext = next
                intake?.isWriting = false
            }
            keeping.failures.tell(
                failure, of: "journal of trips", remedy: "the trips wait in memory", at: now, to: log)
        }
    }

    private func open(_ keeping: inout Keeping) throws(AtomicFile.WriteError) {
        guard keeping.journal == nil, keeping.retention.storage != .no else { return }
        let medium: any TripMedium = keeping.retention.storage == .disk ? files : TripMemory()
        keeping.journal = try TripJournal(in: medium, retention: keeping.retention.maximumAge) { complaint in
            log.warning("\(complaint)")
        }
    }

    // MARK: For readers

    /// Does something with the journal.
    private func withJournal<Result: Sendable>(
        _ body: @escaping @Sendable (inout TripJournal) throws(AtomicFile.WriteError) -> Result
    ) async throws(RequestError) -> Result {
        guard isOn else { throw .noTrips }
        do {
            let result: Result? = try await threads.runIfActive {
                try self.keeping.withLock { keeping throws(AtomicFile.WriteError) in
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

    /// The trip that goes on, and the receiver's time.
    private var present: (trip: TripRecord?, time: Timestamp?) {
        let now = now()
        return intake.withLock { ($0?.current?.withLocalTimes, $0?.clock.time(at: now)) }
    }

    /// How to answer a request for trips: chunk by chunk, so that neither their number nor a slow client costs memory.
    func reply(to request: TripsRequest, from userID: UInt32) -> Reply {
        switch request {
        case .list(let since):
            return .pieces(.jsonLines) { send throws(RequestError) in
                let (current, time) = self.present
                let start = since.start(at: time)
                let (chunks, labels) = try await self.withJournal { journal throws(AtomicFile.WriteError) in
                    (journal.chunks, try journal.labels())
                }
                for chunk in chunks {
                    let trips = try await self.trips(of: chunk)
                    let lines = trips.flatMap { trip in
                        trip.endsBefore(start) ? [] : JSONLine.encode(trip.labelled(labels[trip.id]))
                    }
                    guard lines.isEmpty ? !Task.isCancelled : await send(lines) else { return }
                }
                if let current { _ = await send(JSONLine.encode(current)) }
            }
        case .show(let id): return .later { () async throws(RequestError) in .json(try await self.trip(id)) }
        case .label(let id, var label):
            label.by = userID
            let said = label
            return .later { () async throws(RequestError) in
                let time = self.present.time
                let isKnown = try await self.withJournal { journal throws(AtomicFile.WriteError) in
                    try journal.label(id, said, at: time)
                }
                guard isKnown else { throw .unknownTrip(id) }
                return .json(try await self.trip(id))
            }
        case .verify(let hash):
            return .later { () async throws(RequestError) in
                .json(
                    try await self.withJournal { journal throws(AtomicFile.WriteError) in
                        try journal.verification(containing: hash)
                    })
            }
        }
    }

    private func trips(of chunk: Int) async throws(RequestError) -> [TripRecord] {
        try await withJournal { journal throws(AtomicFile.WriteError) in
            try journal.entries(of: chunk).compactMap(\.trip)
        }
    }

    private func trip(_ id: String) async throws(RequestError) -> TripRecord {
        if let current = present.trip, current.id == id { return current }
        let found: TripRecord? = try await withJournal { journal throws(AtomicFile.WriteError) in
            for chunk in journal.chunks {
                if let trip = try journal.entries(of: chunk).lazy.compactMap(\.trip).first(where: { $0.id == id }) {
                    return trip.labelled(try journal.labels()[id])
                }
            }
            return nil
        }
        guard let found else { throw .unknownTrip(id) }
        return found
    }
}

extension TripRecord {
    fileprivate func labelled(_ label: TripLabel?) -> TripRecord {
        var trip = self
        trip.label = label
        return trip
    }

    fileprivate func endsBefore(_ start: Timestamp?) -> Bool {
        guard let start, let time = end.timestamp else { return false }
        return time < start
    }

    /// With how far the clocks of start and end are ahead of UTC, by this machine's time zone database.
    fileprivate var withLocalTimes: TripRecord {
        var trip = self
        trip.start.findOffset()
        trip.end.findOffset()
        return trip
    }
}
