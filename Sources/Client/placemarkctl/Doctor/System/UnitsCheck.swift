import Glibc
import Settings

/// Whether systemd keeps the service running.
struct UnitsCheck {
    /// Nil without systemd.
    let units: [String: ServiceUnit]?
    /// `Socket=` in [Publishing] of the service; nil when another configuration is looked at.
    let configuredSocket: String?

    private static let names = "placemarkd.socket placemarkd.service"
    private static let enable = "sudo systemctl enable --now \(names)"

    var finding: DoctorFinding {
        guard let units else { return .notice(.units, "systemd is not running here, so nothing restarts the daemon.") }
        guard let service = units["placemarkd.service"], let socket = units["placemarkd.socket"] else {
            return .notice(
                .units, "systemd does not answer.", advice: "See what it says:", "systemctl status placemarkd.service")
        }
        if service.load == "masked" || socket.load == "masked" {
            return .wrong(
                .units, "the units are masked.", advice: "Somebody has switched them off. To switch them on:",
                "sudo systemctl unmask \(Self.names)", Self.enable)
        }
        guard service.isInstalled, socket.isInstalled else {
            return .notice(
                .units, "placemarkd is not installed as a service.", advice: "In its sources:",
                "make build && sudo make install",
                "sudo systemd-sysusers && sudo systemd-tmpfiles --create && sudo systemctl daemon-reload", Self.enable)
        }
        if service.isFailed || socket.isFailed { return failure(of: service) }
        guard socket.isActive || service.isActive else {
            return .wrong(
                .units, "the service is not running.", advice: "Start it, now and at every boot:", Self.enable)
        }
        guard service.isEnabled || socket.isEnabled else {
            return .notice(
                .units, "the service is running, but will not be after a reboot.", advice: "Enable it:", Self.enable)
        }
        if let opened = socket.socket, let configuredSocket, socket.isActive, opened != configuredSocket {
            return .notice(
                .units, "systemd opens \(opened); Socket=\(configuredSocket) in [Publishing] has no effect.",
                advice:
                    "Let ListenStream= of the unit and Socket= name the same path. After an empty ListenStream=, set it"
                    + " under [Socket], and restart:", "sudo systemctl edit placemarkd.socket",
                "sudo systemctl restart \(Self.names)")
        }
        if service.restarts > 0 {
            return .notice(
                .units, "active; systemd had to restart the service \(service.restarts) times.",
                advice: "See why:", "journalctl --unit placemarkd --lines 50")
        }
        return .ok(.units, "\(service.isActive ? "active" : "started by the next request"), enabled")
    }

    private func failure(of service: ServiceUnit) -> DoctorFinding {
        let reset = "sudo systemctl reset-failed \(Self.names); sudo systemctl restart \(Self.names)"
        if service.exitStatus == EX_CONFIG {
            return .wrong(
                .units, "the service does not start with its configuration (exit status \(EX_CONFIG)).",
                advice: "Correct what this names, and start it again:", "sudo placemarkd --check-config", reset)
        }
        return .wrong(
            .units, "the service has failed (\(service.result), exit status \(service.exitStatus)).",
            advice: "See why, and start it again:", "journalctl --unit placemarkd --lines 50", reset)
    }
}
