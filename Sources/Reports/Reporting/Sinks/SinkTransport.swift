public import Settings

extension SinkSettings {
    /// How reports travel. What carries them so is a line of `SinkTransports`, in the reporter.
    public enum Transport: String, CaseIterable, Sendable {
        case mqtt, http, signalk, homeassistant

        /// How the addresses of its receivers begin.
        var schemes: [String] {
            switch self {
            case .mqtt: ["mqtt", "mqtts"]
            case .http: ["http", "https"]
            case .signalk: ["udp", "tcp"]
            case .homeassistant: ["http", "https"]
            }
        }

        static let schemesWithTLS: Set = ["mqtts", "https"]

        /// The formats that its receivers read.
        var formats: [ReportFormat] { ReportFormat.allCases.filter { $0.travels(by: self) } }
    }

    /// That nobody has said how reports travel.
    public static let missingTransport = ConfigurationProblem.Reason.contradiction(
        "[Sink] Type=: expected one of " + Transport.allCases.map(\.rawValue).joined(separator: ", "))

    /// That a format has nothing for a transport.
    static func unfit(_ transport: Transport) -> ConfigurationProblem.Reason {
        .contradiction(
            "[Sink] Format=: expected, with Type=\(transport.rawValue), one of "
                + transport.formats.map(\.rawValue).joined(separator: ", "))
    }

    /// Which formats there are, for people: `With Type=mqtt: a, b or c; with http: d.`
    static var formatsInWords: String {
        let parts = Transport.allCases.map { transport in
            let names = transport.formats.map(\.rawValue)
            let last = names.suffix(2).joined(separator: " or ")
            return "\(transport.rawValue): \((names.dropLast(2) + [last]).joined(separator: ", "))"
        }
        return "With Type=\(parts.joined(separator: "; with "))."
    }
}
