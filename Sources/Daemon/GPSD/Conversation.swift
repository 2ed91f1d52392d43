import PlacemarkModel

/// What has been said on one connection, and what follows from the next line. Pure, but for libgps's parser.
struct Conversation {
    private let gpsd: LibGPS
    private var roster: DeviceRoster
    private var silence: SilenceWatch
    private var satellites = SatelliteCounts()
    private let hearsSatellites: Bool
    /// nil where gpsd was asked for reports alone.
    private var compassSentences: CompassSentences?
    private var repeatedHeading = RepeatedHeading()
    /// When everything that gpsd had sent had been read for the last time.
    private var drainedAt: BootInstant
    /// Whether gpsd has greeted.
    private(set) var isConnected = false
    /// Whether a receiver has reported.
    private(set) var hasPositions = false

    /// - Parameter hearsSatellites: whether the instants say how old a count of satellites is.
    init(
        device: String?, limits: SilenceLimits, connectedAt now: BootInstant, parser gpsd: LibGPS,
        hearsSatellites: Bool = true, compassSentences: CompassSentences? = nil
    ) {
        self.gpsd = gpsd
        self.hearsSatellites = hearsSatellites
        self.compassSentences = compassSentences
        roster = DeviceRoster(filter: device)
        silence = SilenceWatch(limits: limits, connectedAt: now)
        drainedAt = now
    }

    /// What to do when nothing arrives.
    mutating func verdict(at now: BootInstant) -> SilenceWatch.Verdict { silence.verdict(at: now) }

    /// What a line means. Events are in order; the first of a connection is `.connected`.
    mutating func received(_ line: ArraySlice<UInt8>, at now: BootInstant) -> [SourceEvent] {
        if let compassSentences, line.first == UInt8(ascii: "$") {
            // gpsd greets first. It does not say of which device a sentence is.
            guard isConnected, !roster.leavesOut else { return [] }
            let reading = compassSentences.reading(line, device: roster.only, at: now)
            return reading.map { [SourceEvent.compass($0)] } ?? []
        }
        let report = ReportLine(line)
        guard report != .damaged else { return [] }
        silence.received(at: now)
        var events: [SourceEvent] = []
        if !isConnected {
            isConnected = true
            events.append(.connected)
        }
        switch report {
        case .tpv:
            let tpv = gpsd.position(line)
            if let device = tpv.device, let found = roster.update(device, isActive: true) { events.append(found) }
            guard roster.counts(tpv.device) else { break }
            hasPositions = true
            let event = tpv.event(receivedAt: now, satellites: satellites.count(of: tpv.device, at: now))
            if case .noFix = event { satellites.forget(tpv.device) }
            if let event { events.append(event) }
        case .att:
            // A compass is not a receiver: it is neither found here, nor a sign that positions will come.
            var att = gpsd.attitude(line)
            compassSentences?.heard(att)
            guard roster.counts(att.device) else { break }
            repeatedHeading.remove(from: &att)
            events += att.readings(receivedAt: now).map { SourceEvent.compass($0) }
        case .sky where hearsSatellites:
            // Not with libgps, which leaves the satellites of the report before when one has none.
            let sky = GPSDReport(line: line)
            if let count = sky?.satellites, roster.counts(sky?.device) {
                satellites.hear(count, of: sky?.device, at: now)
            }
        case .devices(let list): events += roster.replace(with: list)
        case .device(let device):
            if let event = roster.update(device.path, isActive: device.isActive) { events.append(event) }
        case .version, .sky, .other, .damaged: break
        }
        return events
    }

    /// Dates the fixes of one round of reading back: when this process was stopped, or the machine was asleep, fixes
    /// have piled up, and all but the newest are older than they look. Each is made older than the newest of its
    /// receiver by what their timestamps say, but not older than the moment when there was nothing left to read.
    ///
    /// - Parameter isEmpty: whether there is nothing left to read now.
    mutating func dateBack(_ batch: inout [SourceEvent], isEmpty: Bool, at now: BootInstant) {
        let emptyBefore = drainedAt
        if isEmpty { drainedAt = now }
        var newest: [String?: Timestamp] = [:]
        for index in batch.indices.reversed() {
            guard case .fix(var location) = batch[index], let timestamp = location.timestamp else { continue }
            if let latest = newest[location.device] {
                let lag = max(.zero, latest.duration(since: timestamp))
                location.receivedAt = max(emptyBefore, location.receivedAt.advanced(by: .zero - lag))
                batch[index] = .fix(location)
            } else {
                newest[location.device] = timestamp
            }
        }
    }
}
