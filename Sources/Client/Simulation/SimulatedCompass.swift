public import PlacemarkModel

/// A compass on a simulated box, which points where the box goes. It may be wrong as compasses are.
public struct SimulatedCompass: Hashable, Sendable {
    /// From which north it counts.
    public var north: CompassReading.North
    /// Degrees clockwise by which it points past the truth, -180...180: iron beside it, or a bracket that was turned.
    public var errorInDegrees: Double
    /// Whether it goes on showing the heading that it showed first, as a needle does that no longer turns.
    public var isStuck: Bool

    public init(north: CompassReading.North = .true, errorInDegrees: Double = 0, isStuck: Bool = false) {
        precondition(-180...180 ~= errorInDegrees, "an error of more than half a turn")
        self.north = north
        self.errorInDegrees = errorInDegrees
        self.isStuck = isStuck
    }

    /// What it shows, in degrees clockwise, 0..<360.
    ///
    /// - Parameters:
    ///   - heading: where the box points, in degrees clockwise from true north.
    ///   - declination: degrees by which magnetic north lies east of true north there; nil where no magnetic compass
    ///     can be relied upon. A compass that counts from true north does not need it.
    /// - Returns: nil for a magnetic compass without a declination.
    public func shown(pointing heading: Double, declination: Double?) -> Double? {
        let degrees: Double? =
            switch north {
            case .true: heading + errorInDegrees
            case .magnetic: declination.map { heading + errorInDegrees - $0 }
            }
        return degrees.map { shown in
            let turned = shown.truncatingRemainder(dividingBy: 360)
            // A tiny negative number and 360 would make 360.
            return turned < 0 ? (turned + 360).truncatingRemainder(dividingBy: 360) : turned
        }
    }
}
