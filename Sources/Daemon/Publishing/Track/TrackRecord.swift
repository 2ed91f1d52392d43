import PlacemarkModel

/// A point of the track as it is kept, in memory and on disk: 32 bytes, little-endian.
///
/// | Offset | Type | |
/// |---|---|---|
/// | 0 | UInt32 | CRC-32 of the other 28 bytes |
/// | 4 | UInt16 | bit 0: starts a segment; bit 1: the time is since boot |
/// | 6 | UInt16 | speed in cm/s, at most 655.34 m/s; 65535 for none |
/// | 8 | Int64 | milliseconds since 1970-01-01T00:00:00Z, or since boot |
/// | 16 | Int32 | latitude in 1e-7 degrees, about a centimetre |
/// | 20 | Int32 | longitude likewise |
/// | 24 | Int32 | altitude in cm; the smallest number for none |
/// | 28 | UInt32 | horizontal accuracy in cm; the largest number for none |
enum TrackRecord {
    static let byteCount = 32

    private static let startsSegment: UInt16 = 1
    private static let isSinceBoot: UInt16 = 2

    static func encode(_ point: TrackPoint) -> [UInt8] {
        var flags = point.startsSegment ? startsSegment : 0
        let time: Int64
        switch point.time {
        case .receiver(let timestamp): time = timestamp.nanosecondsSinceEpoch.flooredToMilliseconds
        case .sinceBoot(let duration):
            flags |= isSinceBoot
            time = integer(duration.inSeconds * 1000, in: 0...Int64.max)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        append(flags, to: &bytes)
        append(point.speed.map { integer($0 * 100, in: 0...UInt16.max - 1) } ?? .max, to: &bytes)
        append(time, to: &bytes)
        append(integer(point.coordinate.latitude * 1e7, in: Int32.min...Int32.max), to: &bytes)
        append(integer(point.coordinate.longitude * 1e7, in: Int32.min...Int32.max), to: &bytes)
        append(point.altitude.map { integer($0 * 100, in: Int32.min + 1...Int32.max) } ?? .min, to: &bytes)
        append(point.horizontalAccuracy.map { integer($0 * 100, in: 0...UInt32.max - 1) } ?? .max, to: &bytes)
        var record: [UInt8] = []
        record.reserveCapacity(byteCount)
        append(bytes.crc32, to: &record)
        return record + bytes
    }

    /// Returns nil for bytes that are not a record: torn, damaged, or of something else.
    static func decode(_ bytes: ArraySlice<UInt8>) -> TrackPoint? {
        guard bytes.count == byteCount, bytes.dropFirst(4).crc32 == number(bytes, at: 0) else { return nil }
        let flags: UInt16 = number(bytes, at: 4)
        let (speed, milliseconds) = (number(bytes, at: 6) as UInt16, number(bytes, at: 8) as Int64)
        let (latitude, longitude) = (number(bytes, at: 16) as Int32, number(bytes, at: 20) as Int32)
        let (altitude, accuracy) = (number(bytes, at: 24) as Int32, number(bytes, at: 28) as UInt32)
        guard
            let coordinate = Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7),
            let time = time(milliseconds, isSinceBoot: flags & isSinceBoot != 0)
        else { return nil }
        return TrackPoint(
            coordinate: coordinate, time: time, altitude: altitude == .min ? nil : Double(altitude) / 100,
            speed: speed == .max ? nil : Double(speed) / 100,
            horizontalAccuracy: accuracy == .max ? nil : Double(accuracy) / 100,
            startsSegment: flags & startsSegment != 0)
    }

    private static func time(_ milliseconds: Int64, isSinceBoot: Bool) -> TrackPoint.Time? {
        if isSinceBoot { return .sinceBoot(.milliseconds(milliseconds)) }
        let (nanoseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : .receiver(Timestamp(nanosecondsSinceEpoch: nanoseconds))
    }

    /// The nearest whole number within the range.
    private static func integer<Number: FixedWidthInteger>(_ value: Double, in range: ClosedRange<Number>) -> Number {
        if let number = Number(exactly: value.rounded()) {
            return min(range.upperBound, max(range.lowerBound, number))
        }
        return value < 0 ? range.lowerBound : range.upperBound
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Number {
        var number: Number = 0
        for byte in bytes[(bytes.startIndex + offset)...].prefix(Number.bitWidth / 8).reversed() {
            number = number << 8 | Number(truncatingIfNeeded: byte)
        }
        return number
    }
}

extension Int64 {
    fileprivate var flooredToMilliseconds: Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
