import LocationEngine
import PlacemarkModel

/// A number that stands for all that a machine has said, byte for byte: two runs with the same digest have said the
/// same.
///
/// FNV-1a with 64 bits (Fowler, Noll and Vo), over words. Swift's own hashes differ from run to run.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x100_0000_01B3
        // FNV carries upwards only, and these words have much in their upper bits.
        value ^= value >> 29
    }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
    mutating func add(_ number: Double?) { add(number?.bitPattern ?? 0x7FF8_DEAD_0000_0000) }

    mutating func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        add(UInt64(bitPattern: seconds))
        add(UInt64(bitPattern: attoseconds))
    }

    mutating func add(_ text: String?) {
        guard var text else { return add(-1) }
        text.withUTF8 { bytes in
            add(bytes.count)
            for byte in bytes { add(UInt64(byte)) }
        }
    }

    /// Adds all that was said in a step.
    public mutating func add(_ step: Step) {
        add(step.actionCount)
        if let location = step.geocode { add(location) }
        if let timer = step.timer { add(timer.sinceBoot) }
        if let publication = step.publication { add(publication) }
        for entry in step.log { add(entry.message) }
    }
}
