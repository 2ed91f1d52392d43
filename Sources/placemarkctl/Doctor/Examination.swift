import Configuration
import GPSD
import Gazetteer
import PlacemarkCore

/// The walk: observes one step after the other, each within its time, and collects the findings.
struct Examination {
    let configurationPath: String?
    let socketPath: String?
    let gazetteerPath: String?
    /// How long gpsd is listened to.
    let listening: Duration
    let showsLocation: Bool

    /// For all that comes from memory or from a local disk. A world file on a slow card takes the longest.
    private static let limit = Duration.seconds(10)

    /// In the order of the steps.
    func findings() async -> [Finding] {
        var findings: [Finding] = []
        var settings = Configuration()
        let path = configurationPath
        if let (check, found) = await Deadline.blocking(Self.limit, { ConfigurationCheck.observe(path: path) }) {
            settings = found
            findings.append(check.finding)
        } else {
            findings.append(.tooSlow(.configuration))
        }
        let hearing = await listen(to: settings, &findings)
        await look(.clock, &findings) { ClockCheck.observe(clockOffset: hearing?.clockOffset).finding }
        let world = gazetteerPath ?? settings.gazetteer.file ?? Gazetteer.defaultPath
        await look(.gazetteer, &findings) { GazetteerCheck.observe(path: world).finding }
        await askDaemon(settings, hearsGPSD: hearing?.release != nil, &findings)
        return findings
    }

    private func listen(to settings: Configuration, _ findings: inout [Finding]) async -> GPSDHearing? {
        let endpoint = GPSDEndpoint(
            host: settings.gpsd.host, port: settings.gpsd.port, device: settings.gpsd.device)
        let interview = GPSDInterview(endpoint: endpoint, listening: listening)
        // A name server may keep getaddrinfo() for longer than anybody wants to wait.
        guard let call = await Deadline.blocking(listening + .seconds(15), { interview.run() }) else {
            findings.append(GPSDCheck(endpoint: endpoint, call: .failed(.timedOut)).finding)
            return nil
        }
        findings.append(GPSDCheck(endpoint: endpoint, call: call).finding)
        guard case .heard(let hearing) = call, hearing.release != nil else { return nil }
        let receivers = ReceiverCheck(
            hearing: hearing, wanted: endpoint.device, serialPorts: SerialPorts.present, listening: listening,
            isLocal: endpoint.isLoopback)
        findings.append(receivers.finding)
        if let report = hearing.best(wanted: endpoint.device) {
            let accuracy = settings.location.maximumAccuracyInMeters
            findings.append(
                FixCheck(report: report, maximumAccuracyInMeters: accuracy, showsLocation: showsLocation).finding)
        }
        return hearing
    }

    private func askDaemon(_ settings: Configuration, hearsGPSD: Bool, _ findings: inout [Finding]) async {
        let publishing = settings.publishing
        let socket = socketPath ?? publishing.socket
        let daemon = await DaemonCheck.observe(path: socket)
        // After the daemon: asking it may have started it.
        let units = await Deadline.blocking(Self.limit) { ServiceUnit.all() } ?? nil
        findings.append(daemon.finding(hasUnits: units?["placemarkd.service"]?.isInstalled == true))
        await look(.access, &findings) { AccessCheck.observe(socket: socket).finding }
        let status = daemon.status
        if let status {
            let position = PositionCheck(
                status: status, hearsGPSD: hearsGPSD, isGPSDLocal: GPSDEndpoint(host: settings.gpsd.host).isLoopback,
                showsLocation: showsLocation)
            findings.append(position.finding)
        }
        let isLive = status?.source.state == .live
        await look(.stateFiles, &findings) {
            StateFilesCheck.observe(publishing, isServed: status != nil, isLive: isLive).finding
        }
        let needed = settings.track.keep == .disk ? settings.track.maximumSizeInBytes : 0
        await look(.disk, &findings) {
            DiskCheck.observe(publishing.persistentDirectory, trackSizeInBytes: needed)?.finding
        }
        findings.append(UnitsCheck(units: units).finding)
        if let unit = units?["placemark-timezone.service"], unit.isEnabled {
            let zones = (SystemTimeZone.name, status?.placemark?.placemark.timeZone)
            findings.append(
                TimeZoneCheck(unit: unit, systemZone: zones.0, placemarkZone: zones.1, showsLocation: showsLocation)
                    .finding)
        }
    }

    private func look(
        _ step: Finding.Step, _ findings: inout [Finding], _ body: @escaping @Sendable () -> Finding?
    ) async {
        if let finding = await Deadline.blocking(Self.limit, body) ?? .tooSlow(step) { findings.append(finding) }
    }
}

extension Finding {
    /// The look itself hung.
    fileprivate static func tooSlow(_ step: Step) -> Finding {
        .wrong(
            step, "looking took more than 10 s, and was given up.",
            advice: "A disk or a network file system may hang; the kernel's log tells:", "sudo dmesg --level err,warn")
    }
}
