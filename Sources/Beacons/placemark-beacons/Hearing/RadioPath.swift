import Glibc
import PlacemarkModel

/// A radio that BlueZ has heard, by the path of its object: `/org/bluez/hci0/dev_C0_FF_EE_00_11_22`.
///
/// As a number, because a text would take memory for each advertisement.
struct RadioPath: Hashable, Sendable {
    private static let (prefix, mark): ([UInt8], [UInt8]) = (Array("/org/bluez/hci".utf8), Array("/dev_".utf8))
    /// Six bytes of two digits, with a sign in between.
    private static let lengthOfAddress = 17

    /// The address of the radio, and above it the number of the controller.
    private let number: UInt64

    /// Nil for the path of anything else.
    init?(_ path: UnsafeRawBufferPointer) {
        let start = path.count - Self.lengthOfAddress
        guard start > Self.prefix.count + Self.mark.count, path.starts(with: Self.prefix) else { return nil }
        let digits = Self.prefix.count..<(start - Self.mark.count)
        guard path[digits.upperBound..<start].elementsEqual(Self.mark) else { return nil }
        var (controller, address) = (UInt64(0), UInt64(0))
        for byte in path[digits] {
            guard let digit = Self.digit(byte), digit < 10, controller < 1000 else { return nil }
            controller = controller * 10 + digit
        }
        for (place, byte) in path[start...].enumerated() {
            if place % 3 == 2 {
                guard byte == UInt8(ascii: "_") else { return nil }
            } else {
                guard let digit = Self.digit(byte) else { return nil }
                address = address << 4 | digit
            }
        }
        number = controller << 48 | address
    }

    /// - Parameter path: as C has it; nil is no path.
    init?(_ path: UnsafePointer<CChar>?) {
        guard let path else { return nil }
        self.init(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    init?(_ path: String) {
        var path = path
        guard let made = path.withUTF8({ RadioPath(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = made
    }

    /// Of the radio.
    var address: BeaconBytes {
        BeaconBytes((0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * (5 - UInt64($0)))) })
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
