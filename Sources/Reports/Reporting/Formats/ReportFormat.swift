/// What reports look like to a kind of receiver: a word of `Format=`, and what it has for each transport.
///
/// No sink can name a format with a transport for which the format has nothing.
public struct ReportFormat: Sendable {
    /// Makes what goes over HTTP, to the address of the sink.
    typealias Requests = @Sendable (Sink, String) throws(RequestTemplate.Mistake) -> RequestFormat
    /// Makes what goes to a broker.
    typealias Messages = @Sendable (Sink) throws(ReportTemplate.Mistake) -> any BrokerFormat
    /// Makes what goes to a server of Signal K.
    typealias Deltas = @Sendable () -> SignalKFormat

    /// The word after `Format=`.
    public let rawValue: String
    let requests: Requests?
    let messages: Messages?
    let deltas: Deltas?
    /// Whether a home follows by it.
    let movesHome: Bool
    /// Whether its receivers show where the box is in the ring of its guard: while one is on they are told so every minute, because a
    /// receiver that begins anew knows of none, and the box moves without an event.
    public let showsGuard: Bool

    init(
        _ name: String, requests: Requests? = nil, messages: Messages? = nil, deltas: Deltas? = nil,
        movesHome: Bool = false, showsGuard: Bool = false
    ) {
        rawValue = name
        (self.requests, self.messages, self.deltas) = (requests, messages, deltas)
        (self.movesHome, self.showsGuard) = (movesHome, showsGuard)
    }

    /// Whether it has something for receivers that are reached so.
    public func travels(by transport: SinkSettings.Transport) -> Bool {
        switch transport {
        case .http: requests != nil
        case .mqtt: messages != nil
        case .signalk: deltas != nil
        case .homeassistant: movesHome
        }
    }
}

/// A format is its word.
extension ReportFormat: RawRepresentable, CaseIterable, Hashable {
    public static var allCases: [ReportFormat] { ReportFormats.all }

    /// Returns nil for a word that is none.
    public init?(rawValue: String) {
        guard let format = ReportFormats.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    public static func == (left: ReportFormat, right: ReportFormat) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
