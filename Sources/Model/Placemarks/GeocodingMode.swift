/// The rule by which a new placemark is asked for.
public enum GeocodingMode: String, Codable, CaseIterable, Sendable {
    /// Apple's guidance: far enough from the last geocoded location, and long enough since the last attempt.
    case distanceAndTime = "distance-and-time"
    /// The sample listing that goes with the guidance, to the letter: either one, the distance measured from the
    /// previous fix. For comparison.
    case distanceOrTime = "distance-or-time"
    /// Every accepted fix. Only for a geocoder without a rate limit.
    case everyFix = "every-fix"
    /// Other names by the embedded gazetteer's hint than those of the last geocoded location, and long
    /// enough since the last attempt.
    case onChange = "on-change"
}
