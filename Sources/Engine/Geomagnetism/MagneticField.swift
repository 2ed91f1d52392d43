import Glibc

/// The earth's magnetic field at a place and a date, in nanotesla along the geodetic axes there.
public struct MagneticField: Hashable, Sendable {
    public var northInNanotesla: Double
    public var eastInNanotesla: Double
    public var downInNanotesla: Double

    /// Degrees by which magnetic north lies east of true north, -180...180.
    public var declination: Double { atan2(eastInNanotesla, northInNanotesla) * 180 / .pi }

    /// Degrees by which the field points below the horizon, -90...90.
    public var inclination: Double { atan2(downInNanotesla, horizontalInNanotesla) * 180 / .pi }

    /// The part that turns the needle of a compass.
    public var horizontalInNanotesla: Double {
        (northInNanotesla * northInNanotesla + eastInNanotesla * eastInNanotesla).squareRoot()
    }

    public var totalInNanotesla: Double {
        (horizontalInNanotesla * horizontalInNanotesla + downInNanotesla * downInNanotesla).squareRoot()
    }
}
