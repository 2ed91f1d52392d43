import FoundationEssentials
import PlacemarkClient
import PlacemarkModel
import TestSupport
import Testing

@testable import placemarkctl

@Suite("Doctor: daemon, access, position")
struct DaemonChecksTests {
    private static let path = "/run/placemarkd.sock"

    static func status(
        _ state: String = "live",
        location: String = #""location":{"coordinate":{"latitude":47.141,"longitude":9.521},"age":0.4,"stale":false},"#,
        placemark: String =
            #""placemark":{"name":"Vaduz","locality":"Vaduz","age":12,"stale":false,"geocoder":"gazetteer"},"#,
        failing: Bool = false, fixes: String = #"{"accepted":7,"rejected":{}}"#
    ) throws -> Status {
        let text = """
            {"version":1,"sequence":3,"precision":"precise","source":{"state":"\(state)","since":90},\(location)\(placemark)
            "geocoding":{"policy":"distance-and-time","next":"moved 1000 m","failing":\(failing),"requests":1,"saved":6},
            "fixes":\(fixes)}
            """
        return try JSONDecoder().decode(Status.self, from: Data(text.utf8))
    }

    private static func daemon(
        _ node: DaemonCheck.Node, _ answer: DaemonCheck.Outcome = .none, version: String? = nil, hasUnits: Bool = true
    ) -> DoctorFinding {
        DaemonCheck(path: path, node: node, answer: answer, version: version).finding(hasUnits: hasUnits)
    }

