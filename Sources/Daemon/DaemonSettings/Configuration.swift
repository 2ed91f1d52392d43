public import LocationEngine
public import PlacemarkModel

/// What the operator may set: one section of the file after the other, each value with its default.
///
/// A `Configuration` from `load` holds only values within the ranges that `keys` names.
public struct Configuration: Equatable, Sendable {
    /// `[GPSD]`: where the fixes come from.
    public var gpsd = GPSDEndpoint()
    /// `[Location]` and `[Geocoding]`: the daemon and a replay of a trip run with the same.
    public var machine = LocationMachine.Settings()
    /// `[Location]`: where the deviation of the compass is written down; nil for nowhere. What it says is in `machine`.
    public var compassDeviationFile: String?
    public var regions = Regions()
    public var beacons = Beacons()
    public var track = Track()
    public var trips = Trips()
    public var gazetteer = Gazetteer()
    public var publishing = Publishing()
    public var log = Log()

    public init() {}

    /// `[Regions]`: the areas that are watched.
    public struct Regions: Equatable, Sendable {
        /// Every `*.geojson` in it is read.
        public var directory = "/etc/placemarkd/regions.d"
    }

    /// `[Beacons]`: who listens for the beacons that regions name.
    public struct Beacons: Equatable, Sendable {
        /// The user of the program that listens: what others say of beacons is refused.
        public var user = "placemark-beacons"
    }

    /// `[Track]`: which of the past positions are kept.
    public struct Track: Equatable, Sendable {
        public var keep = TrackStorage.none
        public var maximumAge = Duration.seconds(30 * 86_400)
        public var maximumSizeInBytes = 4 << 20
    }

    /// `[Trips]`: whether trips are told, how long they are kept, and the ship's log.
    public struct Trips: Equatable, Sendable {
        public var keep = TripStorage.no
        public var maximumAge = Duration.seconds(3650 * 86_400)
        /// Between two entries of the ship's log under way; zero for none.
        public var logInterval = Duration.zero
    }

    /// `[Gazetteer]`: the world file; and of `[Geocoding]` what concerns its names alone.
    public struct Gazetteer: Equatable, Sendable {
        /// nil: the one that was installed with the program.
        public var file: String?
        /// In which names are published; none for English.
        public var languages = PreferredLanguages.none
    }

    /// `[Publishing]`: where the placemark is to be found.
    public struct Publishing: Equatable, Sendable {
        public var socket = Installation.socketPath
        /// For files of this boot.
        public var stateDirectory = "/run/placemarkd"
        /// For files that survive a reboot.
        public var persistentDirectory = "/var/lib/placemarkd"
        /// What `PersistentDirectory=` says when `--state-directory` has put another directory in its place; nil without it.
        public private(set) var replacedPersistentDirectory: String?
        public var stateFilePrecision = Precision.reduced
        /// Whether there is a file beside it that tells everything, for the daemon's own user and root.
        public var preciseStateFile = false
        /// Whether there is a file that tells precise readers how a guard stands, while one is on.
        public var guardStateFile = false
        /// How many connections to the socket one user may have.
        public var connectionsPerUser = 1000
        /// nil for none.
        public var metricsFile: String?
        public var metricsFilePrecision = Precision.reduced

        /// What `--state-directory` means: all files that the daemon writes lie in one directory.
        public mutating func keepAllFiles(in directory: String) {
            replacedPersistentDirectory = replacedPersistentDirectory ?? persistentDirectory
            (stateDirectory, persistentDirectory) = (directory, directory)
        }

        /// Below which detail packs are looked for. Packs are put there by others, so they stay where the configuration
        /// says when the daemon's own files go elsewhere.
        public var packDirectories: [String] {
            [persistentDirectory, replacedPersistentDirectory].compactMap(\.self)
        }
    }

    /// `[Log]`.
    public struct Log: Equatable, Sendable {
        public var level = LogLevel.info
    }
}

/// The least severe messages that are logged, in the words of swift-log.
public enum LogLevel: String, CaseIterable, Sendable {
    case trace, debug, info, notice, warning, error, critical
}
