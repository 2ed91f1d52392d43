/// Which geocoder names the positions: the embedded gazetteer, or a program behind a Unix socket.
public enum GeocoderAddress: Hashable, Sendable {
    case gazetteer
    /// The absolute path of the socket. docs/reference/geocoder.md says what the program there has to answer.
    case socket(String)

    /// What it is called where somebody may choose.
    public var choice: GeocoderChoice {
        switch self {
        case .gazetteer: .gazetteer
        case .socket: .network
        }
    }
}

/// Which of the two geocoders is to answer, in the words of requests and of the status.
public enum GeocoderChoice: String, Codable, CaseIterable, Sendable {
    /// The embedded one, at once and without a network.
    case gazetteer
    /// The program behind the socket of `Geocoder=`, with the gazetteer where that cannot answer.
    case network
}
