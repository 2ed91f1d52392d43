import PlacemarkModel

/// What is heard of the beacons of regions, and when Home Assistant is told of it.
///
/// There is one sensor a region, for the nearest of its beacons. One for each beacon would let any radio near the box fill a
/// Home Assistant: who has heard a beacon can send the same UUID with other numbers.
struct HomeAssistantBeacons: Sendable {
    /// The least time between two messages of which only the distances differ.
    let interval: Duration
    private let mostRegions: Int
    /// The nearest beacon of each region, as of now.
    private(set) var nearest: [String: Beacon] = [:]
    /// The regions of which a beacon has ever been heard.
    private(set) var names: Set<String> = []
    private var told: (nearness: [String: BeaconProximity], at: BootInstant)?

    init(interval: Duration, mostRegions: Int) { (self.interval, self.mostRegions) = (interval, mostRegions) }

    /// Takes all that is heard now, the nearest first.
    mutating func take(_ beacons: [Beacon]) {
        nearest = [:]
        for beacon in beacons {
            for region in beacon.regions where nearest[region] == nil { nearest[region] = beacon }
        }
        for region in nearest.keys where names.count < mostRegions { names.insert(region) }
    }

    /// Whether to tell it now: that one comes, goes, or is nearer or farther is told at once.
    func isDue(at now: BootInstant) -> Bool {
        guard let told else { return true }
        return told.nearness != nearness || told.at.duration(to: now) >= interval
    }

    mutating func wasTold(at now: BootInstant) { told = (nearness, now) }

    private var nearness: [String: BeaconProximity] { nearest.mapValues(\.proximity) }

    /// An object for each of these regions, which is empty while none of its beacons is heard.
    func payload(of regions: [String]) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        for region in regions {
            writer.key(escaping: region)
            writer.beginObject()
            if let beacon = nearest[region] { writer.members(of: beacon) }
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }
}

extension HomeAssistantEntity {
    /// What the keys of beacons begin with.
    static let beaconPrefix = "beacon_"

    static func beaconKey(_ region: String) -> String {
        beaconPrefix + SafeName.identifier(region, separator: "_")
    }

    /// How far away the nearest beacon of a region is, as Home Assistant's own integration of iBeacons tells it. Without one
    /// the state is unknown; whether the box is there, the region's binary sensor says.
    static func beacon(_ region: String) -> HomeAssistantEntity {
        let object = "value_json.get(\(jinja(region)), {})"
        return HomeAssistantEntity(
            platform: .sensor, key: beaconKey(region), name: region + " distance",
            icon: "mdi:signal-distance-variant", topic: "beacons", template: "{{ \(object).get('distance') }}",
            deviceClass: "distance", unit: "m", decimals: 1, hasAttributes: true,
            attributes: "{{ \(object) | tojson }}")
    }
}

extension JSONWriter {
    fileprivate mutating func members(of beacon: Beacon) {
        field("distance", beacon.distance?.rounded(toDecimals: 1))
        field("accuracy", beacon.accuracy?.rounded(toDecimals: 1))
        field("proximity", beacon.proximity.rawValue)
        field("uuid", beacon.uuid)
        if let major = beacon.major { field("major", Int(major)) }
        if let minor = beacon.minor { field("minor", Int(minor)) }
        field("namespace", beacon.namespace)
        field("instance", beacon.instance)
        field("address", beacon.address)
        field("battery", beacon.battery)
        field("temperature", beacon.temperature)
    }
}
