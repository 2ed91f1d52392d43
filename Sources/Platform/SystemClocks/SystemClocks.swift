import Files
import Glibc
public import PlacemarkModel

/// The clock of `BootInstant`: CLOCK_BOOTTIME, which runs on through suspend and is never set.
public struct BootClock: Clock {
    public typealias Instant = BootInstant

    public init() {}

    public var now: BootInstant { Self.now }

    public static var now: BootInstant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootInstant(sinceBoot: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }

    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        // Swift's ContinuousClock is CLOCK_BOOTTIME on Linux.
        try await ContinuousClock().sleep(for: now.duration(to: deadline), tolerance: tolerance)
    }
}

/// Civil time as this machine has it: it may be wrong, and be set at any moment.
public enum WallClock {
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // A clock beyond the year 2262 is as wrong as one of 1970.
        return Timestamp(secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
            ?? Timestamp(nanosecondsSinceEpoch: 0)
    }
}

/// Which boot of the machine this is: boot-time instants mean something within one boot only.
package enum BootIdentity {
    /// The kernel's random identity of this boot, in hexadecimal digits; empty where it cannot be read.
    ///
    /// The units pass it in BOOT_ID, because they hide the kernel's own file (ProcSubset=pid).
    package static let current: String = {
        let passed = getenv("BOOT_ID").map { String(cString: $0) }
        let bytes = passed.map { Array($0.utf8) } ?? FileContents.read("/proc/sys/kernel/random/boot_id", below: 4096)
        return String(decoding: bytes ?? [], as: UTF8.self).filter(\.isHexDigit)
    }()
}

/// Which machine this is.
package enum BoxIdentity {
    /// A number made of the identity that machine-id(5) gives to an installation, which it does not lead back to; empty
    /// where there is none.
    package static let current: String = {
        guard let bytes = FileContents.read("/etc/machine-id", below: 4096), !bytes.isEmpty else { return "" }
        return String((Array("placemarkd box ".utf8) + bytes.filter { $0 > 32 }).sha256.prefix(32))
    }()
}
