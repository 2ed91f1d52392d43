import Files
import Glibc
import LocationEngine
import PlacemarkModel

/// The kept trips, what has been said of them, and the ship's log: lines in chunks, each with the hash of the one before.
///
/// A line that is being written when the power goes is cut off by the next run; the chain goes on with the last whole one.
/// Lines that are damaged, or that somebody has edited, are left as they are, told of, and skipped.
struct TripJournal: Sendable {
    /// A chunk takes no more lines after so many bytes …
    static let chunkInBytes = 256 << 10
    /// … and there are no more chunks than these: the oldest go first.
    static let mostChunks = 256
    /// A chunk takes no more lines when its first one is older than this part of the retention.
    private static let partsOfRetention = 8

    private var medium: any TripMedium
    var retention: Duration
    private var numbers: [Int] = []
    /// Of the last chunk.
    private var byteCount = 0
    private var firstTime: Timestamp?
    /// Whether a write has failed since, which may have left something behind the last line.
    private var hasRemnant = false
    private var lastNumber = 0
    private var lastHash = TripEntry.firstHash
    /// Of the last entry that the ship's log had got by itself when this run began, until it gets the next one.
    private var earlierLogTime: Timestamp?
    /// The identities of all trips that are kept.
    private(set) var identities: Set<String> = []

    /// Begins with what an earlier run has left. `complain` gets what is wrong with it.
    init(
        in medium: any TripMedium, retention: Duration, complain: (String) -> Void = { _ in }
    ) throws(AtomicFile.WriteError) {
        self.medium = medium
        self.retention = retention
        numbers = try medium.numbers()
        for number in numbers { try load(number, complain) }
    }

    private mutating func load(_ number: Int, _ complain: (String) -> Void) throws(AtomicFile.WriteError) {
        let bytes = try medium.read(number)
        (byteCount, firstTime) = (0, nil)
        var damaged = 0
        for line in Self.lines(bytes) {
            if number == numbers.last, Self.isTorn(line, endsFile: byteCount + line.count == bytes.count) { break }
            byteCount += line.count
            let read = TripEntry.read(line)
            if !read.isIntact { damaged += 1 }
            lastHash = read.hash
            guard let entry = read.entry else { continue }
            lastNumber = max(lastNumber, entry.number)
            firstTime = firstTime ?? entry.time
            guard read.isIntact else { continue }
            if let trip = entry.trip { identities.insert(trip.id) }
            if let log = entry.log, log.remark == nil { earlierLogTime = log.timestamp }
        }
        if damaged > 0 {
            complain("the journal of trips: \(damaged) damaged or edited entries in chunk \(number) are left out")
        }
        if byteCount < bytes.count {
            complain("the journal of trips: an entry that was not written to its end is cut off")
            try medium.cut(number, at: byteCount)
        }
    }

    /// The lines with their newlines; the last one may have none.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    /// Whether a power cut has left this: no newline, or zeros where the text should be, at the very end.
    private static func isTorn(_ line: ArraySlice<UInt8>, endsFile: Bool) -> Bool {
        endsFile && (line.last != UInt8(ascii: "\n") || line.contains(0))
    }

    /// Adds a trip, unless it is kept already. Returns whether it was added.
    mutating func add(_ trip: TripRecord, at time: Timestamp?) throws(AtomicFile.WriteError) -> Bool {
        guard !identities.contains(trip.id) else { return false }
        try append(TripEntry(number: lastNumber + 1, previous: lastHash, time: time, trip: trip))
        identities.insert(trip.id)
        return true
    }

    /// Adds what somebody says of a trip. Returns false when there is no such trip.
    mutating func label(_ id: String, _ label: TripLabel, at time: Timestamp?) throws(AtomicFile.WriteError) -> Bool {
        guard identities.contains(id) else { return false }
        try append(TripEntry(number: lastNumber + 1, previous: lastHash, time: time, labelled: id, label: label))
        return true
    }

    /// Adds an entry of the ship's log.
    mutating func add(_ entry: ShipsLogEntry, at time: Timestamp?) throws(AtomicFile.WriteError) {
        try append(TripEntry(number: lastNumber + 1, previous: lastHash, time: time, log: entry))
        if entry.remark == nil { earlierLogTime = nil }
    }

    /// Whether an earlier run has written the entry of this one's hour, or other interval.
    func hasEarlier(_ entry: ShipsLogEntry, _ rhythm: ShipsLogRhythm) -> Bool {
        guard let earlierLogTime, let time = entry.timestamp else { return false }
        return rhythm.isSameInterval(time, earlierLogTime)
    }

