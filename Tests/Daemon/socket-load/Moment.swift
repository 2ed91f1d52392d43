import Glibc

/// Nanoseconds of CLOCK_MONOTONIC: what is measured here begins and ends on the same machine.
typealias Moment = Int64

func monotonicNow() -> Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
