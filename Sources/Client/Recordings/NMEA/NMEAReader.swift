import PlacemarkModel

/// Reads NMEA 0183: RMC, GGA, GNS, GLL, GSA, VTG and ZDA of any talker, and the compasses' HDT, HDM and HDG. Other sentences
/// are passed over.
///
/// Sentences of the same time make one report. Those without a time belong to the one that has begun. A time that a logger
/// has put before the sentences tells the date, while no sentence has told one, and if it tells its offset from UTC; what
/// the receiver says of the time of day counts for more.
struct NMEAReader: RecordingLineReader {
    private var epoch = RecordedEpoch()
    private var date = RunningDate()
    /// Whether a sentence has told the date.
    private var hasToldDate = false
    /// What the compasses have said since the last epoch ended: of each north the last word.
    private var compasses: [CompassReading] = []

    mutating func read(_ line: ArraySlice<UInt8>, number: Int, into findings: inout [Finding]) {
        // Comments, as gpsd's own recordings have them, and empty lines.
        guard let first = line.trimmed.first, first != UInt8(ascii: "#") else { return }
        let sentence: NMEALine?
        do throws(NMEAFields.Fault) {
            sentence = try NMEALine(line)
        } catch {
            findings.append(.damage(.init(.line(number), error.description)))
            return
        }
        guard let sentence else { return }
        // The clock of the recording tells when.
        if let reading = CompassReading(sentence.fields, receivedAt: BootInstant(sinceBoot: .zero)) {
            compasses.removeAll { $0.north == reading.north }
            compasses.append(reading)
            return
        }
        guard let type = RecordedEpoch.SentenceType(sentence.fields) else { return }
        add(sentence, type, into: &findings)
    }

    mutating func finish(into findings: inout [Finding]) { endEpoch(into: &findings) }

    private mutating func add(
        _ line: NMEALine, _ type: RecordedEpoch.SentenceType, into findings: inout [Finding]
    ) {
        if let field = type.timeField {
            let time = line.fields.timeOfDay(field)
            // A receiver that does not know the time yet says each sentence once in an epoch.
            let isNext = time == nil ? epoch.types.contains(type) : epoch.timeOfDay != nil && time != epoch.timeOfDay
            if isNext { endEpoch(into: &findings) }
            epoch.timeOfDay = time ?? epoch.timeOfDay
        }
        epoch.loggedAt = epoch.loggedAt ?? line.loggedAt
        epoch.add(line.fields, type)
    }

    private mutating func endEpoch(into findings: inout [Finding]) {
        let ended = epoch
        epoch = RecordedEpoch()
        hasToldDate = hasToldDate || ended.date != nil
        let time = ended.timeOfDay.map { timeOfDay in
            let loggedDay = hasToldDate ? nil : ended.loggedAt.map { RunningDate.midnight(of: timeOfDay, near: $0) }
            return date.moment(at: timeOfDay, onDay: ended.date ?? loggedDay)
        }
        if let event = ended.event(timestamp: date.isKnown ? time : nil) {
            findings.append(.report(event, time: time))
        }
        for reading in compasses { findings.append(.report(.compass(reading), time: time)) }
        compasses = []
    }
}
