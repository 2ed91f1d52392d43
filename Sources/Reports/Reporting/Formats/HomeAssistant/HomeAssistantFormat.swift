import FoundationEssentials
public import PlacemarkModel

extension ReportFormat {
    public static let homeassistant = ReportFormat(
        "homeassistant",
        messages: { sink throws(ReportTemplate.Mistake) -> any BrokerFormat in
            HomeAssistantFormat(
                device: sink.device, precision: sink.settings.precision, base: try sink.topic(),
                takesCommands: sink.settings.acceptsCommands, kinds: sink.settings.filter.kinds,
                interval: sink.settings.filter.interval)
        },
        movesHome: true)
}

/// Reports for Home Assistant, which discovers the machine by a message that describes it (MQTT discovery by device, from
/// Home Assistant 2024.11 on). Held against `mqtt/device_tracker.py` of home-assistant/core as of 2026.
///
/// Home Assistant keeps only the present: of what is caught up with, only what is newer than all before is told. Every message is
/// retained, so that a Home Assistant that starts anew knows where the machine is.
public struct HomeAssistantFormat: Sendable {
    /// The most regions that have an entity of their own.
    public static let mostRegions = 100

    /// What Home Assistant knows the machine by. It must not change.
    public let device: String
    private let name: String
    private let scope: HomeAssistantScope
    var precision: Precision { scope.precision }
    var takesCommands: Bool { scope.takesCommands }
    /// What was guarded last, as far as it has been told.
    private var guardKind: GuardKind?
    private let discoveryPrefix: String
    /// The topic below which everything is told.
    let base: String
    /// The regions that have been described, in the order in which they came.
    public private(set) var regions: [String]
    /// Whether the daemon has said that there are no others.
    private var knowsRegions = false
    var beacons: HomeAssistantBeacons
    /// What was described before, with its platform: Home Assistant keeps an entity until it is told that it is gone.
    private(set) var described: [String: HomeAssistantEntity.Platform] = [:]
    private var newest: [String: NewestReport] = [:]
    /// What was told last, by topic.
    var told: [String: ReportMessage] = [:]

    /// - Parameters:
    ///   - name: what this machine is called.
    ///   - base: the topic below which everything is told; nil for `placemarkd/` and the name.
    ///   - regions: those that are known already.
    ///   - discoveryPrefix: as Home Assistant is configured.
    ///   - kinds: what is reported: without trips they have no sensors.
    ///   - interval: the least time between two distances of beacons.
    public init(
        device name: String, precision: Precision, base: String? = nil, regions: [String] = [],
        discoveryPrefix: String = "homeassistant", takesCommands: Bool = false, kinds: Set<ReportKind> = [],
        interval: Duration = .seconds(10)
    ) {
        // As strict as Home Assistant's topics of discovery.
        device = SafeName.identifier(name, separator: "_", keeping: "-_")
        self.name = name
        scope = HomeAssistantScope(precision, takesCommands: takesCommands, kinds: kinds)
        beacons = HomeAssistantBeacons(interval: interval, mostRegions: Self.mostRegions)
        self.discoveryPrefix = discoveryPrefix
        self.base = base ?? "placemarkd/\(SafeName.topicLevel(name))"
        self.regions = Array(regions.prefix(Self.mostRegions))
    }

    // MARK: Coming and going

    /// What the broker is to publish when it has lost us.
    public var will: ReportMessage { ReportMessage(topic: availabilityTopic, text: "offline", isRetained: true) }
    /// To be published after each connection, after the description.
    public var birth: ReportMessage { ReportMessage(topic: availabilityTopic, text: "online", isRetained: true) }
    private var availabilityTopic: String { base + "/availability" }

    /// Where Home Assistant says that it has started: then the description, `birth` and the present state are told again.
    public var statusTopic: String { discoveryPrefix + "/status" }

    /// Whether a message says that Home Assistant has started.
    public func isStart(topic: String, _ payload: [UInt8]) -> Bool {
        topic == statusTopic && payload.elementsEqual("online".utf8)
    }

    /// The description of the machine and its entities.
    public var description: ReportMessage {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.key("dev")
        writer.beginObject()
        writer.field("ids", "placemarkd_\(device)")
        writer.field("name", name)
        writer.field("mf", "placemarkd")
        writer.field("mdl", "GPS location")
        writer.field("sw", Installation.version)
        writer.endObject()
        writer.key("o")
        writer.beginObject()
        writer.field("name", "placemarkd")
        writer.field("sw", Installation.version)
        writer.endObject()
        writer.key("avty")
        writer.beginArray()
        writer.beginObject()
        writer.field("t", availabilityTopic)
        writer.endObject()
        writer.endArray()
        writer.field("qos", 1)
        writer.key("cmps")
        writer.beginObject()
        for entity in entities { writer.write(entity, of: device, base: base) }
        for (key, platform) in gone.sorted(by: { $0.key < $1.key }) { writer.write(gone: key, platform) }
        writer.endObject()
        writer.endObject()
        return ReportMessage(topic: descriptionTopic, payload: writer.bytes, isRetained: true)
    }

    /// Where the description is kept, which an earlier run may have made.
    public var descriptionTopic: String { "\(discoveryPrefix)/device/\(device)/config" }

