import FoundationEssentials
import PlacemarkModel
import Glibc

/// Whether gpsd has a receiver, and whether that one says anything.
struct ReceiverCheck {
    let survey: GPSDSurvey
    /// The receiver that the configuration names; nil for any.
    let wanted: String?
    /// Devices of this machine that may be one.
    let serialPorts: [String]
    let listening: Duration
    /// gpsd runs on this machine.
    let isLocal: Bool
    /// `DEVICES=` in /etc/default/gpsd names none.
    let isDeviceListEmpty: Bool

    var finding: DoctorFinding {
        let receivers = survey.receivers
        if receivers.isEmpty { return withoutReceiver }
        if let wanted, !receivers.contains(where: { $0.path == wanted }) {
            return .wrong(
                .receiver, "Device= in [GPSD] is \(wanted); gpsd has \(Self.list(receivers)).",
                advice: "Correct Device=, or make it empty for whichever reports; or add the receiver to gpsd:",
                "sudo gpsdctl add \(wanted)")
        }
        let heeded = receivers.filter { wanted == nil || $0.path == wanted }
        let silent = heeded.filter { $0.reports == 0 }
        guard silent.count < heeded.count else { return allSilent(heeded) }
        let reporting = Self.list(heeded.filter { $0.reports > 0 })
        guard silent.isEmpty else {
            return .notice(
                .receiver, "\(reporting) reports; nothing from \(Self.list(silent)) in \(seconds).",
                advice: "If it should, see what comes from it:", "gpsmon")
        }
        return .ok(.receiver, "\(reporting) reports")
    }

    private var withoutReceiver: DoctorFinding {
        let found = "gpsd has no receiver."
        guard isLocal else {
            return .wrong(
                .receiver, found, advice: "On the machine of gpsd, plug it in and name it to gpsd:",
                "sudo gpsdctl add /dev/ttyACM0")
        }
        guard let port = serialPorts.first else {
            let hardware = " This machine has no device that looks like one (/dev/ttyACM*, /dev/ttyUSB*)."
            guard isDeviceListEmpty else {
                return .wrong(
                    .receiver, found + hardware, advice: "Plug it in, and see whether the kernel finds it:",
                    "sudo dmesg | grep --ignore-case tty")
            }
            return .wrong(
                .receiver, found + hardware + " DEVICES= in /etc/default/gpsd is empty.",
                advice:
                    "Plug it in. gpsd takes USB receivers by itself, where udev knows them; name any other in DEVICES=,"
                    + " such as DEVICES=\"/dev/ttyS0\", and restart gpsd:",
                "sudoedit /etc/default/gpsd", "sudo systemctl restart gpsd.service")
        }
        return .wrong(
            .receiver, found + " It may be \(serialPorts.joined(separator: " or ")).",
            advice: "Name it to gpsd, now and for every start (DEVICES= in /etc/default/gpsd):",
            "sudo gpsdctl add \(port)", "sudo sed -i 's,^DEVICES=.*,DEVICES=\"\(port)\",' /etc/default/gpsd")
    }

    private func allSilent(_ receivers: [GPSDSurvey.Receiver]) -> DoctorFinding {
        let names = Self.list(receivers)
        guard receivers.contains(where: \.isActive) else {
            return .wrong(
                .receiver, "gpsd cannot open \(names), or has closed it.",
                advice: "See whether the device is there, and what gpsd says:", "ls -l \(receivers[0].path)",
                "journalctl --unit gpsd --lines 20")
        }
        return .wrong(
            .receiver, "nothing from \(names) in \(seconds).",
            advice:
                "Check its cable and its power. gpsd needs a few seconds to find out the speed of a serial line; then"
                + " this shows what comes:", "gpsmon")
    }

    private var seconds: String { "\(Words.number(listening.inSeconds, decimals: 0)) s" }

    private static func list(_ receivers: [GPSDSurvey.Receiver]) -> String {
        receivers.map { $0.path + ($0.driver.map { " (\($0))" } ?? "") }.joined(separator: ", ")
    }
}

/// What Debian's gpsd is started with.
enum GPSDDefaults {
    /// Whether the file is there and names no device. It is a shell's file; of several assignments the last counts.
    static func isDeviceListEmpty(_ text: String?) -> Bool {
        let assignments = (text ?? "").split(separator: "\n").filter { $0.hasPrefix("DEVICES=") }
        guard let value = assignments.last?.dropFirst("DEVICES=".count) else { return false }
        return value.allSatisfy { "\"' \t".contains($0) }
    }

    static var file: String? {
        try? String(contentsOf: URL(filePath: "/etc/default/gpsd"), encoding: .utf8)
    }
}

/// The devices of this machine that a receiver may be behind.
enum SerialPorts {
    static var present: [String] {
        var found = glob_t()
        defer { globfree(&found) }
        for (pattern, flags) in [("/dev/ttyACM*", 0), ("/dev/ttyUSB*", GLOB_APPEND), ("/dev/serial0", GLOB_APPEND)] {
            glob(pattern, Int32(flags), nil, &found)
        }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
}
