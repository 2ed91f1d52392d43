/// What somebody may observe for the daemon, beside gpsd. Each kind has lines of its own, and the same way in.
enum ObservationKind: String, CaseIterable, Hashable, Sendable {
    /// `BeaconLines` has its lines.
    case beacons

    static let usage = allCases.map(\.rawValue).joined(separator: "|")

    /// Reads the arguments of `observe`.
    init(parsing arguments: String) throws(RequestError) {
        guard let kind = ObservationKind(rawValue: arguments) else {
            throw .badRequest("'observe' takes \(Self.usage)")
        }
        self = kind
    }
}
