public import PlacemarkModel

/// A compass that has been heard, and what is thought of it.
public struct KnownCompass: Sendable {
    /// By what one compass is told from another. A box that joins several instruments has one device for all of them, and
    /// the headings from both norths come from different ones.
    public struct Identity: Hashable, Sendable {
        public let device: String?
        public let north: CompassReading.North

        init(_ reading: CompassReading) { (device, north) = (reading.device, reading.north) }
    }

    public let identity: Identity
    /// What it said last, with its deviation and the declination taken into account.
    public internal(set) var heading: Heading
    /// What was added to what it showed; nil for one that counts from true north, and where nobody knows it.
    public internal(set) var deviation: Double?
    var health = CompassHealth()

    /// What it is worth, as of the last comparison; `silent` is for those who know what time it is.
    public var state: CompassState { health.state }
    /// How far it pointed clockwise of the course when the two were last compared, -180...180.
    public var courseDifferenceInDegrees: Double? { health.courseDifferenceInDegrees }
}
