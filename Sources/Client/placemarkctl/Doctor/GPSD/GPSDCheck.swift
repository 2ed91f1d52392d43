import GPSD
import PlacemarkModel

/// Whether there is a gpsd where the configuration says.
struct GPSDCheck {
    let endpoint: GPSDEndpoint
    let call: GPSDInterview.Call

    /// gpsd's JSON protocol, which libgps reads: 3 since gpsd 2.90, of 2010.
    private static let knownProtocol = 3

    var finding: DoctorFinding {
        switch call {
        case .failed(.unknownHost):
            .wrong(
                .gpsd, "the host of \(endpoint) is unknown.", advice: "Correct Host= in [GPSD], or the network:",
                "getent hosts \(endpoint.host)")
        case .failed(.refused) where endpoint.isLoopback:
            .wrong(
                .gpsd, "nothing is listening at \(endpoint).",
                advice: "Install gpsd where it is not there, and start it:", "sudo apt-get install gpsd",
                "sudo systemctl enable --now gpsd.socket")
        case .failed(.refused):
            .wrong(
                .gpsd, "\(endpoint) refuses the connection.",
                advice: "gpsd listens to its own machine only, unless it is started with -G and its socket unit names"
                    + " the address. On that machine:", "ss --listening --tcp --numeric | grep \(endpoint.port)")
        case .failed(.timedOut):
            .wrong(
                .gpsd, "\(endpoint) does not answer.",
                advice: "A firewall may drop the packets, or the machine may be off:", "ping -c 3 \(endpoint.host)")
        case .failed(.other(let reason)):
            .wrong(
                .gpsd, "\(endpoint) cannot be reached: \(reason).", advice: "Look at the network:",
                "ip route get \(endpoint.host)")
        case .answered(let survey): finding(of: survey)
        }
    }

    private func finding(of survey: GPSDSurvey) -> DoctorFinding {
        guard let release = survey.release else {
            return .wrong(
                .gpsd,
                "\(endpoint) accepts connections, but does not greet as a gpsd does: it hangs, or it is another"
                    + " program.", advice: "See what it is, and restart gpsd:",
                "sudo ss --listening --tcp --numeric --processes | grep \(endpoint.port)",
                "sudo systemctl restart gpsd.service")
        }
        guard let version = survey.protocolVersion, version.major == Self.knownProtocol else {
            let spoken = survey.protocolVersion.map { "version \($0.major)" } ?? "an unknown version"
            return .notice(
                .gpsd,
                "gpsd \(release) at \(endpoint) speaks \(spoken) of the protocol, and placemarkd"
                    + " needs version \(Self.knownProtocol).", advice: "Install a gpsd of 2010 (2.90) or later:",
                "sudo apt-get install gpsd")
        }
        return .ok(.gpsd, "gpsd \(release) at \(endpoint), protocol \(version.major).\(version.minor)")
    }
}
