public import PlacemarkModel

/// What goes over a connection to a broker, as values: what is said on coming and going, for each report, and in answer to what
/// others publish.
///
/// Only `SilentBrokerFormat` has defaults: where a format has something to say, a member of another type would be shadowed by
/// them without a word.
public protocol BrokerFormat: Sendable {
    /// What the broker is to publish when it has lost us.
    func will(connectedAt: Timestamp) -> ReportMessage?
    /// Topics whose messages are answered; they may have wildcards.
    var subscriptions: [String] { get }
    /// Whether the broker is to keep what is published there while we are away.
    var keepsSession: Bool { get }
    /// What is published first on each connection.
    var greeting: [ReportMessage] { get }
    /// What is published last, before the connection is closed.
    var farewell: [ReportMessage] { get }
    /// What makes the broker, and who has heard of us by it, forget this machine.
    var removal: [ReportMessage] { get }
    /// Whether the greeting tells which regions there are.
    var wantsRegions: Bool { get }
    /// Learns which regions there are. Returns what has to be published because of it; none before the greeting.
    mutating func learn(regions: [String]) -> [ReportMessage]
    /// Whether it tells how far away the beacons of regions are.
    var wantsBeacons: Bool { get }
    /// Learns which beacons are heard now, the nearest first. Returns what has to be published because of it.
    mutating func learn(beacons: [Beacon], at now: BootInstant) -> [ReportMessage]
    /// The messages of a report; none where the format has no word for it.
    mutating func messages(for report: Report, at now: Timestamp) -> [ReportMessage]
    /// What is published because of a message of others.
    ///
    /// - Parameter isKept: whether the broker has kept it from earlier.
    mutating func answer(
        to topic: String, _ payload: [UInt8], isKept: Bool, at now: Timestamp
    ) -> [ReportMessage]
    /// What a message of others wants of the guard; nil for nothing, and where nobody may command.
    func command(in topic: String, _ payload: [UInt8], isKept: Bool) -> GuardCommand?
}

/// A format that only tells reports: nothing on coming and going, and no answers.
public protocol SilentBrokerFormat: BrokerFormat {}

extension SilentBrokerFormat {
    public func will(connectedAt: Timestamp) -> ReportMessage? { nil }
    public var subscriptions: [String] { [] }
    public var keepsSession: Bool { false }
    public var greeting: [ReportMessage] { [] }
    public var farewell: [ReportMessage] { [] }
    public var removal: [ReportMessage] { [] }
    public var wantsRegions: Bool { false }
    public func learn(regions: [String]) -> [ReportMessage] { [] }
    public var wantsBeacons: Bool { false }
    public func learn(beacons: [Beacon], at now: BootInstant) -> [ReportMessage] { [] }
    public func answer(to topic: String, _ payload: [UInt8], isKept: Bool, at now: Timestamp) -> [ReportMessage] { [] }
    public func command(in topic: String, _ payload: [UInt8], isKept: Bool) -> GuardCommand? { nil }
}
