/// How near a beacon is: CoreLocation's `CLProximity`.
public enum BeaconProximity: String, Codable, CaseIterable, Sendable {
    /// Within half a metre.
    case immediate
    /// Within four metres.
    case near
    case far
    /// It does not say how strong it sends, or has not been heard well of late.
    case unknown
}

/// A beacon that a region names and that is heard: CoreLocation's `CLBeacon`.
public struct Beacon: Codable, Hashable, Sendable {
    /// With hyphens, in lowercase; of an iBeacon or an AltBeacon.
    public var uuid: String?
    public var major: UInt16?
    public var minor: UInt16?
    /// In hexadecimal digits; of an Eddystone.
    public var namespace: String?
    public var instance: String?
    /// Of the radio, where a region names that.
    public var address: String?
    /// The identifiers of the regions that it belongs to, in alphabetical order.
    public var regions: [String]
    public var proximity: BeaconProximity
    /// The likeliest distance in metres; nil when it is not known.
    public var distance: Double?
    /// The beacon is not farther away than this, in metres, with 95 % probability; nil when that is not known.
    public var accuracy: Double?
    /// How strong it is heard, in dBm, without the fading; CoreLocation's `rssi`. Nil when that is not known.
    public var strength: Double?
    /// How long ago it was last heard, in seconds.
    public var age: Double
    /// In volts; nil when it does not tell.
    public var battery: Double?
    /// In degrees Celsius; nil when it does not tell.
    public var temperature: Double?
    /// A link that it sends.
    public var link: String?

    package init(_ identity: BeaconIdentity, regions: [String], proximity: BeaconProximity, age: Double) {
        let members = BeaconMembers(identity)
        (uuid, major, minor) = (members.uuid, members.major, members.minor)
        (namespace, instance, address) = (members.namespace, members.instance, members.address)
        (self.regions, self.proximity, self.age) = (regions, proximity, age)
    }
}

/// What the status tells of beacons.
public struct BeaconsSummary: Codable, Hashable, Sendable {
    /// How many regions name a beacon.
    public var regions: Int
    /// Of how many of them a beacon is heard.
    public var heard: Int
    public var isListening: Bool
    /// Why nobody listens, in words for a person.
    public var reason: String?

    package init(regions: Int, heard: Int, isListening: Bool, reason: String?) {
        (self.regions, self.heard, self.isListening, self.reason) = (regions, heard, isListening, reason)
    }
}

/// The beacons that are heard, the nearest first, and whether anybody listens for them.
public struct BeaconsReport: Codable, Hashable, Sendable {
    public var beacons: [Beacon]
    /// Whether somebody listens. If not, what the regions say of beacons is what was heard last.
    public var isListening: Bool
    /// Why nobody does, in words for a person.
    public var reason: String?
    /// How many regions name a beacon. While none does, nobody listens.
    public var regions: Int
    /// Advertisements that look like a beacon's and are none, since the listener's start.
    public var malformed: Int

    package init(beacons: [Beacon], isListening: Bool, reason: String?, regions: Int, malformed: Int) {
        self.beacons = beacons
        self.isListening = isListening
        self.reason = reason
        self.regions = regions
        self.malformed = malformed
    }
}
