/// A change of the regions while the box is under way, as somebody asks for it.
public enum RegionChange: Sendable {
    case add(Region)
    case remove(identifier: String)
}

/// Why a region cannot be added or removed.
public enum RegionChangeError: Error, Hashable, Sendable {
    case invalid(RegionMistake)
    /// With it there would be more than `RegionMonitor.mostAddedRegions`, or `mostAddedCorners`.
    case tooMany
    case noSuchRegion(String)
    /// The region comes from a file, and goes with it.
    case isInFile(String)
}

/// Which way a border was crossed. Exits are told first.
public enum RegionCrossing: Int, Hashable, Sendable {
    case exited, entered
}
