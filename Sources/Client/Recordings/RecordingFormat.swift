import PlacemarkModel

/// What a recording of a trip is written in.
public enum RecordingFormat: String, CaseIterable, Codable, Sendable {
    case nmea = "NMEA 0183"
    case gpsd = "gpsd JSON"
    case gpx = "GPX"
    case igc = "IGC"
    case geoJSON = "GeoJSON"
    case csv = "CSV"

    /// Recognises a format by the beginning of a recording, of which it needs a few lines. The file's name plays no part.
    /// Nil for none of them.
    ///
    /// - Parameter isWhole: whether there is no more than this.
    init?(beginning: ArraySlice<UInt8>, isWhole: Bool) {
        if let wrapper = RecordingWrapper(beginning) {
            // expat reads UTF-16, in which letters have a zero beside them; no other reader does.
            guard wrapper.isUTF16, beginning.filter({ $0 != 0 })[...].contains("<gpx") else { return nil }
            self = .gpx
            return
        }
        let text = beginning.withoutByteOrderMark.drop { $0 <= 0x20 }
        if text.first == UInt8(ascii: "<") {
            guard text.contains("<gpx") || text.contains(":gpx") else { return nil }
            self = .gpx
            return
        }
        var lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 1000)
        // The last one may be cut off.
        if !isWhole, lines.count > 1 { lines.removeLast() }
        for line in lines {
            if let format = Self.format(ofLine: line.withoutLineEnd.trimmed) {
                self = format
                return
            }
        }
        if let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            guard text.contains(#""type""#) else { return nil }
            self = .geoJSON
            return
        }
        guard CSVColumns(header: Self.headerLine(lines)) != nil else { return nil }
        self = .csv
    }

    /// The format that has such a line, if it is one that no other has.
    private static func format(ofLine line: ArraySlice<UInt8>) -> RecordingFormat? {
        if GPSDReader.isReport(line) { return .gpsd }
        if line.starts(with: Array("HFDTE".utf8)) { return .igc }
        if line.first == UInt8(ascii: "B") {
            return line.count >= 35 && line.bytes(1, 13).flatMap(DecimalText.digits) != nil ? .igc : nil
        }
        // A sentence that is not read is one, too.
        return NMEALine.isSentence(line) ? .nmea : nil
    }

    /// The first line that may name columns.
    static func headerLine(_ lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
        lines.lazy.map(\.withoutLineEnd).first { CSVColumns.mayBeHeader($0) } ?? []
    }

    /// A reader of this format; nil when there is no memory.
    ///
    /// - Parameters:
    ///   - device: the only receiver that counts, where the format names receivers; nil for all of them.
    ///   - dates: the order of day and month, where the format leaves it open; nil for what the dates tell themselves.
    func reader(device: String? = nil, dates: DateOrder? = nil) -> (any RecordingReader)? {
        switch self {
        case .nmea: LineByLine(NMEAReader())
        case .gpsd: GPSDReader(device: device).map { LineByLine($0) }
        case .gpx: GPXReader()
        case .igc: LineByLine(IGCReader())
        case .geoJSON: GeoJSONReader()
        case .csv: LineByLine(CSVReader(dates: dates))
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var withoutLineEnd: ArraySlice<UInt8> { last == UInt8(ascii: "\r") ? dropLast() : self }

    fileprivate func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
