import CGPS
import PlacemarkModel

/// Whether the system clock is right. placemarkd itself does without: its ages and timers use the time since boot.
struct ClockCheck {
    let now: Timestamp
    /// System time minus the receiver's time; nil without a receiver that tells it.
    let clockOffset: Duration?
    /// The kernel's word that nothing keeps the clock right.
    let isUnsynchronized: Bool

    /// gpsd reports a fix a part of a second after the moment that it is of; slow receivers, a second.
    private static let toleratedSeconds = 2.0
    /// The receiver's calendar repeats after 1024 weeks.
    private static let rolloverSeconds = 1024.0 * 7 * 86_400
    private static let synchronize = "sudo timedatectl set-ntp true"

    var finding: DoctorFinding {
        if now.civilTime.year < 2020 {
            return .wrong(
                .clock, "the system clock says \(now.civilTime.year): nobody has set it since the start.",
                advice:
                    "Positions are right all the same; certificates and log files are not. Without a network, chrony"
                    + " can take the time from gpsd:", Self.synchronize, "sudo apt-get install chrony")
        }
        let unsynchronized = isUnsynchronized ? ", and nothing keeps it right" : ""
        guard let offset = clockOffset?.inSeconds else {
            guard isUnsynchronized else { return .ok(.clock, "synchronized") }
            return .notice(.clock, "nothing keeps the system clock right.", advice: "Let it be set:", Self.synchronize)
        }
        let difference = "\(Words.age(offset.magnitude)) \(offset < 0 ? "behind" : "ahead of") the receiver's"
        if offset.magnitude > Self.rolloverSeconds / 2 {
            return .notice(
                .clock,
                "the system clock is \(difference). A receiver whose week number has rolled over looks like that; the"
                    + " position is right all the same.",
                advice: "If the system clock is the right one, look for new firmware; if not:", Self.synchronize)
        }
        guard offset.magnitude <= Self.toleratedSeconds else {
            return .notice(
                .clock, "the system clock is \(difference)\(unsynchronized).", advice: "Let it be set:",
                Self.synchronize)
        }
        return .ok(.clock, "within \(Words.age(Self.toleratedSeconds)) of the receiver's\(unsynchronized)")
    }

    static func observe(clockOffset: Duration?) -> ClockCheck {
        ClockCheck(now: .wallClock, clockOffset: clockOffset, isUnsynchronized: cgps_clock_is_unsynchronized())
    }
}