    private static func compass(_ compasses: String, heading: String = "") throws -> DoctorFinding? {
        let text = #"{"version":1,"sequence":3,"precision":"precise","source":{"state":"live","since":90}\#(heading)"#
        let status = text + (compasses.isEmpty ? "}" : #","compasses":[\#(compasses)]}"#)
        return CompassCheck(status: try JSONDecoder().decode(Status.self, from: Data(status.utf8)))?.finding
    }

    @Test("a compass that is stuck or off is wrong, a silent one and a guessed declination are worth a look (fault 98)")
    func compasses() throws {
        func one(_ state: String, inUse: Bool = false) -> String {
            #"{"device":"/dev/ttyUSB1","north":"magnetic","state":"\#(state)","inUse":\#(inUse),"courseDifference":47,"age":9}"#
        }
        #expect(try Self.compass("") == nil)
        let working = try Self.compass(one("working", inUse: true))
        #expect(working == .ok(.compass, "/dev/ttyUSB1 (magnetic) in use"))
        for state in ["stuck", "off"] {
            let finding = try Self.compass(one("working") + "," + one(state))
            #expect(finding?.verdict == .wrong && finding?.found.contains("/dev/ttyUSB1") == true)
        }
        #expect(try Self.compass(one("off"))?.found.contains("47°") == true)
        #expect(try Self.compass(one("silent"))?.verdict == .notice)
        let guess = try Self.compass(
            one("working"), heading: #","heading":{"origin":"compass","declinationSuspect":true,"age":0}"#)
        #expect(guess?.verdict == .notice && guess?.found.contains("2029") == true)
    }

    @Test("beacons that nothing listens for are wrong, with what to do about it; that none is heard is worth a look")
    func beacons() throws {
        func finding(_ beacons: String, unit: (load: String, active: String)? = nil) throws -> DoctorFinding? {
            let status =
                #"{"version":1,"sequence":3,"precision":"precise","source":{"state":"live","since":90}\#(beacons)}"#
            let units = unit.map { unit in
                [
                    "placemark-beacons.service": ServiceUnit(
                        load: unit.load, active: unit.active, file: "", result: "", restarts: 0, exitStatus: 0)
                ]
            }
            return BeaconsCheck(status: try JSONDecoder().decode(Status.self, from: Data(status.utf8)), units: units)?
                .finding
        }
        func silent(_ reason: String, unit: (load: String, active: String)? = nil) throws -> DoctorFinding? {
            try finding(#","beacons":{"regions":2,"heard":0,"isListening":false,"reason":"\#(reason)"}"#, unit: unit)
        }
        #expect(try finding("") == nil, "no region names one")
        #expect(
            try finding(#","beacons":{"regions":2,"heard":1,"isListening":true}"#)
                == .ok(.beacons, "2 regions name a beacon; heard: 1"))
        let unheard = try finding(#","beacons":{"regions":1,"heard":0,"isListening":true}"#)
        #expect(unheard?.verdict == .notice)
        let manual = unheard?.commands.last(where: { $0.hasPrefix("man ") })?.split(separator: " ") ?? []
        try #require(manual.count == 3)
        // There is such a page.
        _ = try Checkout.text("man/\(manual[2]).\(manual[1])")
        for (reason, unit, command) in [
            (BeaconsFault.noListener, ("not-found", "inactive"), "sudo apt install placemark-beacons"),
            (BeaconsFault.noListener, ("loaded", "failed"), "sudo systemctl enable --now placemark-beacons.service"),
            (BeaconsFault.switchedOff, ("loaded", "active"), "bluetoothctl power on"),
            (BeaconsFault.noController, ("loaded", "active"), "bluetoothctl list"),
            (BeaconsFault.noBluetoothd, ("loaded", "active"), "sudo systemctl start bluetooth.service"),
            (BeaconsFault.silentBluetoothd, ("loaded", "active"), "sudo systemctl restart bluetooth.service"),
            ("something else", ("loaded", "active"), "journalctl --unit placemark-beacons --lines 20"),
        ] {
            let found = try silent(reason, unit: unit)
            #expect(found?.verdict == .wrong && found?.commands.contains(command) == true, "\(reason)")
            #expect(found?.found.contains(reason) == true)
        }
        #expect(try silent(BeaconsFault.switchedOff)?.commands.first == "bluetoothctl power on", "without systemd")
    }

    @Test("a socket that is missing, no socket, not served or mute is wrong (faults 43, 58)")
    func noDaemon() {
        let missing = Self.daemon(.missing)
        #expect(missing.verdict == .wrong)
        #expect(missing.commands == ["sudo systemctl enable --now placemarkd.socket placemarkd.service"])
        #expect(Self.daemon(.missing, hasUnits: false).commands == ["placemarkd &"])
        #expect(Self.daemon(.notSocket).commands.first == "sudo mv \(Self.path) \(Self.path).old")
        let refused = PlacemarkClientError.notReachable(path: Self.path, reason: "Connection refused")
        let left = Self.daemon(.socket, .failed(refused))
        #expect(left.verdict == .wrong && left.found.contains("Connection refused"))
        #expect(left.commands == ["sudo systemctl restart placemarkd.socket placemarkd.service"])
        #expect(Self.daemon(.socket, .tooLate).found.contains("does not answer"))
        #expect(Self.daemon(.socket, .failed(.malformedAnswer("?"))).verdict == .wrong)
    }

    @Test("what this user may not ask is not the daemon's fault (fault 50)")
    func closedSocket() {
        #expect(Self.daemon(.closed).verdict == .notice)
        #expect(Self.daemon(.hidden).commands == ["sudo placemarkctl doctor"])
        #expect(Self.daemon(.socket, .failed(.refused(code: "forbidden", sentence: "no"))).verdict == .ok)
    }

    @Test("a daemon of another version is worth a look")
    func versions() throws {
        let status = DaemonCheck.Outcome.status(try Self.status())
        let current = Installation.version
        #expect(
            Self.daemon(.socket, status, version: current) == .ok(.daemon, "version \(current) answers at \(Self.path)")
        )
        let old = Self.daemon(.socket, status, version: "0.0.9")
        #expect(old.verdict == .notice && old.found.contains("it is version 0.0.9"))
        #expect(Self.daemon(.socket, status).verdict == .notice)
    }

    /// Whether a user has a group: in the process, in the database.
    private static func access(
        reduced: (Bool, Bool), precise: (Bool, Bool), isRoot: Bool = false, ownsSocket: Bool = false,
        groupsExist: Bool = true, mayConnect: Bool = true
    ) -> DoctorFinding {
        func group(_ membership: (Bool, Bool)) -> AccessCheck.Group {
            AccessCheck.Group(exists: groupsExist, isInProcess: membership.0, isInDatabase: membership.1)
        }
        return AccessCheck(
            user: "alice", isRoot: isRoot, ownsSocket: ownsSocket, mayConnect: mayConnect, reduced: group(reduced),
            precise: group(precise)
        ).finding
    }

    @Test("root, the daemon's own user and the members of the groups may ask")
    func entitled() {
        let no = (false, false)
        #expect(Self.access(reduced: no, precise: no, isRoot: true).verdict == .ok)
        #expect(Self.access(reduced: no, precise: no, ownsSocket: true).verdict == .ok)
        let city = Self.access(reduced: (true, true), precise: no)
        #expect(city.verdict == .ok && city.found.contains("the city and a position to about 3 km"))
        let everything = Self.access(reduced: (true, true), precise: (true, true))
        #expect(everything.verdict == .ok && everything.found.contains("everything"))
    }

    @Test("a session that is older than the membership is told to log in again")
    func oldSession() {
        let reduced = Self.access(reduced: (false, true), precise: (false, false))
        #expect(reduced.verdict == .wrong && reduced.commands == ["newgrp placemark"])
        let precise = Self.access(reduced: (true, true), precise: (false, true))
        #expect(precise.verdict == .wrong && precise.commands == ["newgrp placemark-precise"])
    }

    @Test("who is in no group, or in one that does not open the socket, is told how to join")
    func outsiders() {
        let no = (false, false)
        let outsider = Self.access(reduced: no, precise: no)
        #expect(outsider.verdict == .wrong)
        #expect(outsider.commands.first == "sudo usermod --append --groups placemark alice")
        #expect(outsider.commands.last == "sudo usermod --append --groups placemark-precise alice")
        let half = Self.access(reduced: no, precise: (true, true), mayConnect: false)
        #expect(half.verdict == .wrong && half.commands == ["sudo usermod --append --groups placemark alice"])
        #expect(Self.access(reduced: no, precise: (true, true)).verdict == .ok, "the socket lets this group in, too")
        let groupless = Self.access(reduced: no, precise: no, groupsExist: false)
        #expect(groupless.verdict == .wrong && groupless.commands.first == "sudo systemd-sysusers")
    }

    private static func position(
        _ status: Status, reachesGPSD: Bool = true, isGPSDLocal: Bool = true, showsLocation: Bool = false
    ) -> DoctorFinding {
        PositionCheck(
            status: status, reachesGPSD: reachesGPSD, isGPSDLocal: isGPSDLocal, showsLocation: showsLocation
        ).finding
    }

    @Test("a live position is ok, with its ages, and with its place only when that is asked for")
    func live() throws {
        let status = try Self.status()
        #expect(
            Self.position(status) == .ok(.position, "live for 90 s; location 0 s old, placemark 12 s old"))
        let shown = Self.position(status, showsLocation: true).found
        #expect(shown.contains("47.141, 9.521") && shown.contains("Vaduz"))
    }

    @Test(
        "a source that is not live is wrong without gpsd or receiver, worth a look without a fix (faults 1, 2, 20)",
        arguments: [
            ("connecting", .wrong), ("disconnected", .wrong), ("waiting", .wrong), ("lost", .wrong), ("noFix", .notice),
            ("stale", .notice), ("live", .ok),
        ] as [(String, DoctorFinding.Verdict)])
    func source(state: String, verdict: DoctorFinding.Verdict) throws {
        let finding = Self.position(try Self.status(state))
        #expect(finding.verdict == verdict)
        #expect(!"\(finding)".contains("47.1") && !"\(finding)".contains("Vaduz"))
    }

    @Test("a daemon that does not hear the gpsd that this program hears is told why")
    func sandbox() throws {
        let status = try Self.status("disconnected")
        #expect(Self.position(status, isGPSDLocal: false).commands.first == "sudo systemctl edit placemarkd.service")
        #expect(Self.position(status).advice?.contains("read them again") == true)
        #expect(Self.position(status, reachesGPSD: false).advice?.hasPrefix("gpsd, above") == true)
    }

    @Test("fixes that are all rejected and a geocoder that fails are wrong, no placemark yet worth a look")
    func trouble() throws {
        let rejected = Self.position(
            try Self.status(
                location: "", placemark: "", fixes: #"{"accepted":0,"rejected":{"tooOld":1,"inaccurate":9}}"#))
        #expect(rejected.verdict == .wrong && rejected.found.contains("as inaccurate (9)"))
        #expect(Self.position(try Self.status(failing: true)).verdict == .wrong)
        #expect(Self.position(try Self.status(placemark: "")).verdict == .notice)
    }
}
