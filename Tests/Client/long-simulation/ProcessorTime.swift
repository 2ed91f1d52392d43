import Glibc

/// The time that this process has computed, which other processes on the machine do not lengthen.
enum ProcessorTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    static func measure(_ body: () -> Void) -> Duration {
        let start = now
        body()
        return now - start
    }
}
