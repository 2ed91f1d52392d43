import Glibc

/// A file of a program's own, with a database in it, that is opened at need: one that cannot be opened is tried again with
/// the next use, and one that is damaged is set aside and begun anew. For one actor or thread alone.
///
/// Nobody but the file's owner may read it: such files tell where the machine was.
package final class DatabaseFile<Opened> {
    /// Where the file lies. Beside it SQLite keeps its journal.
    package let path: String
    /// The file while it is open.
    package private(set) var opened: Opened?
    /// Why the last use has failed; nil when it has not.
    package private(set) var failure: SQLiteDatabase.Failure?
    /// How many damaged files have been set aside since the start.
    package private(set) var setAside = 0

    private let directory: String
    private let open: (String) throws(SQLiteDatabase.Failure) -> Opened

    /// - Parameters:
    ///   - name: of the file.
    ///   - directory: which is made when it is not there.
    ///   - open: opens what is at a path, and makes its tables where they are missing. It throws `damage` for a file that is
    ///     none of ours.
    package init(
        _ name: String, in directory: String, open: @escaping (String) throws(SQLiteDatabase.Failure) -> Opened
    ) {
        (path, self.directory, self.open) = ("\(directory)/\(name)", directory, open)
    }

    /// Does something with the file. Nil when that fails; `failure` then says why.
    @discardableResult
    package func attempt<Result>(_ body: (Opened) throws(SQLiteDatabase.Failure) -> Result) -> Result? {
        do throws(SQLiteDatabase.Failure) {
            let result = try body(try file())
            failure = nil
            return result
        } catch {
            failure = error
            if error.isDamage { putAside() }
            return nil
        }
    }

    /// Ends the use of the file, until the next one: all of it is in the file then, and nothing in a journal.
    package func close() { opened = nil }

    private func file() throws(SQLiteDatabase.Failure) -> Opened {
        if let opened { return opened }
        mkdir(directory, 0o700)
        // Before SQLite makes it, whose journals have the rights of the file.
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 {
            fchmod(descriptor, 0o600)
            Glibc.close(descriptor)
        }
        let fresh = try open(path)
        opened = fresh
        return fresh
    }

    /// Keeps the damaged file for whoever wants to look at it, one at most.
    private func putAside() {
        opened = nil
        setAside += 1
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        if rename(path, path + ".damaged") != 0 { unlink(path) }
    }
}
