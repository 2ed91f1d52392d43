import Database
import Foundation
import TestSupport
import Testing

/// What becomes of a file that is damaged, held by somebody else, or without room. A real disk without room is what
/// `outbox-torture` fills.
@Suite("Files with databases")
struct DatabaseFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A file of notes, opened as the programs open theirs.
    private func notes(in directory: String, mostPages: Int = 1000) -> DatabaseFile<SQLiteDatabase> {
        DatabaseFile("notes.sqlite", in: directory) { path throws(SQLiteDatabase.Failure) -> SQLiteDatabase in
            let database = try SQLiteDatabase(path: path)
            try database.execute(
                """
                PRAGMA journal_mode = TRUNCATE; PRAGMA max_page_count = \(mostPages);
                CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL);
                """)
            try database.check()
            return database
        }
    }

    @Test("the file, and the directory that is made for it, are for their owner alone")
    func rights() {
        let file = notes(in: directory.file("state"))
        #expect(file.put("a"))
        #expect(directory.mode("state") == 0o700 && directory.mode("state/notes.sqlite") == 0o600)
    }

    @Test("a file that is no database is set aside, one at most, and the next use begins a new one")
    func noDatabase() throws {
        let file = notes(in: directory.path)
        for (count, line) in ["Dear diary\n", "Dear me\n"].enumerated() {
            let text = String(repeating: line, count: 1000)
            file.close()
            try directory.write("notes.sqlite", text)
            #expect(!file.put("lost"))
            #expect(file.failure?.isDamage == true)
            #expect(file.setAside == count + 1)
            #expect(directory.names == ["notes.sqlite.damaged"])
            #expect(directory.contents("notes.sqlite.damaged") == text)
            #expect(file.put("kept"))
            #expect(file.failure == nil)
            #expect(file.all == ["kept"])
        }
    }

    @Test("a file with a broken page is found out when it is opened")
    func brokenPage() throws {
        let file = notes(in: directory.path)
        #expect(file.put("a", copies: 100))
        file.close()
        // The second page, where the notes are.
        var bytes = try Data(contentsOf: URL(filePath: file.path))
        for offset in 4096..<4200 { bytes[offset] = 0xFF }
        try bytes.write(to: URL(filePath: file.path))
        #expect(file.all == nil)
        #expect(file.failure?.isDamage == true && file.setAside == 1)
        #expect(file.all?.isEmpty == true)
    }

    @Test("a database with other tables is none of ours: it is set aside as well")
    func otherTables() throws {
        let other = try SQLiteDatabase(path: directory.file("notes.sqlite"))
        try other.execute("CREATE TABLE notes (text TEXT, written INTEGER)")
        let file = notes(in: directory.path)
        #expect(!file.put("lost"))
        #expect(file.setAside == 1)
        #expect(file.put("kept"))
        #expect(file.all == ["kept"])
    }

    @Test("while somebody else holds the file it is left alone, and used again afterwards")
    func busy() throws {
        let file = notes(in: directory.path)
        #expect(file.put("first"))
        let other = try SQLiteDatabase(path: file.path)
        try other.execute("BEGIN EXCLUSIVE")
        #expect(!file.put("second"))
        #expect(file.failure?.description == "database is locked")
        #expect(file.setAside == 0)
        try other.execute("COMMIT")
        #expect(file.put("third"))
        #expect(file.failure == nil)
        #expect(file.all == ["first", "third"])
    }

    @Test("what finds no room leaves nothing behind, and the file is used as before")
    func full() {
        let file = notes(in: directory.path, mostPages: 8)
        #expect(file.put("first"))
        #expect(!file.put(String(repeating: "x", count: 5000), copies: 20))
        #expect(file.failure?.isFull == true)
        #expect(file.setAside == 0)
        #expect(file.all == ["first"])
        #expect(file.put("second"))
        #expect(file.all == ["first", "second"])
    }
}

extension DatabaseFile<SQLiteDatabase> {
    /// Adds all of these notes or none. Whether it has.
    fileprivate func put(_ text: String, copies: Int = 1) -> Bool {
        let done: Void? = attempt { database throws(SQLiteDatabase.Failure) -> Void in
            try database.transaction { () throws(SQLiteDatabase.Failure) in
                for _ in 0..<copies { try database.run("INSERT INTO notes VALUES (?)", [.text(text)]) }
            }
        }
        return done != nil
    }

    /// All notes; nil when they cannot be read.
    fileprivate var all: [String]? {
        attempt { database throws(SQLiteDatabase.Failure) -> [String] in
            try database.rows("SELECT text FROM notes ORDER BY rowid") { $0.text(0) }
        }
    }
}
