import PlacemarkModel

/// Whether the beacons can be heard that regions name. There is nothing to find where none does, and where the reader may not know.
struct BeaconsCheck {
    let beacons: BeaconsSummary
    /// The service that listens; nil where this machine has no systemd.
    let unit: ServiceUnit?

    init?(status: Status, units: [String: ServiceUnit]?) {
        guard let beacons = status.beacons else { return nil }
        (self.beacons, unit) = (beacons, units?["placemark-beacons.service"])
    }

    var finding: DoctorFinding {
        guard beacons.isListening else { return silence(beacons.reason ?? "nothing is listening") }
        guard beacons.heard > 0 else {
            return .notice(
                .beacons, "\(regions); none is heard.",
                advice: "If none is within reach, that is as it should be. Next to a beacon, see what it calls itself:",
                "bluetoothctl --timeout 10 scan le", "man 8 placemark-beacons")
        }
        return .ok(.beacons, "\(regions); heard: \(beacons.heard)")
    }

    private var regions: String {
        beacons.regions == 1 ? "1 region names a beacon" : "\(beacons.regions) regions name a beacon"
    }

    private func silence(_ reason: String) -> DoctorFinding {
        let found = "\(regions), and nothing is listening: \(reason)."
        if let unit, !unit.isInstalled {
            return .wrong(
                .beacons, found, advice: "Install what listens, and start it:", "sudo apt install placemark-beacons",
                "sudo systemctl enable --now placemark-beacons.service")
        }
        if let unit, !unit.isActive {
            return .wrong(
                .beacons, found, advice: "Start what listens:", "sudo systemctl enable --now placemark-beacons.service")
        }
        switch reason {
        case BeaconsFault.switchedOff:
            return .wrong(
                .beacons, found, advice: "Switch it on; rfkill says whether something blocks it:",
                "bluetoothctl power on", "rfkill list bluetooth")
        case BeaconsFault.noController:
            return .wrong(
                .beacons, found, advice: "Plug one in. What the kernel sees:", "bluetoothctl list",
                "sudo dmesg | grep -i bluetooth")
        case BeaconsFault.noBluetoothd:
            return .wrong(.beacons, found, advice: "Start it:", "sudo systemctl start bluetooth.service")
        case BeaconsFault.silentBluetoothd:
            return .wrong(.beacons, found, advice: "It hangs. Restart it:", "sudo systemctl restart bluetooth.service")
        default:
            return .wrong(
                .beacons, found, advice: "Its log says more:", "journalctl --unit placemark-beacons --lines 20")
        }
    }
}
