import PlacemarkModel

/// Reads flight recordings as the FAI's "Technical Specification for IGC-Approved GNSS Flight Recorders" describes
/// them: the date (HFDTE), the extensions of fixes (I), and the fixes (B). Other records are passed over.
///
/// The altitude is that of the satellites, above the ellipsoid unless the recorder says otherwise (HFALG); pressure is
/// not used. The accuracy is the extension FXA.
struct IGCReader: RecordingLineReader {
    /// Midnight of the date that was announced, until the first fix has taken it.
    private var newDate: Timestamp?
    private var date = RunningDate()
    /// Where FXA stands in a B record, counted from 0.
    private var accuracyBytes: Range<Int>?
    private var isAltitudeAboveGeoid = false

    mutating func read(_ line: ArraySlice<UInt8>, number: Int, into findings: inout [Finding]) {
        let line = line.trimmed
        switch line.first {
        case UInt8(ascii: "B"):
            guard let finding = readFix(line) else {
                let reason = "not a whole B record: expected the time, the position and two altitudes, 35 characters"
                return findings.append(.damage(.init(.line(number), reason)))
            }
            findings.append(finding)
        case UInt8(ascii: "H"):
            let text = String(decoding: line.prefix(32), as: UTF8.self)
            if text.hasPrefix("HFDTE") {
                guard readDate(line) else {
                    return findings.append(
                        .damage(.init(.line(number), "not a date: expected HFDTE and day, month and year, DDMMYY")))
                }
            } else if text.hasPrefix("HFALG") {
                isAltitudeAboveGeoid = text.contains("GEO") || text.contains("MSL")
            }
        case UInt8(ascii: "I"): readExtensions(line)
        default: break
        }
    }

    /// `HFDTE150624` or `HFDTEDATE:150624,01`.
    private mutating func readDate(_ line: ArraySlice<UInt8>) -> Bool {
        let digits = line.dropFirst(5).drop { !(48...57).contains($0) }
        guard let midnight = RunningDate.midnight(digits.prefix(6)) else { return false }
        // Repeated later in the file, it is still the date of the first fix.
        if !date.isKnown { newDate = midnight }
        return true
    }

    /// `I023638FXA3941ENL`: how many, and for each the first and the last byte, counted from 1, and its name.
    private mutating func readExtensions(_ line: ArraySlice<UInt8>) {
        guard let count = line.bytes(1, 2).flatMap(DecimalText.digits) else { return }
        for index in 0..<count {
            guard let first = line.bytes(3 + index * 7, 2).flatMap(DecimalText.digits),
                let last = line.bytes(5 + index * 7, 2).flatMap(DecimalText.digits),
                let name = line.bytes(7 + index * 7, 3)
            else { return }
            if name.elementsEqual("FXA".utf8), first >= 36, last >= first { accuracyBytes = first - 1..<last }
        }
    }

    /// `BHHMMSSDDMMmmmNDDDMMmmmEAPPPPPGGGGG`.
    private mutating func readFix(_ line: ArraySlice<UInt8>) -> Finding? {
        func digits(_ offset: Int, _ count: Int) -> Int? { line.bytes(offset, count).flatMap(DecimalText.digits) }
        guard let timeOfDay = line.bytes(1, 6).flatMap(RunningDate.timeOfDay),
            let latitude = angle(line, at: 7, degreeDigits: 2, "N", "S"),
            let longitude = angle(line, at: 15, degreeDigits: 3, "E", "W"), let validity = line.bytes(24, 1)?.first,
            line.bytes(25, 10) != nil
        else { return nil }
        let time = date.moment(at: timeOfDay, onDay: newDate)
        newDate = nil
        let isValid = validity == UInt8(ascii: "A")
        // Without data of the satellites a recorder goes on with zeros.
        if !isValid, latitude == 0, longitude == 0 { return .report(.noFix(device: nil), time: time) }
        var fix = RecordedFix()
        (fix.latitude, fix.longitude, fix.is3D) = (latitude, longitude, isValid)
        fix.timestamp = date.isKnown ? time : nil
        let altitude = line.bytes(30, 5).flatMap(DecimalText.number) ?? .nan
        if isAltitudeAboveGeoid { fix.altitude = altitude } else { fix.ellipsoidalAltitude = altitude }
        if let accuracyBytes, let accuracy = digits(accuracyBytes.lowerBound, accuracyBytes.count) {
            fix.horizontalAccuracy = Double(accuracy)
        }
        return .report(fix.event, time: time)
    }

    /// Degrees, minutes and thousandths of a minute.
    private func angle(
        _ line: ArraySlice<UInt8>, at offset: Int, degreeDigits: Int, _ positive: Unicode.Scalar,
        _ negative: Unicode.Scalar
    ) -> Double? {
        guard let degrees = line.bytes(offset, degreeDigits).flatMap(DecimalText.digits),
            let minutes = line.bytes(offset + degreeDigits, 5).flatMap(DecimalText.digits), minutes < 60_000,
            let letter = line.bytes(offset + degreeDigits + 5, 1)?.first
        else { return nil }
        let size = Double(degrees) + Double(minutes) / 60_000
        return letter == UInt8(ascii: positive) ? size : letter == UInt8(ascii: negative) ? -size : nil
    }
}

extension ArraySlice<UInt8> {
    /// The next `count` bytes from an offset in this slice; nil when there are not so many.
    func bytes(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        return self[(startIndex + offset)..<(startIndex + offset + count)]
    }
}
