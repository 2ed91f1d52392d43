import PlacemarkCore

/// What the state files shall say, and which of it they do not say yet.
struct OfferedState: Sendable {
    /// What one write needs.
    struct Batch: Sendable {
        var settings: StateFileSettings
        var snapshot: StatusSnapshot
        /// nil when the one that was written last is still right.
        var memory: MonitoringMemory?
    }

    private var settings: StateFileSettings
    /// The newest, written or not; nil until there is one.
    private var snapshot: StatusSnapshot?
    private var memory: MonitoringMemory?
    private var isWritten = true
    /// Of the last publication.
    private var minute: Double?

    init(settings: StateFileSettings) { self.settings = settings }

    mutating func take(_ publication: Publication) {
        snapshot = publication.snapshot
        memory = publication.memory ?? memory
        isWritten = false
    }

    /// Whether a publication is to be written at once. A reduced state is at the first one of each minute, news or not, so
    /// that the rhythm of its file is the same under way and at rest.
    mutating func isDue(_ publication: Publication, at now: BootInstant) -> Bool {
        defer { minute = now.minute }
        return publication.isNews || publication.memory != nil
            || (settings.precision == .reduced && minute != now.minute)
    }

    mutating func configure(precision: Precision, hasPreciseFile: Bool) {
        settings.precision = precision
        settings.hasPreciseFile = hasPreciseFile
        isWritten = false
    }

    /// What is to be written now; nil when that is nothing.
    mutating func takeBatch() -> Batch? {
        guard !isWritten, let snapshot else { return nil }
        defer {
            isWritten = true
            memory = nil
        }
        return Batch(settings: settings, snapshot: snapshot, memory: memory)
    }

    /// Takes note that it could not be written, not all of it at least. What has come meanwhile is newer.
    mutating func putBack(_ batch: Batch) {
        memory = memory ?? batch.memory
        isWritten = false
    }
}

extension BootInstant {
    /// The number of the minute in which it is.
    var minute: Double { (sinceBoot.inSeconds / 60).rounded(.down) }
}
