import CExpat

/// Reads GPX 1.0 and 1.1. Routes count in a file without tracks, and waypoints in one without routes, too: beside a track
/// they are plans and notes, which nobody has driven.
///
/// Segments of tracks are put in the order of their times, and those whose every point is older than the one before it are turned
/// round: some programs write the newest first. Otherwise the order within a segment stays, because there a step back is the
/// receiver's.
///
/// A file that is damaged can be read up to there: the structure of XML does not tell where to go on.
final class GPXReader: RecordingReader {
    private let parser: XML_Parser
    private var depth = 0
    private var point: (value: GPXPoint, depth: Int)?
    /// The text of the innermost element, as far as it may be a number or a time.
    private var text: [UInt8] = []
    /// Points of the kind that counts when there is no better one.
    private var waiting: (kind: GPXPoint.Kind, findings: [Finding]) = (.waypoint, [])
    private var hasTrack = false
    private var segments = TrackSegments()
    private var found: [Finding] = []
    private var refusal: String?
    /// Whether anything but white space has come, and how many lines of that stood before it: XML must begin the file,
    /// and some programs leave an empty line there.
    private var hasBegun = false
    private var linesSkipped = 0
    private var hasEnded = false

    /// Deeper than any extension of GPX.
    private static let deepestElement = 100
    /// Of what is read: a time or a number, both far shorter.
    private static let longestTextInBytes = 128
    /// Route points and waypoints of a file, of which no more are kept: they wait in memory until the file has no track.
    private static let mostWaitingPoints = 1_000_000

    /// Returns nil when there is no memory.
    init?() {
        guard let parser = XML_ParserCreate(nil) else { return nil }
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { reader, name, attributes in
                guard let reader, let name, let attributes else { return }
                Unmanaged<GPXReader>.fromOpaque(reader).takeUnretainedValue().begin(localName(name), attributes)
            },
            { reader, name in
                guard let reader, let name else { return }
                Unmanaged<GPXReader>.fromOpaque(reader).takeUnretainedValue().end(localName(name))
            })
        XML_SetCharacterDataHandler(parser) { reader, text, count in
            guard let reader, let text else { return }
            Unmanaged<GPXReader>.fromOpaque(reader).takeUnretainedValue()
                .addText(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        // GPX has no document type. Others bring entities, and with them the attacks on readers of XML.
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
            guard let reader else { return }
            Unmanaged<GPXReader>.fromOpaque(reader).takeUnretainedValue()
                .refuse("a document type declaration: expected GPX, which has none")
        }
    }

    deinit { XML_ParserFree(parser) }

    func read(_ bytes: ArraySlice<UInt8>, into findings: inout [Finding]) {
        var bytes = bytes
        if !hasBegun {
            let start = bytes.firstIndex { $0 > 0x20 && ![0xef, 0xbb, 0xbf].contains($0) } ?? bytes.endIndex
            linesSkipped += bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            bytes = bytes[start...]
            hasBegun = !bytes.isEmpty
        }
        parse(bytes, isLast: false, &findings)
    }

    func finish(into findings: inout [Finding]) {
        parse([], isLast: true, &findings)
        findings += segments.inOrder()
        if !hasTrack { findings += waiting.findings }
    }

    private func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool, _ findings: inout [Finding]) {
        guard !hasEnded else { return }
        let status = bytes.withUnsafeBytes { bytes in
            // A chunk of a recording is far smaller than an Int32 can count.
            XML_Parse(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
                isLast ? 1 : 0)
        }
        findings += found
        found.removeAll(keepingCapacity: true)
        guard status != XML_STATUS_OK else { return }
        hasEnded = true
        findings += segments.inOrder()
        let reason = refusal ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "not XML"
        findings.append(.damage(.init(.line(line), "\(reason); nothing after that can be read")))
    }

    private var line: Int { linesSkipped + Int(clamping: cexpat_line(parser)) }

    private func refuse(_ reason: String) {
        refusal = refusal ?? reason
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    // MARK: What expat calls

    private func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        depth += 1
        text.removeAll(keepingCapacity: true)
        guard depth <= Self.deepestElement else { return refuse("the elements are nested too deeply") }
        if name == "trkseg" { segments.begin() }
        guard point == nil, let kind = GPXPoint.Kind(rawValue: name) else { return }
        var (latitude, longitude): (String?, String?)
        // Pairs of pointers to a name and a value, and a null pointer.
        var index = 0
        while let attribute = attributes[index], let value = attributes[index + 1] {
            switch localName(attribute) {
            case "lat": latitude = String(cString: value)
            case "lon": longitude = String(cString: value)
            default: break
            }
            index += 2
        }
        point = (GPXPoint(kind, line: line, latitude: latitude, longitude: longitude), depth)
    }

    private func addText(_ more: UnsafeRawBufferPointer) {
        guard point != nil, text.count + more.count <= Self.longestTextInBytes else { return }
        text += more
    }

    private func end(_ name: String) {
        defer {
            depth -= 1
            text.removeAll(keepingCapacity: true)
        }
        guard let (point, pointDepth) = point else { return }
        if depth == pointDepth {
            self.point = nil
            return keep(point)
        }
        let text = String(decoding: self.text[...].trimmedLines, as: UTF8.self)
        if !text.isEmpty { self.point?.value.add(name, text, isChild: depth == pointDepth + 1) }
    }

    private func keep(_ point: GPXPoint) {
        if point.kind == .track {
            hasTrack = true
            waiting.findings = []
            segments.add(point.finding)
            if segments.isFull { found += segments.inOrder() }
        } else if !hasTrack {
            if point.kind == .route, waiting.kind == .waypoint { waiting = (.route, []) }
            if point.kind == waiting.kind, waiting.findings.count < Self.mostWaitingPoints {
                waiting.findings.append(point.finding)
            }
        }
    }
}

/// The name of an element without the prefix of its namespace.
private func localName(_ name: UnsafePointer<XML_Char>) -> String {
    let name = String(cString: name)
    return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
}

extension ArraySlice<UInt8> {
    /// Without spaces and line ends at both ends.
    fileprivate var trimmedLines: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first <= 0x20 { slice = slice.dropFirst() }
        while let last = slice.last, last <= 0x20 { slice = slice.dropLast() }
        return slice
    }
}
