import Glibc
import Processes

/// A unit as systemd sees it.
struct ServiceUnit: Equatable {
    /// `loaded`, `not-found`, `masked`, `error`, …
    let load: String
    /// `active`, `inactive`, `failed`, `activating`, …
    let active: String
    /// `enabled`, `disabled`, `static`, …; empty when there is no file.
    let file: String
    /// `success`, `exit-code`, `watchdog`, …
    let result: String
    /// How often systemd has restarted it by itself.
    let restarts: Int
    /// That of the program at its last end.
    let exitStatus: Int
    /// The process that systemd has started for it; 0 for none.
    var mainPID = 0
    /// The stream socket that systemd opens for it; nil for a unit of another kind.
    var socket: String?

    var isInstalled: Bool { load == "loaded" }
    var isActive: Bool { active == "active" || active == "activating" || active == "reloading" }
    var isFailed: Bool { active == "failed" }
    var isEnabled: Bool { file.hasPrefix("enabled") }

    /// Those that placemarkd brings along.
    static let names = [
        "placemarkd.service", "placemarkd.socket", "placemark-timezone.service", "placemark-beacons.service",
    ]

    private static let properties = [
        "Id", "LoadState", "ActiveState", "UnitFileState", "Result", "NRestarts", "ExecMainStatus", "MainPID", "Listen",
    ]

    /// Reads the output of `systemctl show`: lines of NAME=VALUE, and an empty one between two units.
    static func parse(_ text: String) -> [String: ServiceUnit] {
        var units: [String: ServiceUnit] = [:]
        for block in text.split(separator: "\n\n") {
            var values: [Substring: Substring] = [:]
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { values[parts[0]] = parts[1] }
            }
            func text(_ name: Substring) -> String { String(values[name] ?? "") }
            units[text("Id")] = ServiceUnit(
                load: text("LoadState"), active: text("ActiveState"), file: text("UnitFileState"),
                result: text("Result"), restarts: Int(text("NRestarts")) ?? 0,
                exitStatus: Int(text("ExecMainStatus")) ?? 0, mainPID: Int(text("MainPID")) ?? 0,
                socket: stream(text("Listen")))
        }
        return units
    }

    /// Of `/run/placemarkd.sock (Stream)` the path.
    private static func stream(_ listen: String) -> String? {
        let kind = " (Stream)"
        return listen.hasPrefix("/") && listen.hasSuffix(kind) ? String(listen.dropLast(kind.count)) : nil
    }

    /// Asks systemd. Nil where there is none.
    static func all() -> [String: ServiceUnit]? {
        // As sd_booted(3) tells.
        guard access("/run/systemd/system", F_OK) == 0 else { return nil }
        let call = ProgramCall("systemctl", ["show", "--property=\(properties.joined(separator: ","))"] + names)
        return call.exitStatus == 0 ? parse(call.output) : nil
    }
}
