import PlacemarkModel

/// What BlueZ tells of an advertisement: as much of it as is new, or was sent once more.
///
/// One of a stranger takes no memory: only what is of a beacon's format is kept.
struct Advertisement: Hashable, Sendable {
    /// In dBm; nil when it is not told.
    var strength: Int?
    /// What the formats of beacons made of its data.
    private(set) var readings: [BeaconReading] = []
    /// Whether it has data, of whatever format.
    private(set) var hasData = false

    init() {}

    var isEmpty: Bool { strength == nil && !hasData }

    /// Takes data of a manufacturer, by the number of the company.
    mutating func add(manufacturer company: UInt16, _ data: UnsafeRawBufferPointer) {
        take(BeaconFormat.read(manufacturer: company, data))
    }

    /// Takes data of a service with a short UUID.
    mutating func add(service: UInt16, _ data: UnsafeRawBufferPointer) {
        take(BeaconFormat.read(service: service, data))
    }

    private mutating func take(_ reading: BeaconReading) {
        hasData = true
        if reading != .unknown { readings.append(reading) }
    }

    /// The short form of a UUID of the Bluetooth SIG, such as `0000feaa-0000-1000-8000-00805f9b34fb` (Core Specification,
    /// volume 3, part B, section 2.5.1); nil for another one.
    static func short(_ uuid: String) -> UInt16? {
        guard uuid.count == 36, uuid.hasPrefix("0000"), uuid.hasSuffix("-0000-1000-8000-00805f9b34fb") else {
            return nil
        }
        return UInt16(uuid.dropFirst(4).prefix(4), radix: 16)
    }
}
