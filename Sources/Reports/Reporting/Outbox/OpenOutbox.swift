import Database
import PlacemarkModel

/// The file of an outbox while it is open: its tables, its numbers, and how much each queue holds.
///
/// The journal is a write-ahead log: one fsync(2) for each report instead of three, and the report is safe when it
/// returns. Only one process may have the file open, which needs no shared memory then.
final class OpenOutbox {
    let database: SQLiteDatabase
    let identity: String
    /// The row of the present boot.
    let bootRow: Int
    private(set) var loads: [Int: Retention.Load] = [:]
    private var sinkRows: [String: Int] = [:]
    private var nextSequence: Int64
    private var reservedSequences: Int64
    /// What the file knows of the present boot's time.
    private(set) var bootTime: BootTime
    private var isSynchronous = false

    /// How many numbers are reserved in one write. So many are left out after a crash at most.
    private static let reservation: Int64 = 1000

    /// What a row takes beside its content: its other columns, and its share of the pages.
    static let rowBytes = 48

    /// Tells our files from others; the last byte is the version of the tables.
    private static let applicationID = 0x504D_5201

    init(path: String, boot: String) throws(SQLiteDatabase.Failure) {
        let database = try SQLiteDatabase(path: path)
        self.database = database
        // The lock comes first: what looks into the file before it makes SQLite share memory for the journal of a killed run.
        try database.execute(
            """
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -512; PRAGMA temp_store = MEMORY;
            PRAGMA wal_autocheckpoint = 256; PRAGMA journal_size_limit = 2097152;
            """)
        let identifier = try database.rows("PRAGMA application_id") { $0.integer(0) }.first ?? 0
        let isNew = try database.rows("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == [0]
        guard isNew || identifier == OpenOutbox.applicationID else { throw .damage }
        try database.transaction { () throws(SQLiteDatabase.Failure) in
            try database.execute("PRAGMA application_id = \(Self.applicationID);" + Self.tables)
        }
        try database.check()

        var random = SystemRandomNumberGenerator()
        try database.run(
            "INSERT OR IGNORE INTO facts (name, value) VALUES ('identity', ?), ('reserved', 1), ('heard', NULL),"
                + " ('trips', NULL), ('guard', NULL)",
            [.text(ReportIdentity.newOutbox(using: &random))])
        let identity = try database.rows("SELECT value FROM facts WHERE name = 'identity'") { $0.text(0) }.first ?? ""
        guard ReportIdentity(outbox: identity, sequence: 1) != nil else { throw .damage }
        self.identity = identity
        nextSequence = Int64(
            try database.rows("SELECT value FROM facts WHERE name = 'reserved'") { $0.integer(0) }.first ?? 0)
        guard nextSequence > 0 else { throw .damage }
        reservedSequences = nextSequence

        try database.run("INSERT OR IGNORE INTO boots (boot) VALUES (?)", [.text(boot)])
        let known = try database.rows("SELECT row, machine, receiver FROM boots WHERE boot = ?", [.text(boot)]) {
            (row: $0.integer(0), time: Self.bootTime($0, machine: 1, receiver: 2))
        }
        guard let known = known.first else { throw .damage }
        bootRow = known.row
        bootTime = known.time
        for (row, name) in try database.rows("SELECT row, name FROM sinks", read: { ($0.integer(0), $0.text(1)) }) {
            sinkRows[name] = row
        }
        try count()
        try forgetOldBoots()
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS boots (row INTEGER PRIMARY KEY, boot TEXT NOT NULL UNIQUE, machine INTEGER,
        receiver INTEGER);
        CREATE TABLE IF NOT EXISTS sinks (row INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
        acknowledged INTEGER NOT NULL DEFAULT 0, acknowledgedAt INTEGER, refused INTEGER NOT NULL DEFAULT 0,
        dropped INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE IF NOT EXISTS reports (sink INTEGER NOT NULL, sequence INTEGER NOT NULL, boot INTEGER NOT NULL,
        moment INTEGER NOT NULL, kind TEXT NOT NULL, crc INTEGER NOT NULL, content BLOB NOT NULL,
        PRIMARY KEY (sink, sequence)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS aside (sink INTEGER NOT NULL, sequence INTEGER NOT NULL, boot INTEGER NOT NULL,
        moment INTEGER NOT NULL, kind TEXT NOT NULL, crc INTEGER NOT NULL, content BLOB NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (sink, sequence)) WITHOUT ROWID;
        """

    /// The time of a boot as two columns have it.
    static func bootTime(_ row: SQLiteDatabase.Columns, machine: Int32, receiver: Int32) -> BootTime {
        func time(_ column: Int32) -> Timestamp? {
            row.isNull(column) ? nil : Timestamp(nanosecondsSinceEpoch: Int64(row.integer(column)))
        }
        return BootTime(byMachine: time(machine), byReceiver: time(receiver))
    }

    /// Does all of `body` or nothing, and returns when it is safe.
    ///
    /// - Parameter isDurable: whether a loss of power may undo it. It never undoes what was durable before.
    func transaction<Result>(
        isDurable: Bool, _ body: () throws(SQLiteDatabase.Failure) -> Result
    ) throws(SQLiteDatabase.Failure) -> Result {
        if isDurable != isSynchronous {
            try database.execute("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
            isSynchronous = isDurable
        }
        return try database.transaction(body)
    }

    /// Numbers for as many reports. They are reserved in a transaction of their own, which must be durable before the first
    /// of them leaves the machine: that of the report is.
    func takeSequence() throws(SQLiteDatabase.Failure) -> Int64 {
        if nextSequence >= reservedSequences {
            let end = nextSequence + Self.reservation
            try database.run("UPDATE facts SET value = ? WHERE name = 'reserved'", [.integer(Int(end))])
            reservedSequences = end
        }
        defer { nextSequence += 1 }
        return nextSequence
    }

    /// To be called when a transaction with `takeSequence` in it was undone: the reservation may be undone as well.
    func sequencesWereUndone() { reservedSequences = nextSequence }

    /// The row of a sink, which is made when there is none.
    func row(of sink: String) throws(SQLiteDatabase.Failure) -> Int {
        if let row = sinkRows[sink] { return row }
        try database.run("INSERT OR IGNORE INTO sinks (name) VALUES (?)", [.text(sink)])
        let rows = try database.rows("SELECT row FROM sinks WHERE name = ?", [.text(sink)]) { $0.integer(0) }
        guard let row = rows.first else { throw .damage }
        sinkRows[sink] = row
        return row
    }

    /// The names of all sinks that ever had a report here.
    var sinkNames: [String] { sinkRows.keys.sorted() }

    /// Keeps the time of this boot when it is news.
    func keep(_ time: BootTime) throws(SQLiteDatabase.Failure) {
        guard bootTime.isNews(beside: time) else { return }
        func column(_ time: Timestamp?) -> SQLiteDatabase.Value {
            time.map { .integer(Int($0.nanosecondsSinceEpoch)) } ?? .null
        }
        try transaction(isDurable: false) { () throws(SQLiteDatabase.Failure) in
            try database.run(
                "UPDATE boots SET machine = ?, receiver = ? WHERE row = ?",
                [column(time.byMachine), column(time.byReceiver), .integer(bootRow)])
        }
        bootTime = time
    }

    /// Counts what each queue holds, after something else than `changeLoad` has changed it.
    func count() throws(SQLiteDatabase.Failure) {
        loads = [:]
        let rows = try database.rows("SELECT sink, count(*), total(length(content)) FROM reports GROUP BY sink") {
            ($0.integer(0), $0.integer(1), $0.integer(2))
        }
        for (sink, count, bytes) in rows {
            loads[sink] = Retention.Load(count: count, sizeInBytes: bytes + count * Self.rowBytes)
        }
    }

    func load(of sink: Int) -> Retention.Load { loads[sink] ?? Retention.Load() }

    func changeLoad(of sink: Int, count: Int, bytes: Int) {
        loads[sink, default: Retention.Load()].count += count
        loads[sink, default: Retention.Load()].sizeInBytes += bytes
    }

    /// Boots of which there is no report any more.
    private func forgetOldBoots() throws(SQLiteDatabase.Failure) {
        try database.run(
            """
            DELETE FROM boots WHERE row != ? AND row NOT IN (SELECT boot FROM reports)
            AND row NOT IN (SELECT boot FROM aside)
            """, [.integer(bootRow)])
    }

    /// Gives room back to the disk that a long queue has left, a little at a time.
    func shrink() throws(SQLiteDatabase.Failure) {
        let free = try database.rows("PRAGMA freelist_count") { $0.integer(0) }.first ?? 0
        if free > 512 { try database.execute("PRAGMA incremental_vacuum(256)") }
    }
}
