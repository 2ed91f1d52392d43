import LocationEngine
import PlacemarkModel
public import Settings

extension Configuration: ConfigurationFileSettings {
    public static let defaultPath = "/etc/placemarkd.conf"

    /// No geocoder but the gazetteer is asked with each fix.
    public var contradiction: ConfigurationProblem.Reason? {
        machine.geocoder == .gazetteer || machine.geocoding.mode.allowsNetworkGeocoder ? nil : .tooManyRequests
    }
    public static let contradictingKeys: Set = ["Geocoding/Policy", "Geocoding/Geocoder"]

    public static let introduction = """
        # placemarkd's configuration.
        #
        # Each key is shown with its default. To change one, put it, under its [Section], into a file
        # /etc/placemarkd.conf.d/NAME.conf, or remove the # here. The last value of a key wins, the files in
        # placemarkd.conf.d come last, and an empty value puts the default back.
        #
        # "sudo placemarkd --check-config" says what is wrong; "systemctl reload placemarkd" applies a change. A
        # comment has a line of its own.

        """

    /// Every key, in the order of the shipped file.
    public static let keys: [ConfigurationKey<Configuration>] = [
        ConfigurationKey("GPSD", "Host", \.gpsd.host, .host, "The machine on which gpsd runs."),
        ConfigurationKey("GPSD", "Port", \.gpsd.port, .port, "The TCP port of gpsd."),
        ConfigurationKey(
            "GPSD", "Device", \.gpsd.device, .device,
            "The only receiver to listen to, when gpsd has several; empty for whichever reports."),
        ConfigurationKey(
            "GPSD", "CompassSentences", \.gpsd.readsCompassSentences, .boolean,
            "Whether gpsd is asked for NMEA 0183 as well, to hear a magnetic compass that gpsd does not report itself:"
                + " one that sends HDG, or one that sends HDM to a gpsd older than 3.25."),

        ConfigurationKey(
            "Location", "DistanceFilter", \.machine.distanceFilterInMeters, .length(in: 0...1_000_000),
            "How far this machine must be from the last delivered location before a new one is delivered; 0m delivers every"
                + " fix."),
        ConfigurationKey(
            "Location", "DesiredAccuracy", \.machine.desiredAccuracy, .choice(),
            "How accurate a location should be; a less accurate one is delivered only when no better one comes."),
        ConfigurationKey(
            "Location", "MaximumAccuracy", \.machine.fixFilter.maximumAccuracyInMeters, .length(in: 1...1_000_000),
            "Fixes with a larger horizontal accuracy than this are rejected."),
        ConfigurationKey(
            "Location", "ActivityType", \.machine.activity, .choice(),
            "What carries this machine; it sets how fast the machine may be, and what counts as rest."),
        ConfigurationKey(
            "Location", "HeadingFilter", \.machine.headingFilterInDegrees, .angle(in: 0...180),
            "How far the heading must turn from the last delivered one before a new one is delivered."),
        ConfigurationKey(
            "Location", "CompassDeviation", \.compassDeviationFile, .optionalPath,
            "The file with the deviation of a magnetic compass; empty for none. Each line has a heading of the compass,"
                + " and what must be added to it, in degrees, positive to the east."),

        ConfigurationKey(
            "Regions", "Directory", \.regions.directory, .path(),
            "The directory of the watched regions; every *.geojson file in it is read."),

        ConfigurationKey(
            "Beacons", "User", \.beacons.user, .user,
            "The user of the program that listens for the beacons which regions name; what others say of beacons is refused."
        ),
        ConfigurationKey(
            "Beacons", "Location", \.machine.locatesByBeacons, .boolean,
            "Whether a beacon whose region is on the map says where this machine is, while no fix does: to precise readers, and"
                + " for nothing else."),

        ConfigurationKey(
            "Guard", "AntennaToBow", \.machine.guarding.antennaToBowInMeters, .length(in: 0...200),
            "How far the bow lies ahead of the antenna. The bearing and the distance of an anchor count from the bow;"
                + " the compass says where the bow is; without one, the boat is taken to point at its anchor."),
        ConfigurationKey(
            "Guard", "AnchorRadius", \.machine.guarding.anchorRadiusInMeters, .length(in: GuardPlan.radiiInMeters),
            "The ring round an anchor, unless the guard is given another one."),
        ConfigurationKey(
            "Guard", "ParkedRadius", \.machine.guarding.parkedRadiusInMeters, .length(in: GuardPlan.radiiInMeters),
            "The ring round a parked vehicle, unless the guard is given another one."),
        ConfigurationKey(
            "Guard", "Warning", \.machine.guarding.warningInPercent, .percentage(in: 1...100),
            "The ring that warns, as a share of the radius, where no other is asked for."),
        ConfigurationKey(
            "Guard", "Grace", \.machine.guarding.grace,
            .duration(in: .zero...(.seconds(GuardPlan.longestGraceInSeconds))),
            "How long this machine may be outside the ring before the alarm, unless the guard is given another time."),
        ConfigurationKey(
            "Guard", "Parked", \.machine.guarding.parked, .choice(),
            "Whether a parked vehicle guards itself; with auto, once a visit has begun and this machine is at rest, until"
                + " somebody ends it."),
        ConfigurationKey(
            "Guard", "OwnerRegions", \.machine.guarding.ownerRegions, .identifiers,
            "The regions that mean that the owner is here, with commas in between: there a vehicle does not guard itself, and"
                + " a guard that has armed itself ends."),
        ConfigurationKey(
            "Guard", "Reduced", \.machine.guarding.reduced, .choice(),
            "What readers with reduced precision learn of a guard: nothing, or that there is an alarm."),

        ConfigurationKey(
            "Track", "Keep", \.track.keep, .choice(),
            "Where past positions are kept: nowhere, in memory until the service ends, or on disk."),
        ConfigurationKey(
            "Track", "MaximumAge", \.track.maximumAge, .duration(in: .seconds(60)...(.seconds(3650 * 86_400))),
            "Older positions are forgotten."),
        ConfigurationKey(
            "Track", "MaximumSize", \.track.maximumSizeInBytes, .size(in: 65_536...1_073_741_824),
            "How much is kept at most; the oldest positions go first."),

        ConfigurationKey(
            "Trips", "Keep", \.trips.keep, .choice(),
            "Where trips are kept: nowhere, in memory until the service ends, or on disk. With the value no, the"
                + " daemon does not look for trips."),
        ConfigurationKey(
            "Trips", "Retention", \.trips.maximumAge, .duration(in: .seconds(86_400)...(.seconds(36_500 * 86_400))),
            "Trips that are older than this are forgotten, at most an eighth of this time later."),
        ConfigurationKey(
            "Trips", "BusinessRegions", \.machine.tripClasses.businessRegions, .identifiers,
            "Regions, with commas in between: a trip that begins or ends in one of them gets the class business."),
        ConfigurationKey(
            "Trips", "PrivateRegions", \.machine.tripClasses.privateRegions, .identifiers,
            "Likewise for the class private, unless the trip also begins or ends in a business region."),
        ConfigurationKey(
            "Trips", "LogInterval", \.trips.logInterval, .duration(in: .zero...(.seconds(86_400))),
            "How often the ship's log gets an entry by itself under way: with 1h, at the first fix of each hour; with 0s,"
                + " never. Remarks are kept as long as trips are."),

        ConfigurationKey(
            "Geocoding", "Geocoder", \.machine.geocoder, .geocoder,
            "Who names the places: the embedded world file, or a program behind a Unix socket, with the world file where"
                + " that does not answer. Policy=every-fix goes with the world file only."),
        ConfigurationKey(
            "Geocoding", "Policy", \.machine.geocoding.mode, .choice(),
            "When a new placemark is asked for: \(GeocodingMode.occasions)."),
        ConfigurationKey(
            "Geocoding", "Distance", \.machine.geocoding.distanceInMeters, .length(in: 0...1_000_000),
            "How far this machine must be from the last placemark's location before a new one is asked for."),
        ConfigurationKey(
            "Geocoding", "Interval", \.machine.geocoding.interval,
            .duration(in: .milliseconds(100)...(.seconds(86_400))),
            "How long after the last request a new one may be made."),
        ConfigurationKey(
            "Geocoding", "Granularity", \.machine.geocoding.granularity, .choice(),
            "Which names the policy on-change watches: the city and all that is coarser, or the street too, which needs a"
                + " detail pack."),
        ConfigurationKey(
            "Geocoding", "AtRest", \.machine.geocoding.asksAtRest, .boolean,
            "Whether a new placemark is asked for once more when this machine stops away from where it was last named,"
                + " and Interval= has passed: for the policies \(GeocodingMode.atRest)."),

        ConfigurationKey(
            "Geocoding", "Language", \.gazetteer.languages, .languages,
            "In which languages places are named, in order of preference, such as de or \"fr-CH, de\"; local is what"
                + " people there write. Names that exist in none of these languages are English, and so are all names"
                + " when the key is empty."),

        ConfigurationKey(
            "Gazetteer", "File", \.gazetteer.file, .optionalPath,
            "The world file with the places; empty for the one installed with the program."),

        ConfigurationKey(
            "Publishing", "Socket", \.publishing.socket, .path(maximumBytes: 100),
            "The socket that clients ask; a socket that systemd passes to the service takes its place."),
        ConfigurationKey(
            "Publishing", "StateDirectory", \.publishing.stateDirectory, .path(),
            "The directory of the files state.json and city."),
        ConfigurationKey(
            "Publishing", "PersistentDirectory", \.publishing.persistentDirectory, .path(),
            "The directory of the files that survive a reboot."),
        ConfigurationKey(
            "Publishing", "StateFilePrecision", \.publishing.stateFilePrecision, .choice(),
            "What state.json says: with reduced, the city and a position to about 3 km; with precise, everything."),
        ConfigurationKey(
            "Publishing", "PreciseStateFile", \.publishing.preciseStateFile, .boolean,
            "Whether to write a file precise.json beside it, which says everything, and which only the service's own user"
                + " and root may read."),
        ConfigurationKey(
            "Publishing", "GuardStateFile", \.publishing.guardStateFile, .boolean,
            "Whether to write a file guard-state.json beside it while a guard is on, which tells precise readers its state:"
                + " for path units of systemd. Everybody who may look into the directory sees when it changes."),
        ConfigurationKey(
            "Publishing", "MetricsFile", \.publishing.metricsFile, .optionalPath,
            "The file of metrics for Prometheus' node_exporter, such as"
                + " /var/lib/prometheus/node-exporter/placemarkd.prom; empty for none."),
        ConfigurationKey(
            "Publishing", "MetricsFilePrecision", \.publishing.metricsFilePrecision, .choice(),
            "What that file, which everybody may read, contains: with reduced, nothing that grows as the machine moves;"
                + " with precise, all metrics."),
        ConfigurationKey(
            "Publishing", "ConnectionsPerUser", \.publishing.connectionsPerUser, .count(in: 1...100_000),
            "How many connections to the socket one user may have at the same time."),

        ConfigurationKey(
            "Log", "Level", \.log.level, .choice(), "The least severe messages that are logged."),
    ]
}

extension GeocodingMode {
    /// When each policy asks, in the order in which `Policy=` lists them.
    fileprivate static var occasions: String {
        let occasions = allCases.map(\.occasion)
        return occasions.dropLast().joined(separator: "; ") + "; or " + (occasions.last ?? "")
    }

    /// Those that ask once more at a stop.
    fileprivate static var atRest: String {
        allCases.filter(\.asksAtRest).map(\.rawValue).joined(separator: " and ")
    }
}
