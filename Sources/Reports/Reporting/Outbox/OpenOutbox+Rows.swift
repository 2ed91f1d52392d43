import Database
import PlacemarkModel

/// The rows of the queues.
extension OpenOutbox {
    /// A row of a queue; `report` is nil where it is damaged.
    struct Row {
        let sequence: Int
        let report: OutboxRow?
        let bootTime: BootTime
    }

    /// How many refused reports of a sink are kept, the newest.
    private static let mostAside = 1000
    private static let columns = "boot, moment, kind, crc, content"

    /// The first or the last rows of a queue, beginning with the outermost.
    func rows(of sink: Int, _ order: Outbox.Order, limit: Int) throws(SQLiteDatabase.Failure) -> [Row] {
        try database.rows(
            """
            SELECT sequence, reports.boot, moment, kind, crc, content, machine, receiver
            FROM reports LEFT JOIN boots ON boots.row = reports.boot WHERE sink = ?
            ORDER BY sequence \(order == .oldestFirst ? "ASC" : "DESC") LIMIT ?
            """, [.integer(sink), .integer(max(1, limit))]
        ) { row in
            Row(
                sequence: row.integer(0), report: OutboxRow(row, first: 1),
                bootTime: Self.bootTime(row, machine: 6, receiver: 7))
        }
    }

    /// Puts a report into the queue of a sink as far as its bounds allow. Within a transaction.
    func put(
        _ report: OutboxRow, _ sequence: Int64, for sink: String, _ retention: Retention
    ) throws(SQLiteDatabase.Failure) {
        let row = try self.row(of: sink)
        switch retention.admission(of: report.size, to: load(of: row)) {
        case .admit: break
        case .makeRoom(let count, let bytes): try drop(oldest: count, bytes: bytes, of: row)
        case .turnAway: return try database.run("UPDATE sinks SET dropped = dropped + 1 WHERE row = ?", [.integer(row)])
        }
        try database.run(
            "INSERT INTO reports (sink, sequence, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [.integer(row), .integer(Int(sequence))] + report.columns)
        changeLoad(of: row, count: 1, bytes: report.size)
    }

    /// Drops the oldest reports of a queue: so many, and so many bytes, at least. Within a transaction.
    func drop(oldest count: Int, bytes: Int, of sink: Int) throws(SQLiteDatabase.Failure) {
        var (victims, freed): ([Int], Int) = ([], 0)
        while victims.count < count || freed < bytes {
            let rows = try database.rows(
                "SELECT sequence, length(content) FROM reports WHERE sink = ? AND sequence > ? ORDER BY sequence LIMIT 64",
                [.integer(sink), .integer(victims.last ?? 0)]
            ) { ($0.integer(0), $0.integer(1)) }
            guard !rows.isEmpty else { break }
            for (sequence, size) in rows where victims.count < count || freed < bytes {
                victims.append(sequence)
                freed += size + Self.rowBytes
            }
        }
        try remove(victims, of: sink, countingAs: "dropped")
    }

    /// Removes rows of a queue, and adds their number to a column of its sink. Those that are not there do not count.
    func remove(_ sequences: [Int], of sink: Int, countingAs column: String) throws(SQLiteDatabase.Failure) {
        var removed = 0
        for sequence in sequences {
            let sizes = try database.rows(
                "DELETE FROM reports WHERE sink = ? AND sequence = ? RETURNING length(content)",
                [.integer(sink), .integer(sequence)]
            ) { $0.integer(0) }
            for size in sizes { changeLoad(of: sink, count: -1, bytes: -(size + Self.rowBytes)) }
            removed += sizes.count
        }
        guard removed > 0 else { return }
        try database.run(
            "UPDATE sinks SET \(column) = \(column) + ? WHERE row = ?", [.integer(removed), .integer(sink)])
    }

    /// Copies a row to where it does not stand in the way. Within a transaction.
    func putAside(_ sequence: Int, of sink: Int, reason: String) throws(SQLiteDatabase.Failure) {
        try database.run(
            """
            INSERT OR REPLACE INTO aside (sink, sequence, \(Self.columns), reason)
            SELECT sink, sequence, \(Self.columns), ? FROM reports WHERE sink = ? AND sequence = ?
            """, [.text(reason), .integer(sink), .integer(sequence)])
        try database.run(
            """
            DELETE FROM aside WHERE sink = ? AND sequence <=
            (SELECT sequence FROM aside WHERE sink = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?)
            """, [.integer(sink), .integer(sink), .integer(Self.mostAside)])
    }

    /// Drops the first rows of a queue as long as they are older. Returns how many they were.
    ///
    /// A row whose time nobody knows is at least as old as the next one that has a time, and as the present boot unless it is of
    /// that: it goes with them, and does not keep those behind it.
    ///
    /// - Parameter known: of the present boot.
    func dropExpired(
        before limit: Timestamp, of sink: Int, presentBoot known: BootTime
    ) throws(SQLiteDatabase.Failure) -> Int {
        var boots: [Int: BootTime] = [:]
        for (row, time) in try database.rows(
            "SELECT row, machine, receiver FROM boots",
            read: { ($0.integer(0), Self.bootTime($0, machine: 1, receiver: 2)) })
        { boots[row] = time }
        boots[bootRow] = known
        let isBootExpired = !known.isSuspect && known.start < limit
        /// Nil where nobody knows.
        func isExpired(_ boot: Int, _ moment: Int) -> Bool? {
            if boot == OutboxRow.noBoot { return Int64(moment) < limit.nanosecondsSinceEpoch }
            guard let time = boots[boot], !time.isSuspect else {
                return boot != bootRow && isBootExpired ? true : nil
            }
            return time.time(of: BootInstant(sinceBoot: .nanoseconds(Int64(moment)))) < limit
        }
        var (expired, undecided, last): ([Int], [Int], Int) = ([], [], 0)
        search: while true {
            // Without their contents: the queue may be long.
            let page = try database.rows(
                "SELECT sequence, boot, moment FROM reports WHERE sink = ? AND sequence > ? ORDER BY sequence LIMIT 256",
                [.integer(sink), .integer(last)]
            ) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
            guard !page.isEmpty else { break }
            for (sequence, boot, moment) in page {
                last = sequence
                undecided.append(sequence)
                switch isExpired(boot, moment) {
                case nil: continue
                case false?: break search
                case true?:
                    expired += undecided
                    undecided = []
                }
            }
        }
        for start in stride(from: 0, to: expired.count, by: 256) {
            try transaction(isDurable: false) { () throws(SQLiteDatabase.Failure) in
                try remove(Array(expired[start...].prefix(256)), of: sink, countingAs: "dropped")
            }
        }
        return expired.count
    }
}
