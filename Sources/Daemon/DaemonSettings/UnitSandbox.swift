internal import Glibc
internal import Processes

/// Where the service's unit lets it write, as systemd sees it with all drop-ins.
struct UnitSandbox: Equatable {
    /// `ProtectSystem=`: with `strict`, all is read-only but what follows.
    let protection: String
    let writablePaths: [String]

    /// Of the output of `systemctl show`; nil when the unit is not installed.
    init?(properties text: String) {
        var values: [Substring: [String]] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1].split(separator: " ").map(String.init) }
        }
        guard values["LoadState"] == ["loaded"] else { return nil }
        protection = values["ProtectSystem"]?.first ?? "no"
        // "-" in front of one that may be missing, "+" of one below RootDirectory= (systemd.exec(5)).
        let paths = (values["ReadWritePaths"] ?? []).map { String($0.drop { "-+".contains($0) }) }
        writablePaths =
            paths + (values["RuntimeDirectory"] ?? []).map { "/run/" + $0 }
            + (values["StateDirectory"] ?? []).map { "/var/lib/" + $0 }
    }

    /// Asks systemd. Nil where there is none, or where the unit is not installed.
    static func ofService() -> UnitSandbox? {
        // As sd_booted(3) tells.
        guard access("/run/systemd/system", F_OK) == 0 else { return nil }
        let properties = "LoadState,ProtectSystem,ReadWritePaths,RuntimeDirectory,StateDirectory"
        let call = ProgramCall("systemctl", ["show", "--property=\(properties)", "placemarkd.service"])
        return UnitSandbox(properties: call.output)
    }

    /// Whether the unit's rules let the service write to a directory.
    func allowsWriting(to directory: String) -> Bool {
        guard protection == "strict" else { return true }
        return writablePaths.contains { directory == $0 || directory.hasPrefix($0 == "/" ? "/" : $0 + "/") }
    }
}
