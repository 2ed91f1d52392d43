/// What one step on the way from the receiver to the reader was found to be, and what to do about it.
struct DoctorFinding: Hashable, Encodable {
    /// The steps, in the order of the way: what is wrong with one may be the fault of those before it.
    enum Step: String, Encodable, CaseIterable {
        case configuration, gpsd, receiver, fix, clock, gazetteer, daemon, access, position, compass, beacons,
            geocoder, stateFiles, disk
        case units, timeZone, reports

        var title: String {
            switch self {
            case .configuration: "Configuration"
            case .gpsd: "gpsd"
            case .receiver: "Receiver"
            case .fix: "Fix"
            case .clock: "Clock"
            case .gazetteer: "World file"
            case .daemon: "Daemon"
            case .access: "Access"
            case .position: "Position"
            case .compass: "Compass"
            case .beacons: "Beacons"
            case .geocoder: "Geocoder"
            case .stateFiles: "State files"
            case .disk: "Disk"
            case .units: "Units"
            case .timeZone: "Time zone"
            case .reports: "Reports"
            }
        }
    }

    /// How good the news is.
    enum Verdict: String, Encodable {
        case ok
        /// Worth a look; placemarkd works all the same.
        case notice
        /// placemarkd cannot do its work, or not in full.
        case wrong
    }

    let step: Step
    let verdict: Verdict
    /// Never with a place in it, unless the user asked for that: people show it to others.
    let found: String
    /// What to do, in a sentence that leads to the commands.
    let advice: String?
    /// To be copied into a shell.
    let commands: [String]

    static func ok(_ step: Step, _ found: String) -> DoctorFinding {
        DoctorFinding(step: step, verdict: .ok, found: found, advice: nil, commands: [])
    }

    static func notice(_ step: Step, _ found: String, advice: String? = nil, _ commands: String...) -> DoctorFinding {
        DoctorFinding(step: step, verdict: .notice, found: found, advice: advice, commands: commands)
    }

    static func wrong(_ step: Step, _ found: String, advice: String, _ commands: String...) -> DoctorFinding {
        DoctorFinding(step: step, verdict: .wrong, found: found, advice: advice, commands: commands)
    }
}
