import PlacemarkModel

/// Whether the compasses can be believed. There is nothing to find where the daemon has heard none, and where the reader may
/// not know.
struct CompassCheck {
    let compasses: [CompassReport]
    let heading: HeadingReport?

    /// Nil without a compass.
    init?(status: Status) {
        guard let compasses = status.compasses, !compasses.isEmpty else { return nil }
        (self.compasses, heading) = (compasses, status.heading)
    }

    var finding: DoctorFinding {
        if let stuck = compasses.first(where: { $0.state == .stuck }) {
            return .wrong(
                .compass, "\(name(stuck)) does not turn while the course does, and is not used.",
                advice: "Check whether it is jammed, or its instrument repeats an old heading. To see it turn:",
                "placemarkctl watch heading compass")
        }
        if let off = compasses.first(where: { $0.state == .off }) {
            let difference = off.courseDifference.map { ", the last time by \(Words.number($0, decimals: 0))°" } ?? ""
            return .wrong(
                .compass,
                "\(name(off)) has differed from the course for minutes\(difference), and is not used.",
                advice: "Iron near it, or the way it is mounted, turns it: write its deviation into the file that"
                    + " CompassDeviation= names, and reload.",
                "man 5 placemarkd.conf", "sudo systemctl reload placemarkd.service")
        }
        if let silent = compasses.first(where: { $0.state == .silent }) {
            return .notice(
                .compass, "\(name(silent)) has been silent for \(Words.age(silent.age)).",
                advice: "gpsd says whether it still hears it, in reports of the class ATT or in sentences:",
                "gpspipe -w -r | grep -E 'ATT|HD[GM]'")
        }
        if heading?.declinationSuspect == true {
            return .notice(
                .compass,
                "magnetic and true headings differ by a guess: the date is outside of the magnetic model's years"
                    + " (2025 to 2029), or not known.",
                advice: "A later version of placemarkd has a later model. The date is the receiver's:",
                "placemarkctl get location.timestamp", "placemarkctl --version")
        }
        let states = compasses.map { "\(name($0)) \($0.inUse ? "in use" : "working")" }
        return .ok(.compass, states.joined(separator: "; "))
    }

    /// A device is a path, and says nothing of a place.
    private func name(_ compass: CompassReport) -> String {
        [compass.device, compass.north == .magnetic ? "(magnetic)" : "(true)"].compactMap(\.self).joined(separator: " ")
    }
}
