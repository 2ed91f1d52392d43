import Files
import Logging
import LocationEngine
import PlacemarkModel
import SystemClocks

/// The last placemark of an earlier run, which is published as stale until there is a new one.
struct SavedPlacemark: Codable, Hashable, Sendable {
    var placemark: Placemark
    /// What readers with reduced precision were told of it; nil where an earlier version has left it out.
    var reduced: Placemark?
    /// Which boot `secondsSinceBoot` belongs to.
    var bootID: String
    /// When the placemark was current, by the boot-time clock: when it was named, or at the last position when that is known
    /// to have been the last.
    var secondsSinceBoot: Double
    /// The same by the wall clock, for after a reboot, when nothing better is known.
    var time: Timestamp

    init(
        _ known: StatusSnapshot.KnownPlacemark, currentAt: BootInstant, bootID: String, now: BootInstant,
        time: Timestamp
    ) {
        (placemark, reduced) = (known.placemark, known.reduced)
        self.bootID = bootID
        secondsSinceBoot = currentAt.sinceBoot.inSeconds
        let age = max(0, currentAt.duration(to: now).inSeconds)
        self.time = Timestamp(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch - Int64(min(age, 1e9) * 1e9))
    }

    /// When the placemark was current: by the boot-time clock within the same boot, else by the wall clock, and never
    /// in the future.
    func answeredAt(now: BootInstant, bootID: String, time: Timestamp) -> BootInstant {
        if bootID == self.bootID, secondsSinceBoot.magnitude < 1e9 {
            return min(now, BootInstant(sinceBoot: .seconds(secondsSinceBoot)))
        }
        let age = time.duration(since: self.time)
        return now.advanced(by: .zero - max(.zero, age))
    }

    /// Where it is kept, for its own user alone: it may be more precise than what the state file tells.
    struct File: Sendable {
        private var file: SavedFile<SavedPlacemark>

        init(directory: String) {
            file = SavedFile(directory: directory, name: "placemark.json", version: 2, maximumBytes: 64 << 10)
        }

        func write(
            _ known: StatusSnapshot.KnownPlacemark, currentAt: BootInstant, now: BootInstant
        ) throws(AtomicFile.WriteError) {
            try file.write(
                SavedPlacemark(
                    known, currentAt: currentAt, bootID: BootIdentity.current, now: now, time: WallClock.now))
        }

        /// What is in the file, and when it was current; see `SavedFile.read`.
        mutating func read(
            now: BootInstant, log: Logger
        ) -> (placemark: Placemark, reduced: Placemark?, answeredAt: BootInstant)? {
            file.read(log: log).map { saved in
                let answeredAt = saved.answeredAt(now: now, bootID: BootIdentity.current, time: WallClock.now)
                return (saved.placemark, saved.reduced, answeredAt)
            }
        }
    }
}
