import Gazetteer
import PlacemarkModel
import TestSupport
import Testing

@testable import placemarkctl

@Suite("Doctor: clock, world file, disk, units, time zone")
struct SystemChecksTests {
    private static func clock(year: Int = 2026, offset: Double? = nil, unsynchronized: Bool = false) throws
        -> DoctorFinding
    {
        let now = try #require(Timestamp(year: year, month: 6, day: 1, hour: 0, minute: 0, second: 0))
        return ClockCheck(
            now: now, clockOffset: offset.map { .seconds($0) }, isUnsynchronized: unsynchronized
        ).finding
    }

    @Test(
        "the clock is ok when it is synchronized or agrees with the receiver's, and worth a look otherwise",
        arguments: [
            (nil, false, .ok, "synchronized"), (nil, true, .notice, "nothing keeps"),
            (0.4, true, .ok, "within 2 s of the receiver's, and nothing keeps it right"),
            (-0.4, false, .ok, "within 2 s"), (2, false, .ok, "within 2 s"),
            (-2.5, false, .notice, "2 s behind"), (90, false, .notice, "90 s ahead of the receiver's"),
            (-7200, true, .notice, "2 h behind the receiver's, and nothing"),
            (1024 * 7 * 86_400, false, .notice, "week number has rolled over"),
        ] as [(Double?, Bool, DoctorFinding.Verdict, String)])
    func clock(offset: Double?, unsynchronized: Bool, verdict: DoctorFinding.Verdict, found: String) throws {
        let finding = try Self.clock(offset: offset, unsynchronized: unsynchronized)
        #expect(finding.verdict == verdict && finding.found.contains(found), "\(finding)")
        #expect(verdict == .ok || !finding.commands.isEmpty)
    }

    @Test("a clock that nobody has set is wrong (fault 31)")
    func unsetClock() throws {
        let finding = try Self.clock(year: 1970, offset: 0)
        #expect(finding.verdict == .wrong && finding.found.contains("says 1970"))
        #expect(try Self.clock(year: 2019, offset: 0).verdict == .wrong)
        #expect(try Self.clock(year: 2020, offset: 0).verdict == .ok)
    }

