public import PlacemarkModel

/// Holds fixes back that are less accurate than desired, while better ones come: CoreLocation's `desiredAccuracy`.
public struct AccuracyFilter: Sendable {
    /// How long nothing good enough must have come before something worse will do: the time in which a receiver that
    /// comes out of a tunnel has its accuracy back.
    static let patience = Duration.seconds(15)
    /// The same for a slow receiver, in fixes: when fixes come every 30 s, a gap of 15 s means nothing.
    static let patienceInFixes = 3

    /// With `best`, nothing is held back: each fix is the best of its moment.
    public var desiredAccuracy: DesiredAccuracy
    private var rhythm = Rhythm()
    /// Since when nothing has been let through.
    private var waitingSince: BootInstant?
    /// The best accuracy that has been held back since then.
    private var bestHeldInMeters: Double?

    public init(desiredAccuracy: DesiredAccuracy = .best) { self.desiredAccuracy = desiredAccuracy }

    /// Returns whether to let this location through.
    ///
    /// One that is good enough always; after `patience` without any also one that is no worse than all that have been
    /// held back meanwhile, and after twice that time whatever comes. So a bad view of the sky brings a location every
    /// 15 s to 30 s, and no silence. An accuracy that is not known is taken for good.
    public mutating func admits(_ location: Location) -> Bool {
        rhythm.fix(at: location.receivedAt)
        guard let desired = desiredAccuracy.inMeters, let accuracy = location.horizontalAccuracy, accuracy > desired
        else { return admit(at: location.receivedAt) }
        let since = waitingSince ?? location.receivedAt
        waitingSince = since
        let waited = since.duration(to: location.receivedAt)
        let patience = max(Self.patience, rhythm.interval * Self.patienceInFixes)
        let isBest = bestHeldInMeters.map { accuracy <= $0 } ?? true
        if waited >= patience * 2 || (waited >= patience && isBest) { return admit(at: location.receivedAt) }
        bestHeldInMeters = min(accuracy, bestHeldInMeters ?? accuracy)
        return false
    }

    private mutating func admit(at now: BootInstant) -> Bool {
        waitingSince = now
        bestHeldInMeters = nil
        return true
    }
}

/// How accurate a location should be: CoreLocation's `desiredAccuracy`.
public enum DesiredAccuracy: String, Codable, CaseIterable, Sendable {
    /// The best that the receiver can do.
    case best
    case tenMeters = "10m"
    case hundredMeters = "100m"
    case kilometer = "1km"
    case threeKilometers = "3km"

    /// The horizontal accuracy in metres that is good enough; nil when nothing is.
    public var inMeters: Double? {
        switch self {
        case .best: nil
        case .tenMeters: 10
        case .hundredMeters: 100
        case .kilometer: 1000
        case .threeKilometers: 3000
        }
    }
}
