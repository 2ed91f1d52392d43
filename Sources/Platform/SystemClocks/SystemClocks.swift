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
