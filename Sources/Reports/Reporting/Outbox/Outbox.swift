import Database
import PlacemarkModel

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

    /// Of the present boot.
    let boot: String
    private let file: DatabaseFile<OpenOutbox>
    /// Reports that could not be kept, and damaged ones, since the start.
    var (unwritten, damaged) = (0, 0)
    /// Whether the last attempt to put a report failed for want of room.
    var isFull = false
    /// By the name of the sink; others keep to the defaults.
    let retention: [String: Retention]
    /// As it has been learnt in this process, or by an earlier one in the same boot.
    public private(set) var bootTime = BootTime()

    /// - Parameters:
    ///   - directory: which is made when it is not there. It should be on a disk.
    ///   - boot: what tells this boot from others.
    public init(directory: String, boot: String, retention: [String: Retention] = [:]) {
        (self.boot, self.retention) = (boot, retention)
        file = DatabaseFile("outbox.sqlite", in: directory) { path throws(SQLiteDatabase.Failure) in
            try OpenOutbox(path: path, boot: boot)
        }
        learn { _ in }
    }

    /// Where the file lies. Beside it SQLite keeps its journal.
    public var path: String { file.path }

    public var figures: Figures {
        var figures = Figures()
        (figures.failure, figures.setAside) = (file.failure?.description, file.setAside)
        (figures.unwritten, figures.damaged) = (unwritten, damaged)
        return figures
    }

    /// The identity that the file has now; nil while it cannot be opened.
    public var identity: String? { attempt { $0.identity } }

    /// Does something with the file, which is opened when it is not. Nil when that fails; next time it is tried again.
    @discardableResult
    func attempt<Result>(_ body: (OpenOutbox) throws(SQLiteDatabase.Failure) -> Result) -> Result? {
        file.attempt(body)
    }

    /// Writes down what is known of the clock, when it is news.
    public func learn(_ change: (inout BootTime) -> Void) {
        attempt { file in
            // Of an earlier process of this boot.
            if bootTime.isSuspect, !file.bootTime.isSuspect { bootTime = file.bootTime }
        }
        change(&bootTime)
        attempt { file throws(SQLiteDatabase.Failure) in try file.keep(bootTime) }
    }

    /// Ends the use of the file: all of it is in the file then, and nothing in a journal.
    public func close() { file.close() }
}
