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
