import Glibc
import PlacemarkCore

/// The boot-time clock, as the daemon passes it in.
@Sendable func bootTime() -> BootInstant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return BootInstant(sinceBoot: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
}

/// A moment of a clock that a test makes up.
func at(_ seconds: Double) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }
