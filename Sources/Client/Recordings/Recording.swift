public import PlacemarkModel

/// A recorded trip: a file, or what comes through a pipe, read piece by piece.
///
/// Memory stays the same however long the trip is, but for GeoJSON, and for GPX up to half a million points. Used by one thread.
public final class Recording {
    /// What there is in a recording, one after the other.
    public enum Entry: Sendable {
        /// What the daemon would have got, and when: never earlier than the entry before it.
        case event(SourceEvent, at: BootInstant)
        case damage(RecordingDamage)
    }

    public let format: RecordingFormat
    /// The size of the file; nil for a pipe.
    public var byteCount: Int? { input.byteCount }
    /// How much of it has been read.
    public var bytesRead: Int { unpacked?.packedBytesRead ?? plainBytesRead }
    /// How many positions had no time of their own.
    public var undatedPositions: Int { clock.undatedPositions }

    private let input: RecordingInput
    /// What is inside of a file in gzip.
    private let unpacked: GzipInput?
    private var plainBytesRead = 0
    private var reader: any RecordingReader
    private var clock = RecordingClock()
    /// What was read to recognise the format.
    private var beginning: [UInt8]
    private var hasEnded = false

    /// Opens a recording, and recognises its format.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - device: the only receiver that counts, where the format names receivers; nil for all of them.
    ///   - dates: the order of day and month, where the format leaves it open; nil for what the dates tell themselves.
    public init(path: String, device: String? = nil, dates: DateOrder? = nil) throws(RecordingError) {
        input = try RecordingInput(path: path)
        let beginning = try input.read(atLeast: RecordingInput.chunkInBytes)
        if RecordingWrapper(beginning[...]) == .gzip {
            guard let unpacked = GzipInput(input, beginning: beginning) else { throw .noMemory(path: path) }
            self.unpacked = unpacked
            self.beginning = try unpacked.read(atLeast: RecordingInput.chunkInBytes)
        } else {
            unpacked = nil
            self.beginning = beginning
        }
        let isWhole = self.beginning.count < RecordingInput.chunkInBytes
        let text = self.beginning
        guard text.contains(where: { $0 > 0x20 }) else {
            if let fault = unpacked?.fault { throw .unreadable(path: path, reason: fault) }
            throw .empty(path: path)
        }
        guard let format = RecordingFormat(beginning: text[...], isWhole: isWhole) else {
            throw .unrecognized(text, path: path)
        }
        guard let reader = format.reader(device: device, dates: dates) else { throw .noMemory(path: path) }
        (self.format, self.reader) = (format, reader)
    }

    /// Reads the next piece, and returns what is in it, which may be nothing; nil after the end.
    public func next() throws(RecordingError) -> [Entry]? {
        guard !hasEnded else { return nil }
        let bytes = beginning.isEmpty ? try readMore() : beginning
        beginning = []
        plainBytesRead += bytes.count
        var findings: [Finding] = []
        if bytes.isEmpty {
            hasEnded = true
            reader.finish(into: &findings)
            if let fault = unpacked?.fault { findings.append(.damage(.init(.whole, fault))) }
        } else {
            reader.read(bytes[...], into: &findings)
        }
        return findings.map { finding in
            switch finding {
            case .damage(let damage): return .damage(damage)
            case .report(let event, let time):
                let arrival = clock.arrival(of: time, isPosition: event.isPosition)
                return .event(event.received(at: arrival), at: arrival)
            }
        }
    }

    private func readMore() throws(RecordingError) -> [UInt8] {
        if let unpacked { try unpacked.read() } else { try input.read() }
    }
}

extension RecordingError {
    fileprivate static func noMemory(path: String) -> RecordingError {
        .unreadable(path: path, reason: "no memory is left")
    }

    /// Why nothing was recognised: something that must be unpacked first, a table whose columns are called otherwise, or
    /// something else.
    fileprivate static func unrecognized(_ beginning: [UInt8], path: String) -> RecordingError {
        if let wrapper = RecordingWrapper(beginning[...]) {
            return .wrapped(path: path, name: wrapper.name, unwrapping: wrapper.unwrapping(path))
        }
        let lines = beginning[...].withoutByteOrderMark.split(separator: UInt8(ascii: "\n"), maxSplits: 100)
        let header = RecordingFormat.headerLine(lines).prefix(200)
        let isTable = CSVRecord.separators.contains { separator in header.count { $0 == separator } >= 2 }
        guard isTable, header.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }),
            let text = String(validating: header, as: UTF8.self)
        else { return .unknownFormat(path: path) }
        return .noColumns(path: path, header: text)
    }
}
