import FoundationEssentials
import Glibc
import PlacemarkModel

extension Timestamp {
    /// What this machine's clock says: for output that carries a time of day, never for an age.
    static var wallClock: Timestamp { Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9)) }

    /// `14:03:27` in the time zone of this process, for people.
    var localTimeOfDay: String {
        var seconds = time_t(nanosecondsSinceEpoch / 1_000_000_000)
        var fields = tm()
        localtime_r(&seconds, &fields)
        return [fields.tm_hour, fields.tm_min, fields.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}

extension LocationReport {
    /// When the fix was taken: by the receiver's clock, or where that tells nothing or cannot be right, by this
    /// machine's, which shows `now`.
    func takenAt(_ now: Timestamp) -> Timestamp {
        if let timestamp, timestampSuspect != true { return timestamp }
        // Neither an age of a thousand years nor one that is not a number can come from the daemon.
        guard age.isFinite, 0...3.2e10 ~= age else { return now }
        return now.advanced(by: .milliseconds(-Int64((age * 1000).rounded()))) ?? now
    }
}
