import GPSD
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("Doctor: gpsd, receiver, fix")
struct ReceptionChecksTests {
    private static let local = GPSDEndpoint()
    private static let remote = GPSDEndpoint(host: "192.0.2.7")

    @Test(
        "a gpsd that cannot be reached is wrong, and there is a command against it",
        arguments: [
            (local, .refused, "nothing is listening at localhost:2947", "systemctl enable --now gpsd.socket"),
            (remote, .refused, "192.0.2.7:2947 refuses", "ss --listening"),
            (remote, .timedOut, "does not answer", "ping -c 3 192.0.2.7"),
            (remote, .unknownHost, "is unknown", "getent hosts 192.0.2.7"),
            (remote, .other("No route to host"), "No route to host", "ip route get 192.0.2.7"),
        ] as [(GPSDEndpoint, GPSDInterview.Failure, String, String)])
    func unreachable(endpoint: GPSDEndpoint, failure: GPSDInterview.Failure, found: String, command: String) {
        let finding = GPSDCheck(endpoint: endpoint, call: .failed(failure)).finding
        #expect(finding.verdict == .wrong && finding.found.contains(found))
        #expect(finding.commands.contains { $0.contains(command) }, "\(finding)")
    }

    @Test("a server that does not greet is wrong, one with another protocol worth a look, gpsd itself ok (fault 24)")
    func greeting() throws {
        let call = { (lines: [String]) throws -> DoctorFinding in
            GPSDCheck(endpoint: Self.local, call: .answered(try GPSDSurvey(lines))).finding
        }
        let silent = try call([])
        #expect(silent.verdict == .wrong && silent.found.contains("does not greet"))
        let old = try call([#"{"class":"VERSION","release":"2.40","proto_major":2,"proto_minor":0}"#])
        #expect(old.verdict == .notice && old.found.contains("speaks version 2 of the protocol"))
        let later = try call([#"{"class":"VERSION","release":"4.0","proto_major":4,"proto_minor":0}"#])
        #expect(later.verdict == .notice && later.found.contains("speaks version 4 of the protocol"))
        let good = try call([GPSDHearingTests.banner])
        #expect(good == .ok(.gpsd, "gpsd 3.22 at localhost:2947, protocol 3.14"))
    }

    private static func receivers(
        _ lines: [String], wanted: String? = nil, ports: [String] = [], isLocal: Bool = true,
        isDeviceListEmpty: Bool = false
    ) throws -> DoctorFinding {
        try ReceiverCheck(
            survey: GPSDSurvey(lines), wanted: wanted, serialPorts: ports, listening: .seconds(8), isLocal: isLocal,
            isDeviceListEmpty: isDeviceListEmpty
        ).finding
    }

    @Test("without a receiver the advice names the device that may be one")
    func noReceiver() throws {
        let none = try Self.receivers([GPSDHearingTests.banner])
        #expect(none.verdict == .wrong && none.commands == ["sudo dmesg | grep --ignore-case tty"])
        let port = try Self.receivers([], ports: ["/dev/ttyUSB1"])
        #expect(port.verdict == .wrong && port.found.contains("It may be /dev/ttyUSB1."))
        #expect(port.commands.first == "sudo gpsdctl add /dev/ttyUSB1")
        let remote = try Self.receivers([], ports: ["/dev/ttyUSB1"], isLocal: false)
        #expect(remote.commands == ["sudo gpsdctl add /dev/ttyACM0"])
    }

    @Test("where gpsd has been told of no device, its file is named")
    func emptyDeviceList() throws {
        let untold = try Self.receivers([GPSDHearingTests.banner], isDeviceListEmpty: true)
        #expect(untold.found.hasSuffix("DEVICES= in /etc/default/gpsd is empty.") && untold.verdict == .wrong)
        #expect(untold.commands == ["sudoedit /etc/default/gpsd", "sudo systemctl restart gpsd.service"])
        #expect(try Self.receivers([], ports: ["/dev/ttyUSB1"], isDeviceListEmpty: true).commands.count == 2)
        for (text, isEmpty) in [
            ("DEVICES=\"\"\n", true), ("# x\nDEVICES=\n", true), ("DEVICES=\"/dev/ttyS0\"\n", false), ("", false),
            ("#DEVICES=\"\"\n", false), ("DEVICES=\"\"\nDEVICES='/dev/ttyS0'\n", false), ("DEVICES=\"  \"", true),
        ] { #expect(GPSDDefaults.isDeviceListEmpty(text) == isEmpty, "\(text)") }
        #expect(!GPSDDefaults.isDeviceListEmpty(nil))
    }

    @Test("a receiver that says nothing, is closed, or is not the wanted one is wrong")
    func badReceiver() throws {
        let silent = try Self.receivers([GPSDHearingTests.devices])
        #expect(silent.verdict == .wrong && silent.found == "nothing from /dev/ttyACM0 (u-blox) in 8 s.")
        let closed = try Self.receivers([#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#])
        #expect(closed.verdict == .wrong && closed.commands.contains("ls -l /dev/ttyACM0"))
        let other = try Self.receivers([GPSDHearingTests.devices, GPSDHearingTests.fix], wanted: "/dev/ttyS0")
        #expect(other.verdict == .wrong && other.found.contains("Device= in [GPSD] is /dev/ttyS0"))
    }

    @Test("one of two that reports is enough, and the other is worth a look unless it is not wanted")
    func twoReceivers() throws {
        let silent = #"{"class":"DEVICE","path":"/dev/ttyS0","activated":"2026-11-21T21:52:50.968Z"}"#
        let lines = [silent, GPSDHearingTests.devices, GPSDHearingTests.noFix]
        #expect(try Self.receivers(lines).verdict == .notice)
        #expect(try Self.receivers(lines, wanted: "/dev/ttyACM0") == .ok(.receiver, "/dev/ttyACM0 (u-blox) reports"))
        #expect(try Self.receivers(lines, wanted: "/dev/ttyS0").verdict == .wrong)
    }

    private static func fix(
        mode: Int, seen: Int? = nil, used: Int = 0, accuracy: Double? = nil, showsLocation: Bool = false
    ) -> DoctorFinding {
        var receiver = GPSDSurvey.Receiver(path: "/dev/ttyACM0")
        if let mode = Location.Mode(rawValue: mode), let coordinate = Coordinate(latitude: 47.141, longitude: 9.521) {
            receiver.fix = Location(
                coordinate: coordinate, mode: mode, horizontalAccuracy: accuracy,
                receivedAt: BootInstant(sinceBoot: .zero))
        }
        receiver.satellites = seen.flatMap { Location.Satellites(used: used, seen: $0) }
        return FixCheck(report: receiver, maximumAccuracyInMeters: 10_000, showsLocation: showsLocation).finding
    }

    @Test("a fix is told by its dimensions, satellites and accuracy, and without its place unless that is asked for")
    func goodFix() {
        #expect(
            Self.fix(mode: 3, seen: 14, used: 9, accuracy: 12)
                == .ok(.fix, "3D fix, 9 of 14 satellites used, ±12 m (95 %)"))
        #expect(Self.fix(mode: 2) == .ok(.fix, "2D fix"))
        #expect(Self.fix(mode: 3, showsLocation: true) == .ok(.fix, "3D fix, 47.141, 9.521"))
    }

    @Test("a fix that the daemon rejects for its accuracy is wrong")
    func inaccurateFix() {
        let finding = Self.fix(mode: 2, accuracy: 12_000)
        #expect(finding.verdict == .wrong && finding.found.contains("worse than MaximumAccuracy="))
        #expect(Self.fix(mode: 2, accuracy: 10_000) == .ok(.fix, "2D fix, ±10.0 km (95 %)"))
    }

    @Test(
        "without a fix, satellites that are heard give hope, and none do not (fault 1)",
        arguments: [
            (0, .wrong, "antenna"), (3, .wrong, "sees the sky"), (nil, .wrong, "sees the sky"),
            (4, .notice, "may come"),
        ]
            as [(Int?, DoctorFinding.Verdict, String)])
    func noFix(seen: Int?, verdict: DoctorFinding.Verdict, advice: String) {
        let finding = Self.fix(mode: 1, seen: seen)
        #expect(finding.verdict == verdict && finding.found.hasPrefix("no fix"))
        #expect(finding.advice?.contains(advice) == true && !finding.commands.isEmpty)
    }
}
