import Database
public import PlacemarkModel

/// What goes into the queues, and what comes out of them.
extension Outbox {
    /// In which order a queue is emptied.
    public enum Order: String, CaseIterable, Sendable {
        case oldestFirst = "oldest-first"
        /// The newest reports first, in their own order, and then the past.
        case newestFirst = "newest-first"
    }

    /// Something that happened, and the sinks that are to be told of it.
    public struct Entry: Hashable, Sendable {
        public var happening: Happening
        public var sinks: [String]

        public init(_ happening: Happening, for sinks: [String]) {
            (self.happening, self.sinks) = (happening, sinks)
        }
    }

    /// Keeps something that happened for these sinks, as `put(_:)` does.
    @discardableResult
    public func put(_ happening: Happening, for sinks: [String]) -> Bool { put([Entry(happening, for: sinks)]) }

    /// Keeps what happened, in this order. When it returns true, all is safe in the file of each sink whose `Retention` has
    /// taken it; false when the file cannot be written, and then none of it is.
    ///
    /// - Parameters:
    ///   - heardUntil: noted together with it, so that the next run does not ask the daemon for what is here.
    ///   - trips: likewise, so that no trip is told twice or left out.
    ///   - guarding: likewise, for the events of the guard.
    @discardableResult
    public func put(
        _ entries: [Entry], heardUntil: BootInstant? = nil, trips: TripsTold? = nil, guarding: GuardTold? = nil
    ) -> Bool {
        let entries = entries.filter { !$0.sinks.isEmpty }
        guard !entries.isEmpty || trips != nil || guarding != nil else { return true }
        if store(entries, heardUntil, trips, guarding) { return true }
        // Another file, or room that the oldest reports leave: both are worth a second attempt.
        if isFull { giveUpOldest(of: Set(entries.flatMap(\.sinks)).sorted()) }
        if store(entries, heardUntil, trips, guarding) { return true }
        unwritten += entries.reduce(0) { $0 + $1.sinks.count }
        return false
    }

    private func store(
        _ entries: [Entry], _ heardUntil: BootInstant?, _ trips: TripsTold?, _ guarding: GuardTold?
    ) -> Bool {
        let heard = heardUntil.map(heard(at:))
        return attempt { file throws(SQLiteDatabase.Failure) -> Void in
            isFull = false
            do throws(SQLiteDatabase.Failure) {
                try file.transaction(isDurable: true) { () throws(SQLiteDatabase.Failure) in
                    for entry in entries {
                        guard let report = OutboxRow(entry.happening, boot: file.bootRow) else { continue }
                        let sequence = try file.takeSequence()
                        for sink in entry.sinks {
                            try file.put(report, sequence, for: sink, retention[sink] ?? Retention())
                        }
                    }
                    if let heard { try file.note(heard, as: "heard") }
                    if let trips { try file.note(trips, as: "trips") }
                    if let guarding { try file.note(guarding, as: "guard") }
                }
            } catch {
                isFull = error.isFull
                file.sequencesWereUndone()
                try? file.count()
                throw error
            }
        } != nil
    }

    /// Makes room on a full disk by the rule of each queue. SQLite's log must be emptied before there is any.
    private func giveUpOldest(of sinks: [String]) {
        attempt { file throws(SQLiteDatabase.Failure) in
            _ = try? file.database.execute("PRAGMA wal_checkpoint(RESTART)")
            for sink in sinks where (retention[sink] ?? Retention()).victim == .oldest {
                try file.transaction(isDurable: false) { () throws(SQLiteDatabase.Failure) in
                    try file.drop(oldest: 64, bytes: 0, of: try file.row(of: sink))
                }
            }
            _ = try? file.database.execute("PRAGMA wal_checkpoint(RESTART)")
        }
    }

    /// The reports that are to be sent next, in the order in which they are to be sent; none while there is nothing to send,
    /// or the file cannot be read.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - sizeLimitInBytes: how large all of them may be together; the first one comes in any case.
    public func waiting(
        for sink: String, _ order: Order, limit: Int, sizeLimitInBytes: Int = 1 << 20
    ) -> [Report] {
        let known = bootTime
        let found: (reports: [Report], damaged: Int)? = attempt { file throws(SQLiteDatabase.Failure) in
            let row = try file.row(of: sink)
            var (reports, broken, bytes): ([Report], [Int], Int) = ([], [], 0)
            for candidate in try file.rows(of: row, order, limit: limit) {
                guard let happening = candidate.report?.happening,
                    let id = ReportIdentity(outbox: file.identity, sequence: Int64(candidate.sequence))
                else {
                    broken.append(candidate.sequence)
                    continue
                }
                bytes += candidate.report?.size ?? 0
                guard reports.isEmpty || bytes <= sizeLimitInBytes else { break }
                let isPresent = candidate.report?.boot == file.bootRow
                reports.append(happening.report(id, boot: isPresent ? known : candidate.bootTime))
            }
            try file.remove(broken, of: row, countingAs: "dropped")
            return (order == .oldestFirst ? reports : reports.reversed(), broken.count)
        }
        damaged += found?.damaged ?? 0
        return found?.reports ?? []
    }

    /// The receiver has these: they are forgotten.
    ///
    /// - Parameter now: by the wall clock.
    public func acknowledge(_ reports: [ReportIdentity], of sink: String, at now: Timestamp) {
        remove(reports, of: sink, countingAs: "acknowledged") { file, row throws(SQLiteDatabase.Failure) in
            try file.database.run(
                "UPDATE sinks SET acknowledgedAt = ? WHERE row = ?",
                [.integer(Int(now.nanosecondsSinceEpoch)), .integer(row)])
        }
    }

    /// The receiver will never take this one: it goes aside, where it stays for whoever looks for it.
    public func refuse(_ report: ReportIdentity, of sink: String, reason: String) {
        remove([report], of: sink, countingAs: "refused") { file, row throws(SQLiteDatabase.Failure) in
            try file.putAside(Int(report.sequence), of: row, reason: reason)
        }
    }

    private func remove(
        _ reports: [ReportIdentity], of sink: String, countingAs column: String,
        _ before: (OpenOutbox, Int) throws(SQLiteDatabase.Failure) -> Void
    ) {
        guard !reports.isEmpty else { return }
        attempt { file throws(SQLiteDatabase.Failure) in
            let row = try file.row(of: sink)
            let own = reports.filter { $0.outbox == file.identity }.map { Int($0.sequence) }
            try file.transaction(isDurable: false) { () throws(SQLiteDatabase.Failure) in
                try before(file, row)
                try file.remove(own, of: row, countingAs: column)
            }
            try file.shrink()
        }
    }

    /// Drops what is older than each queue keeps it. Returns how many reports those were.
    @discardableResult
    public func dropExpired(at now: Timestamp) -> Int {
        let known = bootTime
        return attempt { file throws(SQLiteDatabase.Failure) in
            var dropped = 0
            for sink in file.sinkNames {
                let age = (retention[sink] ?? Retention()).maximumAge
                guard let limit = now.advanced(by: .zero - age) else { continue }
                dropped += try file.dropExpired(before: limit, of: try file.row(of: sink), presentBoot: known)
            }
            return dropped
        } ?? 0
    }
}
