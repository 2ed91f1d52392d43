/// What BlueZ tells of an advertisement: as much of it as is new, or was sent once more.
struct Advertisement: Hashable, Sendable {
    /// In dBm; nil when it is not told.
    var strength: Int?
    /// Data of manufacturers, by the number of the company.
    var manufacturers: [UInt16: [UInt8]] = [:]
    /// Data of services with a short UUID.
    var services: [UInt16: [UInt8]] = [:]

    var isEmpty: Bool { strength == nil && manufacturers.isEmpty && services.isEmpty }

    /// The short form of a UUID of the Bluetooth SIG, such as `0000feaa-0000-1000-8000-00805f9b34fb` (Core Specification,
    /// volume 3, part B, section 2.5.1); nil for another one.
    static func short(_ uuid: String) -> UInt16? {
        guard uuid.count == 36, uuid.hasPrefix("0000"), uuid.hasSuffix("-0000-1000-8000-00805f9b34fb") else {
            return nil
        }
        return UInt16(uuid.dropFirst(4).prefix(4), radix: 16)
    }
}
