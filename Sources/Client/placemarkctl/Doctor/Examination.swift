import DaemonSettings
import Files
import Gazetteer
import GPSD
import LocationEngine
import PlacemarkModel
import Settings

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
    func findings() async -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        var settings = Configuration()
        // A daemon that was started by hand may have files of its own.
        let named = socketPath
        let process = await TimeLimit.blocking(Self.limit) { named.flatMap(DaemonProcess.init(listeningAt:)) } ?? nil
        let path = configurationPath ?? process?.configuration
        if let (check, found) = await TimeLimit.blocking(Self.limit, { ConfigurationCheck.observe(path: path) }) {
            settings = found
            if let directory = process?.stateDirectory {
                settings.publishing.keepAllFiles(in: directory)
            }
            findings.append(check.finding)
        } else {
            findings.append(.tooSlow(.configuration))
        }
        let survey = await listen(to: settings, &findings)
        await look(.clock, &findings) { ClockCheck.observe(clockOffset: survey?.clockOffset).finding }
        let world = gazetteerPath ?? settings.gazetteer.file ?? InstalledPaths.own.world
        await look(.gazetteer, &findings) { GazetteerCheck.observe(path: world).finding }
        let packs = DetailPackFiles.directories(
            worldFile: world, stateDirectories: settings.publishing.packDirectories)
        await look(.gazetteer, &findings) { DetailPackCheck.observe(directories: packs).finding }
        await askDaemon(settings, process, reachesGPSD: survey?.release != nil, &findings)
        return findings
    }

    private func listen(to settings: Configuration, _ findings: inout [DoctorFinding]) async -> GPSDSurvey? {
        let endpoint = settings.gpsd
        let interview = GPSDInterview(endpoint: endpoint, listening: listening)
        // A name server may keep getaddrinfo() for longer than anybody wants to wait.
        guard let call = await TimeLimit.blocking(listening + .seconds(20), { interview.run() }) else {
            findings.append(GPSDCheck(endpoint: endpoint, call: .failed(.timedOut)).finding)
            return nil
        }
        findings.append(GPSDCheck(endpoint: endpoint, call: call).finding)
        guard case .answered(let survey) = call, survey.release != nil else { return nil }
        let receivers = ReceiverCheck(
            survey: survey, wanted: endpoint.device, serialPorts: SerialPorts.present, listening: listening,
            isLocal: endpoint.isLoopback, isDeviceListEmpty: GPSDDefaults.isDeviceListEmpty(GPSDDefaults.file))
        findings.append(receivers.finding)
        if let report = survey.best(wanted: endpoint.device) {
            let accuracy = settings.machine.fixFilter.maximumAccuracyInMeters
            findings.append(
                FixCheck(report: report, maximumAccuracyInMeters: accuracy, showsLocation: showsLocation).finding)
        }
        return survey
    }

    /// - Parameter process: the daemon, when the command line names its socket and it was started by hand.
    private func askDaemon(
        _ settings: Configuration, _ process: DaemonProcess?, reachesGPSD: Bool, _ findings: inout [DoctorFinding]
    ) async {
        let publishing = settings.publishing
        // What systemd opens is what the service answers at, whatever its configuration says.
        let unit = configurationPath == nil ? await units()?["placemarkd.socket"] : nil
        let opened = unit.flatMap { $0.isActive ? $0.socket : nil }
        let socket = socketPath ?? opened ?? publishing.socket
        let daemon = await DaemonCheck.observe(path: socket)
        // Again, because asking the daemon may have started it.
        let units = await units()
        let isService =
            process.map { $0.processID == units?["placemarkd.service"]?.mainPID }
            ?? (socket == opened ?? publishing.socket)
        findings.append(daemon.finding(hasUnits: isService && units?["placemarkd.service"]?.isInstalled == true))
        await look(.access, &findings) { AccessCheck.observe(socket: socket).finding }
        let status = daemon.status
        if let status {
            let position = PositionCheck(
                status: status, reachesGPSD: reachesGPSD,
                isGPSDLocal: settings.gpsd.isLoopback,
                showsLocation: showsLocation)
            findings.append(position.finding)
            if let finding = CompassCheck(status: status)?.finding { findings.append(finding) }
            if let finding = BeaconsCheck(status: status, units: units)?.finding { findings.append(finding) }
        }
        await look(.geocoder, &findings) {
            GeocoderCheck.observe(settings.machine.geocoder, status?.geocoding)?.finding
        }
        guard isService || process != nil || configurationPath != nil else {
            return findings.append(
                .notice(
                    .stateFiles, "where the daemon at \(socket) has its files is not known.",
                    advice: "Name its configuration:", "placemarkctl doctor --socket \(socket) --config FILE"))
        }
        let isLive = status?.source.state == .live
        await look(.stateFiles, &findings) {
            StateFilesCheck.observe(publishing, isServed: status != nil, isLive: isLive).finding
        }
        let needed = settings.track.keep == .disk ? settings.track.maximumSizeInBytes : 0
        await look(.disk, &findings) {
            DiskCheck.observe(publishing.persistentDirectory, trackSizeInBytes: needed)?.finding
        }
        guard isService else { return }
        findings.append(
            UnitsCheck(units: units, configuredSocket: configurationPath == nil ? publishing.socket : nil).finding)
        if let unit = units?["placemark-timezone.service"], unit.isEnabled {
            let zones = (SystemTimeZone.name, status?.placemark?.placemark.timeZone)
            findings.append(
                TimeZoneCheck(unit: unit, systemZone: zones.0, placemarkZone: zones.1, showsLocation: showsLocation)
                    .finding)
        }
        let reports = await ReportsCheck.observe(
            directory: Installation.sinksDirectory, socket: Installation.reportsSocketPath)
        if let finding = reports?.finding { findings.append(finding) }
    }

    private func units() async -> [String: ServiceUnit]? {
        await TimeLimit.blocking(Self.limit) { ServiceUnit.all() } ?? nil
    }

    private func look(
        _ step: DoctorFinding.Step, _ findings: inout [DoctorFinding], _ body: @escaping @Sendable () -> DoctorFinding?
    ) async {
        if let finding = await TimeLimit.blocking(Self.limit, body) ?? .tooSlow(step) { findings.append(finding) }
    }
}

extension DoctorFinding {
    /// The look itself hung.
    fileprivate static func tooSlow(_ step: Step) -> DoctorFinding {
        .wrong(
            step, "looking took more than 10 s, and was given up.",
            advice: "A disk or a network file system may hang; the kernel's log says:", "sudo dmesg --level err,warn")
    }
}
