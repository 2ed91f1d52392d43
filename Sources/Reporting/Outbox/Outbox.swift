import Database
import FoundationEssentials
import Glibc
import PlacemarkCore

/// The reports that no receiver has acknowledged yet, in a file: one queue for each sink. For one actor or thread alone.
///
/// What `put` has taken survives whatever ends the process or the machine, until it is acknowledged, refused or dropped by
/// `Retention`. What was acknowledged may come once more after the machine has lost power; its identity is the same then.
/// A file that is damaged is set aside, and a new outbox with another identity begun. Nothing here throws: while the file
/// cannot be written, reports are lost, and counted, and `figures.failure` says why.
public final class Outbox {
    /// What has become of the file.
    public struct Figures: Hashable, Sendable {
        /// What is wrong with the file at present; nil when nothing is.
        public var failure: String?
        /// How many damaged files have been set aside since the start.
        public var setAside = 0
        /// Reports that could not be kept because the file could not be written, since the start.
        public var unwritten = 0
        /// Reports that were damaged in the file, since the start.
        public var damaged = 0

        public init() {}
    }

    /// Where the file lies. Beside it SQLite keeps its journal.
    public let path: String
    /// Of the present boot.
    let boot: String
    private let directory: String
    private var opened: OpenOutbox?
    public internal(set) var figures = Figures()
    /// Whether the last attempt to put a report failed for want of room.
    var isFull = false
    /// By the name of the sink; others keep to the defaults.
    var retention: [String: Retention] = [:]
    /// As it has been learnt in this process.
    public internal(set) var bootTime = BootTime()

    /// - Parameters:
    ///   - directory: which is made when it is not there. It should be on a disk.
    ///   - boot: what tells this boot from others.
    public init(directory: String, boot: String, retention: [String: Retention] = [:]) {
        self.directory = directory
        path = directory + "/outbox.sqlite"
        self.boot = boot
        self.retention = retention
        attempt { _ in }
    }

    /// The identity that the file has now; nil while it cannot be opened.
    public var identity: String? { attempt { $0.identity } }

    /// Does something with the file, which is opened when it is not. Nil when that fails; next time it is tried again.
    @discardableResult
    func attempt<Result>(_ body: (OpenOutbox) throws(SQLiteDatabase.Failure) -> Result) -> Result? {
        do throws(SQLiteDatabase.Failure) {
            let result = try body(try open())
            figures.failure = nil
            return result
        } catch {
            figures.failure = "\(error)"
            if error.isDamage { setAside() }
            return nil
        }
    }

    private func open() throws(SQLiteDatabase.Failure) -> OpenOutbox {
        if let opened { return opened }
        mkdir(directory, 0o700)
        // Before SQLite makes it, and its journals after it: for nobody else, because it tells where this machine was.
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 {
            fchmod(descriptor, 0o600)
            Glibc.close(descriptor)
        }
        let fresh = try OpenOutbox(path: path, boot: boot)
        if let known = fresh.knownBootTime { bootTime = known }
        opened = fresh
        return fresh
    }

    /// Keeps the damaged file for whoever wants to look at it, one at most, and begins a new one.
    private func setAside() {
        opened = nil
        figures.setAside += 1
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        if rename(path, path + ".damaged") != 0 { unlink(path) }
    }

    /// Writes down what is known of the clock, when it is news.
    public func learn(_ change: (inout BootTime) -> Void) {
        change(&bootTime)
        let known = bootTime
        attempt { file throws(SQLiteDatabase.Failure) in try file.keep(known) }
    }

    /// Ends the use of the file: all of it is in the file then, and nothing in a journal.
    public func close() { opened = nil }
}
