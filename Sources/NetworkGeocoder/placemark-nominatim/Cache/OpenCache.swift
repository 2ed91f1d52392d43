import Database

/// The file of the cache while it is open: its table, and how much it holds.
final class OpenCache {
    let database: SQLiteDatabase
    private(set) var entries = 0
    /// Of the answers; the file is larger.
    private(set) var sizeInBytes = 0
    private let maximumSizeInBytes: Int

    /// What a row takes beside its key and value, with its share of the index: measured with 100,000 rows.
    private static let rowBytes = 96
    /// Of the file, in answers: the rest is SQLite's, and room that deleted rows have left.
    private static let usableShare = 0.7
    /// How much is made free at once, so that not every answer has to.
    private static let freedShare = 0.05

    /// - Parameter maximumSizeInBytes: of the file.
    init(path: String, maximumSizeInBytes: Int) throws(SQLiteDatabase.Failure) {
        database = try SQLiteDatabase(path: path)
        self.maximumSizeInBytes = maximumSizeInBytes
        try database.execute(
            """
            PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
            PRAGMA cache_size = -512; PRAGMA temp_store = MEMORY;
            PRAGMA max_page_count = \(max(16, maximumSizeInBytes / 4096));
            CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, value BLOB NOT NULL, stored INTEGER NOT NULL,
            expires INTEGER NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
            """)
        try database.check()
        try count()
    }

    /// Keeps an answer, and drops those that were used least recently when there is no room for it.
    ///
    /// - Parameters:
    ///   - now: in seconds since 1970.
    ///   - end: when the answer has expired.
    func store(_ value: [UInt8], for key: String, at now: Int, until end: Int) throws(SQLiteDatabase.Failure) {
        let size = value.count + key.utf8.count + Self.rowBytes
        try makeRoom(for: size)
        try database.run(
            "INSERT OR REPLACE INTO answers (key, value, stored, expires, used, size) VALUES (?, ?, ?, ?, ?, ?)",
            [.text(key), .blob(value), .integer(now), .integer(end), .integer(now), .integer(size)])
        try count()
    }

    /// Deletes answers, and overwrites them. Of one that SQLite has moved within the file before, a copy may stay until the room
    /// is used again: a VACUUM would take as much memory as the file is large.
    ///
    /// - Parameters:
    ///   - now: what has expired by then goes.
    ///   - oldest: so does what was stored then or before, whenever it was to expire.
    ///   - newest: and what was stored later than that.
    func deleteAnswers(
        expiredAt now: Int, storedUpTo oldest: Int, storedAfter newest: Int
    ) throws(SQLiteDatabase.Failure) {
        try database.run(
            "DELETE FROM answers WHERE expires <= ? OR stored <= ? OR stored > ?",
            [.integer(now), .integer(oldest), .integer(newest)])
        try count()
    }

    /// Forgets all answers. Returns how many there were.
    func clear() throws(SQLiteDatabase.Failure) -> Int {
        try database.run("DELETE FROM answers")
        let cleared = database.changes
        // What was deleted is no longer in the file.
        try database.execute("VACUUM")
        try count()
        return cleared
    }

    private func makeRoom(for size: Int) throws(SQLiteDatabase.Failure) {
        let usable = Int(Double(maximumSizeInBytes) * Self.usableShare)
        guard sizeInBytes + size > usable else { return }
        let excess = sizeInBytes + size - usable + Int(Double(usable) * Self.freedShare)
        try database.run(
            """
            DELETE FROM answers WHERE key IN (SELECT key FROM
            (SELECT key, sum(size) OVER (ORDER BY used, stored, key) - size AS before FROM answers) WHERE before < ?)
            """, [.integer(excess)])
    }

    private func count() throws(SQLiteDatabase.Failure) {
        let rows = try database.rows("SELECT count(*), total(size) FROM answers") { ($0.integer(0), $0.integer(1)) }
        (entries, sizeInBytes) = rows.first ?? (0, 0)
    }
}
