/// Up to sixteen bytes that tell one beacon from another: a UUID, a namespace, an instance, the address of a radio.
public struct BeaconBytes: Hashable, Sendable {
    /// 0…16.
    public let count: Int
    // The bytes as one number, so that comparing and hashing takes no memory: beacons are heard a thousand times a second.
    private let high: UInt64
    private let low: UInt64

    /// - Precondition: at most sixteen bytes.
    public init(_ bytes: some Collection<UInt8>) {
        precondition(bytes.count <= 16, "\(bytes.count) bytes do not fit")
        var (high, low) = (UInt64(0), UInt64(0))
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        (count, self.high, self.low) = (bytes.count, high, low)
    }

    /// Reads so many bytes in hexadecimal digits, of which some may be set apart by one kind of separator, as people write
    /// them: `2f234454-cf6d-4a0f-adf2-f4911ba9ffa6`, `C0:FF:EE:00:11:22`. Nil for anything else.
    public init?(hexadecimal text: some StringProtocol, count: Int, separator: Character) {
        var bytes: [UInt8] = []
        var half: UInt8?
        for character in text {
            if character == separator, half == nil, !bytes.isEmpty { continue }
            guard character.isASCII, let digit = character.hexDigitValue.map(UInt8.init) else { return nil }
            if let first = half {
                guard bytes.count < count else { return nil }
                bytes.append(first << 4 | digit)
                half = nil
            } else {
                half = digit
            }
        }
        guard half == nil, bytes.count == count, text.last != separator else { return nil }
        self.init(bytes)
    }

    /// The first of them first.
    public var bytes: [UInt8] {
        (0..<count).map { place in
            let shift = 8 * (count - 1 - place)
            return UInt8(truncatingIfNeeded: shift < 64 ? low >> UInt64(shift) : high >> UInt64(shift - 64))
        }
    }

    /// In lowercase, without separators.
    public var hexadecimal: String { Self.hexadecimal(bytes) }

    /// As RFC 4122 writes a UUID, in lowercase.
    ///
    /// - Precondition: there are sixteen.
    public var uuidText: String {
        let bytes = bytes
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Self.hexadecimal(bytes[$0]) }.joined(separator: "-")
    }

    /// As the address of a radio is written, in uppercase: `C0:FF:EE:00:11:22`.
    public var addressText: String {
        bytes.map { Self.hexadecimal([$0]).uppercased() }.joined(separator: ":")
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
