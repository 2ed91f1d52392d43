public import PlacemarkModel

/// Where the files go, and what they tell.
public struct StateFileSettings: Hashable, Sendable {
    /// Of `state.json`, `precise.json` and `city`.
    public var directory: String
    /// Of the copies that outlive a reboot.
    public var persistentDirectory: String
    /// Of `state.json`.
    public var precision: Precision
    /// Whether there is a `precise.json`, for the daemon's own user and root.
    public var hasPreciseFile: Bool
    /// Whether there is a `guard-state.json` while a guard is on, for precise readers.
    public var hasGuardFile: Bool
    /// Whether the trip that goes on and the odometer outlive the run.
    public var keepsTrips: Bool

    public init(
        directory: String, persistentDirectory: String, precision: Precision, hasPreciseFile: Bool = false,
        hasGuardFile: Bool = false, keepsTrips: Bool = false
    ) {
        self.directory = directory
        self.persistentDirectory = persistentDirectory
        self.precision = precision
        self.hasPreciseFile = hasPreciseFile
        self.hasGuardFile = hasGuardFile
        self.keepsTrips = keepsTrips
    }
}
