import Database
import FoundationEssentials
import Glibc
import PlacemarkCore

/// The answers of the provider, kept in a file: an answer from here costs no request.
///
/// The cache is a convenience: a file that is damaged, full, locked or not there is done without, and never the reason that
/// a client gets no answer. Lifetimes go by the wall clock, the only one that runs on while the machine is off; an answer
/// from the future has expired, so a clock that is set costs requests and never keeps an answer for longer.
final class PlaceCache {
    struct Settings: Hashable, Sendable {
        var hitLifetime: Duration = .seconds(30 * 86_400)
        /// Of the answer that no place is known there.
        var missLifetime: Duration = .seconds(1800)
        /// Of the file; 0 for no cache.
        var maximumSizeInBytes = 16 << 20
    }

    private let settings: Settings
    private let directory: String
    private let path: String
    private var database: SQLiteDatabase?
    private(set) var figures = GeocoderHealthReport.Cache()

    /// What a row takes beside its key and value, with its share of the index: measured with 100,000 rows.
    private static let rowBytes = 96
    /// Of the file, in answers: the rest is SQLite's, and room that deleted rows have left.
    private static let usableShare = 0.7
    /// How much is made free at once, so that not every answer has to.
    private static let freedShare = 0.05
    /// How often it is written down that an answer is in use.
    private static let usePrecisionInSeconds = 3600

    /// - Parameter directory: where the file lies, which is made when it is not there.
    init(_ settings: Settings, directory: String) {
        self.settings = settings
        self.directory = directory
        path = directory + "/cache.sqlite"
        if settings.maximumSizeInBytes > 0 { attempt { _ in } }
    }

    /// The answer to a question; empty for the answer that there is no such place, nil when it must be asked.
    func places(for key: String, at now: Timestamp) -> [FoundPlace]? {
        let seconds = Self.seconds(now)
        let found: [FoundPlace]?? = attempt { database throws(SQLiteDatabase.Failure) in
            let rows = try database.rows(
                "SELECT value, used FROM answers WHERE key = ? AND expires > ? AND stored <= ?",
                [.text(key), .integer(seconds), .integer(seconds)]
            ) { (value: $0.blob(0), used: $0.integer(1)) }
            guard let row = rows.first,
                let places = try? JSONDecoder().decode([FoundPlace].self, from: Data(row.value))
            else { return nil }
            if abs(seconds - row.used) > Self.usePrecisionInSeconds {
                // Where it cannot be written down, the answer is as good.
                try? database.run("UPDATE answers SET used = ? WHERE key = ?", [.integer(seconds), .text(key)])
            }
            return places
        }
        guard let places = found ?? nil else {
            figures.misses += 1
            return nil
        }
        figures.hits += 1
        return places
    }

    /// Keeps an answer; empty for the one that there is no such place.
    func store(_ places: [FoundPlace], for key: String, at now: Timestamp) {
        let lifetime = places.isEmpty ? settings.missLifetime : settings.hitLifetime
        guard lifetime > .zero, let value = try? JSONEncoder().encode(places) else { return }
        let size = value.count + key.utf8.count + Self.rowBytes
        let seconds = Self.seconds(now)
        attempt { database throws(SQLiteDatabase.Failure) in
            try self.makeRoom(for: size, in: database)
            try database.run(
                """
                INSERT OR REPLACE INTO answers (key, value, stored, expires, used, size) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(key), .blob(Array(value)), .integer(seconds),
                    .integer(seconds + Int(lifetime.components.seconds)), .integer(seconds), .integer(size),
                ])
            try self.count(in: database)
        }
    }

    /// Forgets all answers. Returns how many there were; nil when it cannot.
    func clear() -> Int? {
        attempt { database throws(SQLiteDatabase.Failure) in
            try database.run("DELETE FROM answers")
            let count = database.changes
            // What was deleted is no longer in the file.
            try database.execute("VACUUM")
            try self.count(in: database)
            return count
        }
    }

    /// The least recently used go first.
    private func makeRoom(for size: Int, in database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
        let usable = Int(Double(settings.maximumSizeInBytes) * Self.usableShare)
        guard figures.sizeInBytes + size > usable else { return }
        let excess = figures.sizeInBytes + size - usable + Int(Double(usable) * Self.freedShare)
        try database.run(
            """
            DELETE FROM answers WHERE key IN (SELECT key FROM
            (SELECT key, sum(size) OVER (ORDER BY used, stored, key) - size AS before FROM answers) WHERE before < ?)
            """, [.integer(excess)])
    }

    private func count(in database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
        let rows = try database.rows("SELECT count(*), total(size) FROM answers") { ($0.integer(0), $0.integer(1)) }
        (figures.entries, figures.sizeInBytes) = rows.first ?? (0, 0)
    }

    /// Does something with the database, which is opened when it is not. Nil when that fails; next time it is tried again.
    @discardableResult
    private func attempt<Result>(
        _ body: (SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Result
    ) -> Result? {
        guard settings.maximumSizeInBytes > 0 else { return nil }
        do throws(SQLiteDatabase.Failure) {
            let result = try body(try opened())
            figures.failure = nil
            return result
        } catch {
            figures.failure = "\(error)"
            if error.isDamage { setAside() }
            return nil
        }
    }

    private func opened() throws(SQLiteDatabase.Failure) -> SQLiteDatabase {
        if let database { return database }
        mkdir(directory, 0o700)
        let fresh = try SQLiteDatabase(path: path)
        // For nobody else: it tells where this machine has been.
        chmod(path, 0o600)
        try fresh.execute(
            """
            PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
            PRAGMA cache_size = -512; PRAGMA temp_store = MEMORY;
            PRAGMA max_page_count = \(max(16, settings.maximumSizeInBytes / 4096));
            CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, value BLOB NOT NULL, stored INTEGER NOT NULL,
            expires INTEGER NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
            """)
        try fresh.check()
        try count(in: fresh)
        database = fresh
        return fresh
    }

    /// Keeps the damaged file for whoever wants to look at it, one at most, and begins a new one with the next answer.
    private func setAside() {
        database = nil
        figures.setAside += 1
        unlink(path + "-journal")
        if rename(path, path + ".damaged") != 0 { unlink(path) }
        (figures.entries, figures.sizeInBytes) = (0, 0)
    }

    private static func seconds(_ now: Timestamp) -> Int { Int(now.nanosecondsSinceEpoch / 1_000_000_000) }
}
