import LocationEngine
import PlacemarkModel
import PrometheusMetrics

/// All figures of the daemon at one moment, and the metrics that are made of them.
///
/// What the status keeps for precise readers, the metrics keep for them, too, and so all that grows as the box moves: a
/// counter of fixes, of requests to the geocoder, of writes or of what other clients ask would tell how far it has come.
struct DaemonFigures: Sendable {
    /// The version of the program.
    var version: String
    var precision: Precision
    var now: BootInstant
    var snapshot: StatusSnapshot
    var socket: SocketCounters
    var subscribers: Subscribers.Counters
    /// Connections that watch.
    var subscriberCount: Int
    /// Requests that wait for a location.
    var waitingRequests: Int
    var files: FileCounters
    /// The size of the track that is kept.
    var trackSizeInBytes: Int

    /// In Prometheus' text format.
    ///
    /// - Parameter process: nil where the kernel does not tell.
    func text(_ process: ProcessFigures?) -> String { families(process).map(\.text).joined() }

    /// Every metric that is for this reader, also those without a sample.
    func families(_ process: ProcessFigures?) -> [MetricFamily] {
        let all =
            fixes + headings + geocoding + places + beacons + requests + subscriptions + writes
            + Self.families(of: process, version: version)
        return all.filter { precision == .precise || $0.precision == .reduced }
    }

    /// As of now: time may have passed since the snapshot.
    private var status: Status { snapshot.status(at: now, precision: precision) }

    private var fixes: [MetricFamily] {
        let counters = snapshot.counters
        let source = status.source.state
        var outcomes = [MetricFamily.Sample(["outcome": "accepted"], counters.accepted)]
        outcomes += Rejection.allCases.map { .init(["outcome": $0.rawValue], counters.rejected[$0, default: 0]) }
        return [
            MetricFamily(
                "fixes_total", .counter, "Reports of receivers: accepted, or why not", samples: outcomes
            ).forPreciseReaders,
            MetricFamily(
                "fix_age_seconds", .gauge, "Time since the last accepted fix came in",
                age(since: snapshot.location?.receivedAt)),
            MetricFamily(
                "source_state", .gauge, "1 for the present state of the source, 0 for all others", by: "state"
            ) { (state: SourceState) in state == source ? 1 : 0 },
            MetricFamily(
                "gpsd_connections_total", .counter, "How often gpsd was reached, the first time included",
                counters.connections),
        ]
    }

    private var headings: [MetricFamily] {
        let status = status
        let directions = [("true", status.heading?.trueHeading), ("magnetic", status.heading?.magneticHeading)]
        return [
            MetricFamily(
                "heading_degrees", .gauge, "Where the box points, clockwise from either north",
                samples: directions.compactMap { north, degrees in degrees.map { .init(["north": north], $0) } }
            ).forPreciseReaders,
            MetricFamily(
                "declination_degrees", .gauge, "How far east of true north magnetic north lies, where the box is",
                status.heading?.declination
            ).forPreciseReaders,
            MetricFamily(
                "compasses", .gauge, "Compasses that have been heard within the last hour, by their state", by: "state"
            ) { (state: CompassState) in status.compasses?.count { $0.state == state } ?? 0 }.forPreciseReaders,
        ]
    }

    private var geocoding: [MetricFamily] {
        let counters = snapshot.counters
        let placemark = status.placemark
        return [
            MetricFamily(
                "geocode_requests_total", .counter, "Requests to the geocoder, by their reason", by: "reason"
            ) { (reason: GeocodePolicy.Reason) in counters.requested[reason, default: 0] }.forPreciseReaders,
            MetricFamily(
                "geocode_results_total", .counter, "How the requests to the geocoder ended", by: "result"
            ) { (result: StatusSnapshot.GeocodingResult) in counters.results[result, default: 0] }.forPreciseReaders,
            MetricFamily(
                "geocode_requests_saved_total", .counter, "Accepted fixes for which the geocoder was not asked",
                counters.saved
            ).forPreciseReaders,
            MetricFamily(
                "placemark_age_seconds", .gauge, "Time since the geocoder gave the placemark", placemark?.age),
            MetricFamily(
                "placemark_stale", .gauge, "1 when the box may be elsewhere by now, 0 otherwise",
                placemark.map { $0.stale ? 1.0 : 0.0 }),
        ]
    }

    private var places: [MetricFamily] {
        [
            MetricFamily("regions", .gauge, "Regions that are watched", snapshot.regionCount),
            MetricFamily(
                "regions_inside", .gauge, "Regions that the box is in", snapshot.regions?.count ?? 0
            ).forPreciseReaders,
            MetricFamily(
                "visits_total", .counter, "Stays that were noticed", snapshot.counters.visits
            ).forPreciseReaders,
            MetricFamily(
                "track_bytes", .gauge, "Size of the track that is kept", trackSizeInBytes
            ).forPreciseReaders,
        ]
    }

    /// What is heard of beacons says where one is: all of it is for precise readers.
    private var beacons: [MetricFamily] {
        let (summary, counters) = (status.beacons, snapshot.counters)
        return [
            MetricFamily("beacon_regions", .gauge, "Regions that name a beacon", summary?.regions ?? 0)
                .forPreciseReaders,
            MetricFamily(
                "beacon_regions_heard", .gauge, "Regions whose beacon is heard", summary?.heard ?? 0
            ).forPreciseReaders,
            MetricFamily(
                "beacons_listening", .gauge, "1 while somebody listens for beacons, 0 otherwise",
                summary?.isListening == true ? 1 : 0
            ).forPreciseReaders,
            MetricFamily(
                "beacon_observations_total", .counter, "What was heard of beacons, and what became of it", by: "outcome"
            ) { (outcome: StatusSnapshot.ObservationOutcome) in
                counters.observations[outcome, default: 0]
            }.forPreciseReaders,
            MetricFamily(
                "beacon_advertisements_malformed_total", .counter,
                "Damaged advertisements, since the start of whoever listens", counters.malformedAdvertisements
            ).forPreciseReaders,
            MetricFamily(
                "observation_lines_total", .counter, "Lines of those who observe: taken, or why not", by: "outcome"
            ) { (line: SocketCounters.Observed) in socket.observed[line, default: 0] }.forPreciseReaders,
        ]
    }

    /// Never negative: a snapshot may be published after the present was read.
    private func age(since instant: BootInstant?) -> Double? {
        instant.map { max(0, $0.duration(to: now).inSeconds) }
    }
}

/// The metrics of the process.
///
/// They have the daemon's prefix, and not the usual `process_`: node_exporter, which reads the text file, has metrics
/// of those names about itself, and refuses a second set.
///
/// With each place that the box comes to more of the world file is in memory, and each fix under way costs processor time:
/// both are for precise readers.
extension DaemonFigures {
    static func families(of process: ProcessFigures?, version: String) -> [MetricFamily] {
        [
            MetricFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory, that of mapped files included",
                process?.residentMemoryInBytes
            ).forPreciseReaders,
            MetricFamily(
                "process_cpu_seconds_total", .counter, "Processor time, user and system",
                process?.processorTimeInSeconds
            ).forPreciseReaders,
            MetricFamily(
                "process_start_time_seconds", .gauge, "When the process was started, in seconds since 1970",
                process?.startTimeInSeconds),
            MetricFamily("process_open_fds", .gauge, "Open file descriptors", process?.openDescriptors),
            MetricFamily(
                "process_max_fds", .gauge, "The most file descriptors that may be open", process?.mostDescriptors),
            MetricFamily(
                "build_info", .gauge, "Always 1: the version is a label", samples: [.init(["version": version], 1)]),
        ]
    }
}
