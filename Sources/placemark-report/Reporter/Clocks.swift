import Glibc
import PlacemarkCore

/// The clocks of the machine, as the reporter reads them.
struct Clocks: Sendable {
    var boot: @Sendable () -> BootInstant
    var wall: @Sendable () -> Timestamp

    static let system = Clocks(
        boot: {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return BootInstant(sinceBoot: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
        },
        wall: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            // A clock beyond the year 2262 is as wrong as one of 1970.
            return Timestamp(secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
                ?? Timestamp(nanosecondsSinceEpoch: 0)
        })
}
