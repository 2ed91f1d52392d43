import Database
import FoundationEssentials
public import PlacemarkModel

/// How the queues are, and what the reporter knows of itself from one run to the next.
extension Outbox {
    /// The queue of one sink. The totals count from the first report of this file on.
    public struct QueueState: Hashable, Sendable {
        public var waiting = 0
        public var sizeInBytes = 0
        /// When the oldest report in the queue happened; nil when the queue is empty.
        public var oldest: Timestamp?
        /// Refused reports that are kept aside.
        public var aside = 0
        public var acknowledged = 0
        public var lastAcknowledgedAt: Timestamp?
        public var refused = 0
        public var dropped = 0

        public init() {}
    }

    /// The names of all sinks that have ever had a report in this file.
    public var sinks: [String] { attempt { $0.sinkNames } ?? [] }

    /// The queue of a sink; nil when the file cannot be read.
    public func state(of sink: String) -> QueueState? {
        let oldest = waiting(for: sink, .oldestFirst, limit: 1).first?.happenedAt
        return attempt { file throws(SQLiteDatabase.Failure) in
            let row = try file.row(of: sink)
            var state = QueueState()
            (state.waiting, state.sizeInBytes) = (file.load(of: row).count, file.load(of: row).sizeInBytes)
            state.oldest = oldest
            state.aside =
                try file.database.rows("SELECT count(*) FROM aside WHERE sink = ?", [.integer(row)]) { $0.integer(0) }
                .first ?? 0
            let totals = try file.database.rows(
                "SELECT acknowledged, acknowledgedAt, refused, dropped FROM sinks WHERE row = ?", [.integer(row)]
            ) { row in
                (
                    row.integer(0), row.isNull(1) ? nil : Timestamp(nanosecondsSinceEpoch: Int64(row.integer(1))),
                    row.integer(2), row.integer(3)
                )
            }
            if let first = totals.first {
                (state.acknowledged, state.lastAcknowledgedAt, state.refused, state.dropped) = first
            }
            return state
        }
    }

    /// How many reports a queue holds.
    public func count(of sink: String) -> Int {
        attempt { file throws(SQLiteDatabase.Failure) in file.load(of: try file.row(of: sink)).count } ?? 0
    }

    /// Whether a report is still in the queue of a sink.
    public func isWaiting(_ report: ReportIdentity, for sink: String) -> Bool {
        attempt { file throws(SQLiteDatabase.Failure) in
            try file.database.rows(
                "SELECT 1 FROM reports WHERE sink = ? AND sequence = ?",
                [.integer(try file.row(of: sink)), .integer(Int(report.sequence))]
            ) { _ in true }.first ?? false
        } ?? false
    }

    /// Forgets all reports, also those aside, of one sink or of all. Returns how many there were; nil when the file cannot
    /// be written. Nothing of them is left in the file.
    public func clear(_ sink: String? = nil) -> Int? {
        attempt { file throws(SQLiteDatabase.Failure) in
            var count = 0
            try file.transaction(isDurable: true) { () throws(SQLiteDatabase.Failure) in
                for name in sink.map({ [$0] }) ?? file.sinkNames {
                    let row = SQLiteDatabase.Value.integer(try file.row(of: name))
                    for table in ["reports", "aside"] {
                        try file.database.run("DELETE FROM \(table) WHERE sink = ?", [row])
                        count += file.database.changes
                    }
                }
            }
            try file.count()
            try file.database.execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
            return count
        }
    }

    /// Until when the reporter has heard the daemon, for the next run.
    public struct Heard: Codable, Hashable, Sendable {
        public var boot: String
        public var instant: BootInstant
        /// By civil time; nil while that was not known.
        public var time: Timestamp?

        public init(boot: String, instant: BootInstant, time: Timestamp?) {
            (self.boot, self.instant, self.time) = (boot, instant, time)
        }
    }

    /// As the last run has left it; nil when there was none.
    public var lastHeard: Heard? { fact("heard") }

    /// The trips that have been told, as the last `put` has left them; nil when no trip ever was.
    public var tripsTold: TripsTold? { fact("trips") }

    /// The events of the guard that have been told, likewise; nil when nobody has ever looked at the guard.
    public var guardTold: GuardTold? { fact("guard") }

    private func fact<Fact: Decodable>(_ name: String) -> Fact? {
        let texts = attempt { file throws(SQLiteDatabase.Failure) in
            try file.database.rows("SELECT value FROM facts WHERE name = ?", [.text(name)]) { $0.text(0) }
        }
        return texts?.first.flatMap { try? JSONDecoder().decode(Fact.self, from: Data($0.utf8)) }
    }

    /// Notes that the reporter hears the daemon. Not worth an fsync(2): after a loss of power it is a little earlier.
    public func note(heardAt now: BootInstant) {
        let heard = heard(at: now)
        attempt { file throws(SQLiteDatabase.Failure) in
            try file.transaction(isDurable: false) { () throws(SQLiteDatabase.Failure) in
                try file.note(heard, as: "heard")
            }
        }
    }

    func heard(at instant: BootInstant) -> Heard {
        Heard(boot: boot, instant: instant, time: bootTime.isSuspect ? nil : bootTime.time(of: instant))
    }
}

extension OpenOutbox {
    /// Notes what is for the next run. Within a transaction.
    func note(_ fact: some Encodable, as name: String) throws(SQLiteDatabase.Failure) {
        guard let json = try? JSONEncoder().encode(fact) else { return }
        try database.run(
            "UPDATE facts SET value = ? WHERE name = ?", [.text(String(decoding: json, as: UTF8.self)), .text(name)])
    }
}
