import PlacemarkModel

/// Why nothing comes from gpsd.
enum Outage: Hashable, Sendable {
    case unknownHost
    case refused
    /// libgps cannot open a connection, for a reason of this machine.
    case noConnection(code: Int32)
    case closed
    /// Accepted the connection, and says nothing.
    case silent
    /// Has spoken before, and no longer answers.
    case stalled
    /// A line without an end.
    case babbling
    /// Reading or writing failed.
    case broken(errno: Int32)
    /// This process has no descriptor, no memory or no thread left.
    case noResources

    /// In words for a person, with what to do about it.
    func reason(_ endpoint: GPSDEndpoint) -> String {
        switch self {
        case .unknownHost: "the host of gpsd at \(endpoint) is unknown: check its name and the network"
        case .refused: "gpsd at \(endpoint) refused the connection: is gpsd running?"
        case .noConnection(let code): "gpsd at \(endpoint) cannot be reached (libgps error \(code)): is gpsd running?"
        case .closed: "gpsd at \(endpoint) closed the connection"
        case .silent: "the server at \(endpoint) accepts connections but says nothing: is it a gpsd?"
        case .stalled: "gpsd at \(endpoint) no longer answers"
        case .babbling: "the server at \(endpoint) sends lines without an end: is it a gpsd?"
        case .broken(let code): "the connection to gpsd at \(endpoint) broke (errno \(code))"
        case .noResources: "gpsd at \(endpoint) cannot be reached: no memory, thread or file descriptor is left"
        }
    }
}
