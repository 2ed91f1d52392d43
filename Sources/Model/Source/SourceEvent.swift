/// What a source of locations reports to the location manager.
public enum SourceEvent: Hashable, Sendable {
    /// The source is reachable (gpsd has answered).
    case connected
    /// The source cannot be reached, and why, in words for a person.
    case disconnected(reason: String)
    /// A receiver has been found.
    case deviceFound(device: String)
    /// A receiver has gone (unplugged, closed by gpsd).
    case deviceLost(device: String)
    /// The receivers that the source has, and that do not count because another one is to be listened to alone; told anew
    /// when they change.
    case devicesLeftOut([String], filter: String)
    /// A receiver reports, but it has no position yet.
    case noFix(device: String?)
    /// A receiver reports a number that cannot be a position: a latitude of 91, a longitude of 300.
    case invalidFix(device: String?)
    /// A position.
    case fix(Location)
    /// A compass reports.
    case compass(CompassReading)
}
