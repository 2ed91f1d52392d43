/// Why a fix was not believed. Each has a counter in the status.
public enum Rejection: String, Codable, CaseIterable, Hashable, Sendable {
    /// The receiver reports, but has no position.
    case noFix
    /// Latitude or longitude is out of range or not a number.
    case invalidCoordinate
    /// Exactly 0° N, 0° E, far from where the box was: what receivers say when they know nothing.
    case nullIsland
    /// The accuracy is worse than `MaximumAccuracy`.
    case inaccurate
    /// The fix waited somewhere, and arrived long after it was taken.
    case tooOld
    /// Taken before one that has been accepted already.
    case outOfOrder
    /// Of the same moment as one that has been accepted already.
    case duplicate
    /// The box would have moved faster than anything on a road, at sea or in an airliner.
    case implausibleSpeed
    /// The box would have moved much farther than the speed that the receiver claims allows.
    case contradictsSpeed
    /// The position stays the same to the last digit, though the box claims to move or moved fast until then.
    case frozen
    /// From another receiver than the one that is listened to.
    case otherDevice
}