    @Test("a world file that cannot be used is wrong, an old one worth a look (fault 56)")
    func gazetteer() {
        let path = "/usr/share/placemarkd/world.gazetteer"
        let damaged = GazetteerCheck(path: path, contents: .failure(.empty(path: path))).finding
        #expect(damaged.verdict == .wrong && damaged.found.contains(path) && !damaged.commands.isEmpty)
        let contents = { (age: Duration?) in
            GazetteerCheck.Contents(byteCount: 38_200_000, placeCount: 234_908, layerCount: 9, age: age)
        }
        let young = GazetteerCheck(path: path, contents: .success(contents(.seconds(86_400 * 40)))).finding
        #expect(
            young
                == .ok(
                    .gazetteer,
                    "\(path): 234908 places in 9 layers, 38.2 MB, checksums right, last changed 40 days ago"))
        #expect(GazetteerCheck(path: path, contents: .success(contents(nil))).finding.verdict == .ok)
        let old = GazetteerCheck(path: path, contents: .success(contents(.seconds(86_400 * 1200)))).finding
        #expect(old.verdict == .notice && !old.commands.isEmpty)
    }

    @Test("a detail pack that cannot be used is wrong, none at all is nothing to say (fault 85)")
    func detailPacks() throws {
        #expect(DetailPackCheck.observe(directories: ["/nowhere"]).finding == nil)
        let directory = try TemporaryDirectory()
        try directory.write("town.gazetteer", "nothing")
        let broken = try #require(DetailPackCheck.observe(directories: [directory.path]).finding)
        #expect(broken.verdict == .wrong && broken.found.contains("town.gazetteer: this is not a gazetteer"))
        let good = DetailPackCheck(packs: ["town.gazetteer of 2026-01-02"], faults: []).finding
        #expect(good == .ok(.gazetteer, "detail packs: town.gazetteer of 2026-01-02; checksums right"))
    }

    @Test(
        "a disk without room, without files or read-only is wrong, one too small for the track worth a look (faults 38, 39)",
        arguments: [
            (1 << 30, true, false, 0, .ok), (1 << 30, true, true, 0, .wrong), (1 << 30, false, false, 0, .wrong),
            (500_000, true, false, 0, .wrong), (2 << 20, true, false, 4 << 20, .notice), (2 << 20, true, false, 0, .ok),
            (1 << 20, true, false, 0, .ok), ((1 << 20) - 1, true, false, 0, .wrong),
            (4 << 20, true, false, 4 << 20, .ok),
        ] as [(UInt64, Bool, Bool, Int, DoctorFinding.Verdict)])
    func disk(free: UInt64, hasFreeFiles: Bool, isReadOnly: Bool, track: Int, verdict: DoctorFinding.Verdict) {
        let finding = DiskCheck(
            directory: "/var/lib/placemarkd",
            room: DiskRoom(freeBytes: free, hasFreeFiles: hasFreeFiles, isReadOnly: isReadOnly), trackSizeInBytes: track
        ).finding
        #expect(finding.verdict == verdict && finding.found.contains("/var/lib/placemarkd"))
        #expect(verdict == .ok || !finding.commands.isEmpty)
    }

    /// As `systemctl show` of systemd 252 writes it.
    private static func show(
        active: String = "active", load: String = "loaded", file: String = "enabled", result: String = "success",
        restarts: Int = 0, status: Int = 0, socket: String = "/run/placemarkd.sock"
    ) -> String {
        """
        Result=success
        LoadState=\(load)
        ActiveState=\(active == "failed" ? "inactive" : active)
        UnitFileState=\(file)
        Listen=\(socket) (Stream)
        Id=placemarkd.socket

        Result=\(result)
        NRestarts=\(restarts)
        ExecMainStatus=\(status)
        LoadState=\(load)
        ActiveState=\(active)
        UnitFileState=\(file)
        Id=placemarkd.service
        """
    }

    @Test("the units are read as systemd shows them")
    func parsing() {
        let units = ServiceUnit.parse(Self.show(active: "failed", result: "exit-code", restarts: 3, status: 78))
        #expect(
            units["placemarkd.service"]
                == ServiceUnit(
                    load: "loaded", active: "failed", file: "enabled", result: "exit-code", restarts: 3, exitStatus: 78)
        )
        #expect(units.count == 2 && units["placemarkd.socket"]?.isFailed == false)
        #expect(ServiceUnit.parse("").isEmpty)
        #expect(ServiceUnit.parse("nonsense\n\nId=a\nNRestarts=x")["a"]?.restarts == 0)
    }

    @Test(
        "units that are masked, failed or stopped are wrong; missing, disabled or restarted ones worth a look (fault 58)",
        arguments: [
            (show(), .ok, "active, enabled"), (show(load: "masked"), .wrong, "masked"),
            (show(load: "not-found"), .notice, "not installed"),
            (show(active: "failed", result: "exit-code", status: 78), .wrong, "does not start with its configuration"),
            (show(active: "failed", result: "watchdog"), .wrong, "failed (watchdog"),
            (show(active: "inactive"), .wrong, "is not running"), (show(file: "disabled"), .notice, "after a reboot"),
            (show(restarts: 2), .notice, "2 times"), ("", .notice, "does not answer"),
        ] as [(String, DoctorFinding.Verdict, String)])
    func units(text: String, verdict: DoctorFinding.Verdict, found: String) {
        let finding = UnitsCheck(units: ServiceUnit.parse(text), configuredSocket: "/run/placemarkd.sock").finding
        #expect(finding.verdict == verdict && finding.found.contains(found), "\(finding)")
        #expect(verdict == .ok || !finding.commands.isEmpty)
    }

    @Test("without systemd nobody restarts the daemon")
    func noSystemd() {
        #expect(UnitsCheck(units: nil, configuredSocket: nil).finding.verdict == .notice)
    }

    @Test("a socket that systemd opens elsewhere than the configuration says is worth a look")
    func otherSocket() {
        let units = ServiceUnit.parse(Self.show(socket: "/run/other.sock"))
        #expect(units["placemarkd.socket"]?.socket == "/run/other.sock" && units["placemarkd.service"]?.socket == nil)
        let finding = UnitsCheck(units: units, configuredSocket: "/run/placemarkd.sock").finding
        #expect(finding.verdict == .notice && finding.found.hasPrefix("systemd opens /run/other.sock;"))
        #expect(finding.commands.first == "sudo systemctl edit placemarkd.socket")
        #expect(UnitsCheck(units: units, configuredSocket: nil).finding.verdict == .ok)
    }

    @Test(
        "the command line of a daemon tells where its files are",
        arguments: [
            (["/usr/bin/placemarkd"], nil, nil),
            (["placemarkd", "--config", "/tmp/a.conf", "--state-directory", "/tmp/s"], "/tmp/a.conf", "/tmp/s"),
            (["./placemarkd", "--config=/tmp/a.conf", "--gpsd", "localhost:1"], "/tmp/a.conf", nil),
            (["placemarkd", "--config", "/a", "--config", "/b", "--state-directory"], "/b", nil),
        ] as [([String], String?, String?)])
    func process(arguments: [String], configuration: String?, stateDirectory: String?) throws {
        let process = try #require(DaemonProcess(processID: 7, arguments: arguments))
        #expect(process.configuration == configuration && process.stateDirectory == stateDirectory)
        #expect(DaemonProcess(processID: 1, arguments: ["/sbin/init", "--config", "/x"]) == nil)
        #expect(DaemonProcess(processID: 1, arguments: []) == nil)
    }

    @Test("the time zone follows the placemark, and is not told unless the place is asked for")
    func timeZone() {
        func finding(_ system: String?, _ placemark: String?, active: String = "active", shows: Bool = false)
            -> DoctorFinding
        {
            let unit = ServiceUnit(
                load: "loaded", active: active, file: "enabled", result: "success", restarts: 0, exitStatus: 0)
            return TimeZoneCheck(unit: unit, systemZone: system, placemarkZone: placemark, showsLocation: shows).finding
        }
        #expect(finding("Europe/Vaduz", "Europe/Vaduz") == .ok(.timeZone, "set"))
        #expect(finding("Europe/Vaduz", "Europe/Vaduz", shows: true) == .ok(.timeZone, "set to Europe/Vaduz"))
        #expect(finding("Europe/Vaduz", nil).verdict == .ok)
        #expect(finding("UTC", nil, active: "failed").verdict == .wrong)
        let other = finding("Asia/Tokyo", "Europe/Vaduz")
        #expect(other.verdict == .notice && !"\(other)".contains("Vaduz") && !"\(other)".contains("Tokyo"))
        #expect(
            finding("Asia/Tokyo", "Europe/Vaduz", shows: true).found.contains("(Asia/Tokyo instead of Europe/Vaduz)"))
    }
}
