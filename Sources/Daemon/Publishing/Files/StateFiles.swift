package import Files
package import Logging
public import LocationEngine
import NIOPosix
public import PlacemarkModel
import Synchronization

/// Keeps `state.json` and `city` up to date for scripts and status bars, `precise.json` for root, and copies of the last
/// placemark and of what the monitors know for the next start.
///
/// The files are written by threads of their own, at most once a second, so that neither a slow disk nor a fast
/// receiver holds up anything else. A failure is retried with the newest state, and logged once a minute.
public final class StateFiles: Sendable {
    private let stateFiles: WritingThread<StateFileWriter>
    private let ownFiles: WritingThread<OwnFileWriter>
    private let now: @Sendable () -> BootInstant
    private let log: Logger

    /// - Parameter written: called after each write, by a writing thread, with why some file is out of date; nil when
    ///   none is.
    package init(
        _ settings: StateFileSettings, access: Access, now: @escaping @Sendable () -> BootInstant, log: Logger,
        written: @escaping @Sendable (AtomicFile.WriteError?) -> Void = { _ in }
    ) {
        self.now = now
        self.log = log
        // Both threads write all the time; what failed in one is not made good by the other.
        let failures = Mutex<[AtomicFile.WriteError?]>([nil, nil])
        let tell = { @Sendable (thread: Int, failure: AtomicFile.WriteError?) in
            written(
                failures.withLock {
                    $0[thread] = failure
                    return $0[0] ?? $0[1]
                })
        }
        stateFiles = WritingThread(
            "state files", StateFileWriter(settings, access: access), settings, now: now, log: log,
            written: { tell(0, $0) })
        ownFiles = WritingThread(
            "own files", OwnFileWriter(settings, access: access), settings, now: now, log: log, written: { tell(1, $0) }
        )
    }

    /// Reads what an earlier run has saved; to be called before `run`. What cannot be read is left alone from now on.
    public func restore() -> SavedState { ownFiles.withWriter { $0.restore(at: now(), log: log) } }

    /// Reads what was kept of trips; to be called before they are kept from now on. Nil when there is nothing.
    public func restoreTrips() -> TripDetector.Memory? { ownFiles.withWriter { $0.restoreTrips(log: log) } }

    /// Takes a publication; returns at once. One without news is written together with the next that has some.
    public func offer(_ publication: Publication) {
        stateFiles.take(publication)
        ownFiles.take(publication)
    }

    /// Writes what must outlive the process now, and not at the next second. Returns whether the disk has it.
    public func settle() async -> Bool {
        (try? await NIOThreadPool.singleton.runIfActive { self.ownFiles.settle() }) ?? false
    }

    /// Changes what is told and kept from now on; the directories stay the same.
    public func configure(
        precision: Precision, hasPreciseFile: Bool, hasGuardFile: Bool = false, keepsTrips: Bool = false
    ) {
        let change = { @Sendable (unwritten: inout UnwrittenState) in
            unwritten.configure(
                precision: precision, hasPreciseFile: hasPreciseFile, hasGuardFile: hasGuardFile,
                keepsTrips: keepsTrips)
        }
        stateFiles.configure(change)
        ownFiles.configure(change)
    }

    /// What has been written so far.
    var counters: FileCounters { stateFiles.counters.merging(ownFiles.counters) }

    /// Writes what is offered until the task is cancelled, then writes the last of it.
    public func run() async {
        let now = now
        let sleep: @Sendable (BootInstant) async throws -> Void = { instant in
            try await Task.sleep(for: max(Duration.zero, now().duration(to: instant)), clock: .continuous)
        }
        async let state: Void = stateFiles.run(sleep)
        async let own: Void = ownFiles.run(sleep)
        _ = await (state, own)
    }

    /// Writes what has been offered since the last time, or could not be written then.
    func write() {
        stateFiles.writeRest()
        ownFiles.writeRest()
    }
}
