import CSQLite

/// A database of SQLite, through its C interface: the few calls that the programs around the daemon need. For one actor or
/// thread alone.
package final class SQLiteDatabase {
    /// What SQLite says, without the values of a statement.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let code: Int32
        package var description: String { String(cString: sqlite3_errstr(code)) }

        /// What SQLite says of a file that it finds broken.
        package static let damage = Failure(code: SQLITE_CORRUPT)

        /// Whether the file itself is broken, or is none of ours: all statements are right, so one that makes no sense to
        /// SQLite (SQLITE_ERROR) means another schema.
        package var isDamage: Bool {
            [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR].contains(code & 0xFF)
        }

        /// Whether there is no room, on the disk or within the size that was set.
        package var isFull: Bool { code & 0xFF == SQLITE_FULL }
    }

    package enum Value {
        case integer(Int)
        case text(String)
        case blob([UInt8])
        case null
    }

    private let connection: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens a file, and makes it when it is not there.
    package init(path: String) throws(Failure) {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            sqlite3_close_v2(connection)
            throw Failure(code: code)
        }
        self.connection = connection
        sqlite3_extended_result_codes(connection, 1)
        // Nobody waits for another process that holds the file: it is left alone then.
        sqlite3_busy_timeout(connection, 0)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    /// Runs statements without values.
    package func execute(_ statements: String) throws(Failure) {
        let code = sqlite3_exec(connection, statements, nil, nil, nil)
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }

    /// Does all of `body` or nothing: what it has changed is undone when it throws.
    package func transaction<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(Failure) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite has rolled back already after some failures, a full disk among them.
            if sqlite3_get_autocommit(connection) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Runs one statement, and returns its rows as `read` makes them.
    package func rows<Row>(_ sql: String, _ values: [Value] = [], read: (Columns) -> Row) throws(Failure) -> [Row] {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            let code =
                switch value {
                case .integer(let number): sqlite3_bind_int64(statement, position, Int64(number))
                case .text(let text): csqlite_bind_text(statement, position, text, -1)
                case .blob(let bytes): csqlite_bind_blob(statement, position, bytes, Int32(bytes.count))
                case .null: sqlite3_bind_null(statement, position)
                }
            guard code == SQLITE_OK else { throw Failure(code: code) }
        }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(read(Columns(statement: statement)))
            case SQLITE_DONE: return rows
            case let code: throw Failure(code: code)
            }
        }
    }

    package func run(_ sql: String, _ values: [Value] = []) throws(Failure) { _ = try rows(sql, values) { _ in } }

    /// Checks the whole file. Throws `damage` when SQLite finds any.
    package func check() throws(Failure) {
        let words = try rows("PRAGMA quick_check(1)") { $0.text(0) }
        guard words == ["ok"] else { throw .damage }
    }

    /// Rows that the last statement has changed.
    package var changes: Int { Int(sqlite3_changes(connection)) }

    /// The values of one row.
    package struct Columns {
        fileprivate let statement: OpaquePointer

        package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
        package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
        package func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }
        package func blob(_ column: Int32) -> [UInt8] {
            let count = Int(sqlite3_column_bytes(statement, column))
            return sqlite3_column_blob(statement, column)
                .map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
        }
    }

    private func prepared(_ sql: String) throws(Failure) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Failure(code: code) }
        statements[sql] = statement
        return statement
    }
}
