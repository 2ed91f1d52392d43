import FoundationEssentials
import Glibc
public import PlacemarkCore

/// The last placemark of an earlier run, which is published as stale until there is a new one.
public struct SavedPlacemark: Codable, Hashable, Sendable {
    public var version = 1
    public var placemark: Placemark
    /// Which boot `secondsSinceBoot` belongs to.
    var bootID: String
    /// When the placemark was current, by the boot-time clock.
    var secondsSinceBoot: Double
    /// The same by the wall clock, for after a reboot, when nothing better is known.
    var time: Timestamp

    init(_ known: StatusSnapshot.KnownPlacemark, bootID: String, now: BootInstant, time: Timestamp) {
        placemark = known.placemark
        self.bootID = bootID
        secondsSinceBoot = known.answeredAt.sinceBoot.inSeconds
        let age = max(0, known.answeredAt.duration(to: now).inSeconds)
        self.time = Timestamp(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch - Int64(min(age, 1e9) * 1e9))
    }

    /// When the placemark was current: by the boot-time clock within the same boot, else by the wall clock, and never
    /// in the future.
    public func answeredAt(now: BootInstant, bootID: String, time: Timestamp) -> BootInstant {
        if bootID == self.bootID, secondsSinceBoot.magnitude < 1e9 {
            return min(now, BootInstant(sinceBoot: .seconds(secondsSinceBoot)))
        }
        let age = time.duration(since: self.time)
        return now.advanced(by: .zero - max(.zero, age))
    }

    /// Where it is kept.
    public struct File: Sendable {
        private let file: AtomicFile

        public init(directory: String) {
            file = AtomicFile(directory: directory, name: "placemark.json", mode: 0o600)
        }

        func write(_ known: StatusSnapshot.KnownPlacemark, now: BootInstant) throws(AtomicFile.WriteError) {
            let saved = SavedPlacemark(known, bootID: BootIdentity.current, now: now, time: Self.wallTime)
            try file.write(JSONLine.encode(saved))
        }

        /// Reads the file, and cleans up after a killed process. A damaged one is set aside under the name
        /// `placemark.json.damaged`.
        ///
        /// - Returns: nil when there is none; the second element says when it was current.
        public func read(now: BootInstant) -> (placemark: Placemark, answeredAt: BootInstant)? {
            file.removeTemporary()
            guard let bytes = FileContents.read(file.path, below: 64 << 10) else { return nil }
            guard let saved = try? JSONDecoder().decode(SavedPlacemark.self, from: Data(bytes)) else {
                rename(file.path, file.path + ".damaged")
                return nil
            }
            return (saved.placemark, saved.answeredAt(now: now, bootID: BootIdentity.current, time: Self.wallTime))
        }

        private static var wallTime: Timestamp {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
                ?? Timestamp(nanosecondsSinceEpoch: 0)
        }
    }
}
