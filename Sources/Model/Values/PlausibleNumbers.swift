/// A receiver's numbers, as far as they can be true: what is NaN or out of range was not measured, and is nil.
extension Double {
    /// An altitude in metres: from below the deepest trench to beyond geostationary orbit.
    public var asAltitude: Double? { (-12_000...100_000_000).contains(self) ? self : nil }

    /// A speed in m/s: up to beyond orbital speed.
    public var asSpeed: Double? { (0...Self.largestSpeed).contains(self) ? self : nil }

    /// The uncertainty of a speed in m/s. Nothing is measured without an error, so zero counts as absent.
    public var asSpeedAccuracy: Double? { positive(upTo: Self.largestSpeed) }

    /// A direction in degrees, with 0 for 360.
    public var asCourse: Double? { (0...360).contains(self) ? (self == 360 ? 0 : self) : nil }

    /// The uncertainty of a direction in degrees; zero counts as absent.
    public var asCourseAccuracy: Double? { positive(upTo: 360) }

    /// The uncertainty of a position in metres; zero counts as absent, and so does anything beyond half
    /// of the earth's circumference.
    public var asAccuracy: Double? { positive(upTo: 20_037_500) }

    /// In m/s. A satellite in a low orbit has 7,800, and 11,200 leave the earth for good.
    private static let largestSpeed = 20_000.0

    private func positive(upTo limit: Double) -> Double? { self > 0 && self <= limit ? self : nil }
}