    private mutating func append(_ entry: TripEntry) throws(AtomicFile.WriteError) {
        let line = entry.line
        if isFull(for: entry, line) {
            // Only at the end of the last chunk is it known for what it is.
            if hasRemnant, let last = numbers.last { try medium.cut(last, at: byteCount) }
            hasRemnant = false
            let number = (numbers.last ?? 0) + 1
            try medium.write(line, to: number, at: 0)
            numbers.append(number)
            (byteCount, firstTime) = (line.count, entry.time)
        } else {
            hasRemnant = true
            try medium.write(line, to: numbers[numbers.count - 1], at: byteCount)
            hasRemnant = false
            byteCount += line.count
            firstTime = firstTime ?? entry.time
        }
        lastNumber = entry.number
        lastHash = TripEntry.read(line).hash
    }

    private func isFull(for entry: TripEntry, _ line: [UInt8]) -> Bool {
        guard !numbers.isEmpty, byteCount > 0, byteCount + line.count <= Self.chunkInBytes else { return true }
        guard let firstTime, let time = entry.time else { return false }
        return time.duration(since: firstTime) > retention / Self.partsOfRetention
    }

    /// Removes the chunks whose entries are all too old, but for the last one, whose end the chain goes on with.
    mutating func removeExpired(at time: Timestamp?) throws(AtomicFile.WriteError) {
        while numbers.count > 1, let oldest = numbers.first {
            if numbers.count <= Self.mostChunks {
                guard let time, let limit = time.advanced(by: .zero - retention) else { return }
                let entries = try entries(of: oldest)
                guard entries.allSatisfy({ $0.time.map { $0 < limit } ?? true }) else { return }
            }
            for entry in try entries(of: oldest) { if let trip = entry.trip { identities.remove(trip.id) } }
            try medium.remove(oldest)
            numbers.removeFirst()
        }
    }

    /// Whether this trip must have been removed because of its age: chunks have been, and it is older than what is kept.
    func hasForgotten(_ trip: TripRecord) throws(AtomicFile.WriteError) -> Bool {
        guard let oldest = numbers.first, oldest > 1, !identities.contains(trip.id), let end = trip.end.timestamp
        else { return false }
        for number in numbers {
            if let time = try entries(of: number).lazy.compactMap(\.time).first { return end < time }
        }
        return false
    }

    /// The numbers of the chunks, in order.
    var chunks: [Int] { numbers }

    /// The intact entries of a chunk.
    func entries(of number: Int) throws(AtomicFile.WriteError) -> [TripEntry] {
        Self.lines(try medium.read(number)).compactMap { line in
            let read = TripEntry.read(line)
            return read.isIntact ? read.entry : nil
        }
    }

    /// What has been said last of each trip: who adds a note leaves its class as it is.
    func labels() throws(AtomicFile.WriteError) -> [String: TripLabel] {
        var labels: [String: TripLabel] = [:]
        for number in numbers {
            for entry in try entries(of: number) {
                guard let id = entry.labelled, let said = entry.label else { continue }
                labels[id] = said.over(labels[id])
            }
        }
        return labels
    }

    /// Whether each line is as it was written, and follows on the one before; and whether there is one of this hash.
    func verification(containing hash: String? = nil) throws(AtomicFile.WriteError) -> TripsVerification {
        var (count, first, faults) = (0, 0, [String]())
        var last: (number: Int, hash: String)?
        var isThere = false
        for number in numbers {
            for line in Self.lines(try medium.read(number)) {
                count += 1
                let read = TripEntry.read(line)
                let name = "entry \(read.entry?.number ?? (last?.number ?? 0) + 1)"
                if !read.isIntact { faults.append("\(name) is not as it was written") }
                guard let entry = read.entry else {
                    last = ((last?.number ?? 0) + 1, read.hash)
                    continue
                }
                if first == 0 { first = entry.number }
                if let last {
                    if entry.number != last.number + 1 { faults.append("\(name) comes after entry \(last.number)") }
                    if entry.previous != last.hash { faults.append("\(name) does not follow the entry before it") }
                } else if entry.number == 1, entry.previous != TripEntry.firstHash {
                    faults.append("\(name) is not the first one that was written")
                }
                last = (entry.number, read.hash)
            }
            if let hash, try hasLine(number, hash) { isThere = true }
        }
        if let hash, !isThere {
            let removed = "; its entry may be one before \(first), which were removed because of their age"
            faults.append("no entry has the hash \(hash.prefix(64))\(first > 1 ? removed : "")")
        }
        return TripsVerification(entries: count, first: first, faults: faults, hash: last?.hash ?? TripEntry.firstHash)
    }

    private func hasLine(_ number: Int, _ hash: String) throws(AtomicFile.WriteError) -> Bool {
        Self.lines(try medium.read(number)).contains {
            let read = TripEntry.read($0)
            return read.isIntact && read.hash == hash
        }
    }
}
