import Glibc
import PlacemarkModel
import Simulation
import TestSupport

/// A receiver that isn't there: sends fixes to gpsd, and remembers when it sent which.
final class FixSender {
    private let feeder: DatagramFeeder
    private var sent: [MillisecondOfDay: Moment] = [:]
    private var count = 0

    init(port: UInt16) throws { feeder = try DatagramFeeder(port: port) }

    /// Sends a fix of this moment, on the way to the east from Vaduz, fast enough to be at rest nowhere.
    func sendFix() {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        // As precise as NMEA tells it.
        let milliseconds = Int64(clock.tv_sec) * 1000 + Int64(clock.tv_nsec) / 1_000_000
        let position = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521 + Double(count) * 0.000_01)
        let state = ReceiverState(
            time: Timestamp(nanosecondsSinceEpoch: milliseconds * 1_000_000),
            fix: .init(coordinate: position, speedInMetersPerSecond: 5, courseInDegrees: 90))
        let bytes = NMEAEpoch(state).bytes
        count += 1
        sent[MillisecondOfDay(milliseconds % 86_400_000)] = monotonicNow()
        feeder.send(bytes)
    }

    /// When the fix of this time was sent; nil for one that never was.
    func moment(of time: MillisecondOfDay) -> Moment? { sent[time] }

    /// Forgets what was sent, so that a late report counts for nothing.
    func forget() { sent = [:] }
}

/// What tells one fix from another: the milliseconds of its UTC day.
struct MillisecondOfDay: Hashable {
    let number: Int64

    init(_ number: Int64) { self.number = number }

    /// Reads `2026-11-21T20:24:49.100Z`, with or without a fraction, from the beginning of the bytes.
    init?(parsing text: UnsafeRawBufferPointer) {
        guard text.count >= 20, text[10] == UInt8(ascii: "T") else { return nil }
        func digit(_ index: Int) -> Int64? {
            index < text.count && 0x30...0x39 ~= text[index] ? Int64(text[index] - 0x30) : nil
        }
        func number(at index: Int) -> Int64 { (digit(index) ?? 0) * 10 + (digit(index + 1) ?? 0) }
        var milliseconds = ((number(at: 11) * 60 + number(at: 14)) * 60 + number(at: 17)) * 1000
        if text[19] == UInt8(ascii: ".") {
            for (index, scale) in [(20, 100), (21, 10), (22, 1)] {
                guard let digit = digit(index) else { break }
                milliseconds += digit * Int64(scale)
            }
        }
        self.number = milliseconds
    }
}
