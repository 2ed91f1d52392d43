/// How far a thinned track may be from the fixes that it stands for, in metres.
public enum TrackTolerance {
    /// How far from the track a fix may be under way.
    public static func inMeters(of fix: Location) -> Double { max(10, (fix.horizontalAccuracy ?? 0) / 2) }

    /// How far from a place of rest a fix may be.
    public static func atRestInMeters(from place: Location, to fix: Location) -> Double {
        max(10, (place.horizontalAccuracy ?? 0) + (fix.horizontalAccuracy ?? 0))
    }
}
