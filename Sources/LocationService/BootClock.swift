import Glibc
public import PlacemarkCore

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
