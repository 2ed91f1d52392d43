import LocationEngine
import PlacemarkModel

/// The newest state, until the files have it.
struct UnwrittenState: Sendable {
    /// What one write needs.
    struct Batch: Sendable {
        var settings: StateFileSettings
        var snapshot: StatusSnapshot
        /// nil when the one that was written last is still right.
        var memory: MonitoringMemory?
    }

    private(set) var settings: StateFileSettings
    /// The newest, written or not; nil until there is one.
    private var snapshot: StatusSnapshot?
    private var memory: MonitoringMemory?
    /// Whether nothing has come since the last write.
    private var isWritten = true
    /// Whether something has come since then that is worth a write.
    private var isDue = false

    init(settings: StateFileSettings) { self.settings = settings }

    mutating func take(_ publication: Publication) {
        snapshot = publication.snapshot
        memory = publication.memory ?? memory
        isWritten = false
        if publication.isNews || publication.memory != nil { isDue = true }
    }

    mutating func configure(
        precision: Precision, hasPreciseFile: Bool, hasGuardFile: Bool = false, keepsTrips: Bool = false
    ) {
        settings.precision = precision
        settings.hasPreciseFile = hasPreciseFile
        settings.hasGuardFile = hasGuardFile
        settings.keepsTrips = keepsTrips
        (isWritten, isDue) = (false, true)
    }

    /// What is to be written now; nil when that is nothing.
    mutating func takeDue() -> Batch? { isDue ? take() : nil }

    /// What has not been written, worth a write or not; nil when that is nothing.
    mutating func takeRest() -> Batch? { isWritten ? nil : take() }

    /// The newest state, written or not; nil when there is none yet.
    mutating func take() -> Batch? {
        guard let snapshot else { return nil }
        defer { (isWritten, isDue, memory) = (true, false, nil) }
        return Batch(settings: settings, snapshot: snapshot, memory: memory)
    }

    /// Notes that some of it could not be written. What has come meanwhile is newer.
    mutating func putBack(_ batch: Batch) {
        memory = memory ?? batch.memory
        (isWritten, isDue) = (false, true)
    }
}

extension BootInstant {
    /// The number of the minute in which it is.
    var minute: Double { (sinceBoot.inSeconds / 60).rounded(.down) }

    /// The next whole second after it.
    var nextSecond: BootInstant { BootInstant(sinceBoot: .seconds(sinceBoot.inSeconds.rounded(.down) + 1)) }
}
