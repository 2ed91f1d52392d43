public import Logging
import NIOPosix
public import PlacemarkCore
import Synchronization

/// Keeps `state.json` and `city` up to date for scripts and status bars, and copies of the last placemark and of what
/// the monitors know for the next start.
///
/// The files are written by a thread of their own, at most once a second, so that neither a slow disk nor a fast
/// receiver holds up anything else. A failure is retried, and logged once a minute.
public final class StateFiles: Sendable {
    /// Where the files go, and who may read them.
    public struct Settings: Hashable, Sendable {
        /// Of `state.json` and `city`.
        public var directory: String
        /// Of the copy that outlives a reboot.
        public var persistentDirectory: String
        public var precision: Precision

        public init(directory: String, persistentDirectory: String, precision: Precision) {
            self.directory = directory
            self.persistentDirectory = persistentDirectory
            self.precision = precision
        }
    }

    /// The time between two writes.
    static let interval = Duration.seconds(1)
    /// The time between two log lines about failures.
    static let complaintInterval = Duration.seconds(60)

    private let settings: Settings
    private let access: Access
    private let now: @Sendable () -> BootInstant
    private let log: Logger
    private let latest: Mutex<Pending?>
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    public init(
        _ settings: Settings, access: Access, now: @escaping @Sendable () -> BootInstant, log: Logger
    ) {
        self.settings = settings
        self.access = access
        self.now = now
        self.log = log
        latest = Mutex(nil)
        (wake, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes a publication; returns at once. One that is no news is written only with the next that is.
    public func offer(_ publication: Publication) {
        latest.withLock {
            $0 = Pending(snapshot: publication.snapshot, memory: publication.memory ?? $0?.memory)
        }
        if publication.isNews || publication.memory != nil { waker.yield() }
    }

    /// Writes what is offered until the task is cancelled, then writes the last of it.
    public func run() async {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        var writer = StateFileWriter(settings, access: access)
        var quietUntil = now()
        for await _ in wake {
            guard let pending = takeLatest() else { continue }
            let (before, now) = (writer, now())
            // Throws when the task is cancelled: the last write below makes it good.
            let after = try? await threads.runIfActive {
                var writer = before
                writer.write(pending.snapshot, memory: pending.memory, at: now)
                return writer
            }
            guard let after else {
                putBack(pending)
                break
            }
            writer = after
            if let failure = writer.failure {
                putBack(pending)
                if now >= quietUntil {
                    log.warning("state file not written: \(failure); retrying")
                    quietUntil = now.advanced(by: Self.complaintInterval)
                }
            }
            try? await Task.sleep(for: Self.interval)
            if writer.failure != nil { waker.yield() }
        }
        // The end of the process waits for nothing else, so this one may block.
        if let pending = takeLatest() { writer.write(pending.snapshot, memory: pending.memory, at: now()) }
        try? await threads.shutdownGracefully()
    }

    private func takeLatest() -> Pending? { latest.withLock { $0.take() } }

    /// Keeps what could not be written, unless there is something newer.
    private func putBack(_ pending: Pending) {
        latest.withLock {
            $0 = Pending(snapshot: $0?.snapshot ?? pending.snapshot, memory: $0?.memory ?? pending.memory)
        }
    }

    /// What is to be written.
    struct Pending: Sendable {
        var snapshot: StatusSnapshot
        var memory: MonitoringMemory?
    }
}

/// What has been written, so that a file is touched only when its content changes.
struct StateFileWriter: Sendable {
    private(set) var failure: AtomicFile.WriteError?

    private let precision: Precision
    private let stateFile: AtomicFile
    private let cityFile: AtomicFile
    private let savedPlacemark: SavedPlacemark.File
    private let savedMonitoring: SavedMonitoring.File
    private var writtenCity: String?
    private var writtenPlacemark: Placemark?

    init(_ settings: StateFiles.Settings, access: Access) {
        precision = settings.precision
        switch settings.precision {
        case .reduced:
            stateFile = AtomicFile(directory: settings.directory, name: "state.json", mode: 0o640)
        case .precise:
            // For the group that may know, where there is one and this process may give files to it.
            let group = access.preciseFileGroup
            stateFile = AtomicFile(
                directory: settings.directory, name: "state.json", mode: group == nil ? 0o600 : 0o640, group: group)
        }
        cityFile = AtomicFile(directory: settings.directory, name: "city", mode: 0o640)
        savedPlacemark = SavedPlacemark.File(directory: settings.persistentDirectory)
        savedMonitoring = SavedMonitoring.File(directory: settings.persistentDirectory)
        for file in [stateFile, cityFile] { file.removeTemporary() }
    }

    /// - Parameter memory: nil when the one that was written last is still right.
    mutating func write(_ snapshot: StatusSnapshot, memory: MonitoringMemory? = nil, at now: BootInstant) {
        let status = snapshot.status(at: now, precision: precision)
        // One file that cannot be written does not keep the others from it.
        failure = Self.failure { () throws(AtomicFile.WriteError) in try stateFile.write(JSONLine.encode(status)) }
        if let city = status.placemark?.placemark.city, city != writtenCity {
            let cityFailure = Self.failure { () throws(AtomicFile.WriteError) in
                try cityFile.write(Array((city + "\n").utf8))
            }
            if cityFailure == nil { writtenCity = city }
            failure = failure ?? cityFailure
        }
        if let known = snapshot.placemark, known.location != nil, known.placemark != writtenPlacemark {
            let saveFailure = Self.failure { () throws(AtomicFile.WriteError) in
                try savedPlacemark.write(known, now: now)
            }
            if saveFailure == nil { writtenPlacemark = known.placemark }
            failure = failure ?? saveFailure
        }
        if let memory {
            let memoryFailure = Self.failure { () throws(AtomicFile.WriteError) in try savedMonitoring.write(memory) }
            failure = failure ?? memoryFailure
        }
    }

    private static func failure(_ write: () throws(AtomicFile.WriteError) -> Void) -> AtomicFile.WriteError? {
        do throws(AtomicFile.WriteError) {
            try write()
            return nil
        } catch {
            return error
        }
    }
}