    private var entities: [HomeAssistantEntity] {
        HomeAssistantEntity.all(scope, regions: regions, beacons: beaconRegions)
    }

    /// What was described, and is no more. While the daemon has not said which regions there are, none of them is gone.
    private var gone: [String: HomeAssistantEntity.Platform] {
        let present = Set(entities.map(\.key))
        return described.filter { key, _ in
            !present.contains(key)
                && (precision == .reduced || knowsRegions
                    || ![HomeAssistantEntity.regionPrefix, HomeAssistantEntity.beaconPrefix].contains(
                        where: key.hasPrefix))
        }
    }

    /// Makes Home Assistant forget the machine, and the broker what it keeps of it.
    public var removal: [ReportMessage] {
        let topics = ["location", "placemark", "source", "availability"] + Self.preciseTopics
        return ([descriptionTopic] + topics.map { "\(base)/\($0)" }).map {
            ReportMessage(topic: $0, payload: [], isRetained: true)
        }
    }

    /// What only precise readers may know.
    private static let preciseTopics = [
        "motion", "guard", "panel", "regions", "trip", "last_trip", "odometer", "beacons",
    ]

    // MARK: Reports

    /// What a report changes; empty when it changes nothing, or when something newer has been told. A region that comes for
    /// the first time brings a new description with it.
    ///
    /// - Parameter report: as the receiver may know it.
    public mutating func messages(for report: Report) -> [ReportMessage] {
        var messages: [ReportMessage] = []
        // What is caught up with names regions that are gone.
        if !knowsRegions, learnRegions(of: report) { messages.append(description) }
        func add(_ topic: String, _ payload: [UInt8]?) {
            guard let payload, newest[topic, default: NewestReport()].isPassed(by: report) else { return }
            let message = ReportMessage(topic: "\(base)/\(topic)", payload: payload, isRetained: true)
            told[topic] = message
            messages.append(message)
        }
        add("location", report.location.map { Self.location($0, report) })
        add("placemark", report.placemark.map { Self.placemark($0.placemark, precision) })
        if precision == .precise {
            add("motion", report.motion.map { Array($0.rawValue.utf8) })
            add("guard", report.guardState.map { Array($0.rawValue.utf8) })
            if takesCommands {
                guardKind = report.event?.guard?.plan?.kind ?? guardKind
                let state = report.guardState.map { HomeAssistantPanel.state($0, guardKind) }
                add(HomeAssistantPanel.stateTopic, state.map { Array($0.utf8) })
            }
        }
        if scope.tellsTrips, let trip = report.event?.trip {
            add("trip", Self.trip(trip, report))
            if trip.state != .underway { add("last_trip", Self.trip(trip, report)) }
        }
        if scope.tellsOdometer { add("odometer", report.event?.status?.odometer.map(Self.odometer)) }
        add("source", (report.event?.source ?? report.event?.status?.source).map { Array($0.state.rawValue.utf8) })
        add("regions", report.regions.map(Self.inside))
        return messages
    }

    /// The present state, once more.
    public var present: [ReportMessage] { told.keys.sorted().compactMap { told[$0] } }

    /// Takes these for all regions that there are: those that are gone lose their entities. Returns the description when it has
    /// become another one.
    public mutating func learn(regions: [String]) -> [ReportMessage] {
        let before = description
        remember(entities.map { ($0.key, $0.platform) })
        (self.regions, knowsRegions) = (Array(regions.prefix(Self.mostRegions)), true)
        return (description == before ? [] : [description]) + beaconNews()
    }

    /// Learns from the description that the broker has kept what an earlier run has made known. Returns what has to be published
    /// for Home Assistant to forget what is gone: with reduced precision also what only others may know.
    mutating func learn(description payload: [UInt8]) -> [ReportMessage] {
        struct Kept: Decodable {
            struct Entity: Decodable {
                let platform: String?
                let identifier: String?
                private enum CodingKeys: String, CodingKey {
                    case platform = "p"
                    case identifier = "unique_id"
                }
            }
            let cmps: [String: Entity]
        }
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(payload)) else { return [] }
        let before = description
        remember(
            kept.cmps.compactMap { key, entity in
                // Without an identifier it is gone already.
                guard entity.identifier != nil else { return nil }
                return entity.platform.flatMap(HomeAssistantEntity.Platform.init).map { (key, $0) }
            })
        let news = beaconNews()
        guard description != before else { return news }
        let secrets = precision == .reduced ? Self.preciseTopics : []
        return [description] + news
            + secrets.map { ReportMessage(topic: "\(base)/\($0)", payload: [], isRetained: true) }
    }

    private mutating func remember(_ entities: [(key: String, platform: HomeAssistantEntity.Platform)]) {
        for entity in entities where described.count < Self.mostDescribed { described[entity.key] = entity.platform }
    }

    /// More than there can be at a time: who renames regions all day does not let the description grow.
    private static let mostDescribed = 3 * mostRegions

    /// Returns whether there was a new one.
    private mutating func learnRegions(of report: Report) -> Bool {
        let known = regions.count
        for region in (report.regions ?? []) + [report.event?.region].compactMap(\.self) {
            if !regions.contains(region), regions.count < Self.mostRegions { regions.append(region) }
        }
        return regions.count > known
    }
}
