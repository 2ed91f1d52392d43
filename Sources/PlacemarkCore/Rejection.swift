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
    /// From a second receiver, while the first one is working.
    case otherDevice
}
