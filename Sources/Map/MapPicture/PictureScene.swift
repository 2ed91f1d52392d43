public import PlacemarkModel

/// What a picture shows beside the basemap: values that somebody has asked the daemon for.
public struct PictureScene: Sendable {
    /// Where the box is, and how far that can be relied upon.
    public struct Position: Sendable {
        public var coordinate: Coordinate
        public var accuracyInMeters: Double?
        /// Degrees clockwise from true north.
        public var headingInDegrees: Double?
        /// No fix comes any more: this is where the box was.
        public var isStale: Bool

        public init(
            coordinate: Coordinate, accuracyInMeters: Double? = nil, headingInDegrees: Double? = nil,
            isStale: Bool = false
        ) {
            (self.coordinate, self.accuracyInMeters) = (coordinate, accuracyInMeters)
            (self.headingInDegrees, self.isStale) = (headingInDegrees, isStale)
        }
    }

    /// A place with a pin.
    public struct Pin: Sendable {
        public var coordinate: Coordinate
        public var name: String

        public init(coordinate: Coordinate, name: String) { (self.coordinate, self.name) = (coordinate, name) }
    }

    public var position: Position?
    /// From the oldest point to the newest.
    public var track: [TrackPoint] = []
    public var visits: [Pin] = []
    public var regions: [RegionFeature] = []
    /// Lines at the top of the picture: what is missing, and why.
    public var notes: [String] = []

    public init() {}
}

/// How a picture is to look.
public struct PictureStyle: Sendable {
    /// In pixels, each side in `sides`.
    public var width = 800, height = 600
    /// The middle of the picture; nil: all that the scene has.
    public var center: Coordinate?
    public var zoom: Double?
    public var isDark = false
    /// Of the scale; nautical units add the grid of a chart.
    public var units = ScaleUnits.metric

    /// What a side of a picture may have: smaller shows nothing, larger takes more memory than it is worth.
    public static let sides = 64...4096
    public static let zooms = 0.0...19.0

    public init() {}
}
