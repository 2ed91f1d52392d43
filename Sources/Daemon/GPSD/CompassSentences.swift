import PlacemarkModel

/// The sentences of magnetic compasses that gpsd makes no report of: HDG, and HDM before 3.25.
///
/// gpsd passes on all of NMEA 0183 as it comes, if it is asked. Everything else in there it tells in reports, too, and those count.
struct CompassSentences {
    /// With the dollar sign and the end of the line, by NMEA 0183.
    private static let longestSentenceInBytes = 82

    /// Whether gpsd tells of headings from magnetic north itself.
    private var reportsMagnetic = false

    /// gpsd has made a report of a compass.
    mutating func heard(_ report: ATT) { if !report.magneticHeading.isNaN { reportsMagnetic = true } }

    /// What a line says that begins with a dollar sign; nil unless it is such a sentence, whole, and with its checksum.
    func reading(_ line: ArraySlice<UInt8>, device: String?, at now: BootInstant) -> CompassReading? {
        let type = line.dropFirst(3).prefix(3)
        guard type.elementsEqual("HDG".utf8) || type.elementsEqual("HDM".utf8) && !reportsMagnetic else { return nil }
        let sentence = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard sentence.count <= Self.longestSentenceInBytes - 2, sentence.dropLast(2).last == UInt8(ascii: "*"),
            let fields = try? NMEAFields(sentence)
        else { return nil }
        return CompassReading(fields, receivedAt: now, device: device)
    }
}
