public import PlacemarkCore

/// Something that the source of locations reports.
public struct WorldMoment: Sendable {
    /// When the daemon gets it.
    public var at: BootInstant
    public var event: SourceEvent
    /// Where the box really is.
    public var truth: GroundTruth
    /// Since when nothing at all has been wrong; nil while something is.
    public var healthySince: BootInstant?
    /// Since when the daemon has been stopped, when this is what it finds on its return.
    public var asleepSince: BootInstant?
}
