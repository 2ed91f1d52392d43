/// What a beacon calls itself: CoreLocation's `CLBeacon` has the first kind.
public enum BeaconIdentity: Hashable, Sendable {
    /// An iBeacon, or an AltBeacon, whose twenty bytes are read in the same way. The UUID has sixteen bytes.
    case uuid(BeaconBytes, major: UInt16, minor: UInt16)
    /// An Eddystone-UID: ten bytes of a namespace, six of an instance.
    case namespace(BeaconBytes, instance: BeaconBytes)
    /// Anything that its region names by the six bytes of its radio's address.
    case address(BeaconBytes)
}

/// Which beacons are meant: CoreLocation's `CLBeaconIdentityConstraint`.
public enum BeaconConstraint: Hashable, Sendable {
    /// All of a UUID, or those with a major number, and with a minor number beside it.
    case uuid(BeaconBytes, major: UInt16? = nil, minor: UInt16? = nil)
    /// All of a namespace, or one of them.
    case namespace(BeaconBytes, instance: BeaconBytes? = nil)
    case address(BeaconBytes)

    /// All of the identity is named, so that it means one beacon.
    package init(exactly identity: BeaconIdentity) {
        self =
            switch identity {
            case .uuid(let uuid, let major, let minor): .uuid(uuid, major: major, minor: minor)
            case .namespace(let namespace, let instance): .namespace(namespace, instance: instance)
            case .address(let address): .address(address)
            }
    }

    public func matches(_ identity: BeaconIdentity) -> Bool {
        switch (self, identity) {
        case (.uuid(let wanted, let major, let minor), .uuid(let uuid, let itsMajor, let itsMinor)):
            wanted == uuid && (major ?? itsMajor) == itsMajor && (minor ?? itsMinor) == itsMinor
        case (.namespace(let wanted, let instance), .namespace(let namespace, let itsInstance)):
            wanted == namespace && (instance ?? itsInstance) == itsInstance
        case (.address(let wanted), .address(let address)): wanted == address
        default: false
        }
    }
}

/// The members of a JSON object that name a beacon, or several: as they stand in the properties of a region, and on the way
/// between the daemon and what listens for it.
package struct BeaconMembers: Codable, Hashable, Sendable {
    package var uuid: String?
    package var major: UInt16?
    package var minor: UInt16?
    package var namespace: String?
    package var instance: String?
    package var address: String?

    package init() {}

    package init(_ identity: BeaconIdentity) {
        switch identity {
        case .uuid(let uuid, let major, let minor):
            (self.uuid, self.major, self.minor) = (uuid.uuidText, major, minor)
        case .namespace(let namespace, let instance):
            (self.namespace, self.instance) = (namespace.hexadecimal, instance.hexadecimal)
        case .address(let address): self.address = address.addressText
        }
    }

    package init(_ constraint: BeaconConstraint) {
        switch constraint {
        case .uuid(let uuid, let major, let minor):
            (self.uuid, self.major, self.minor) = (uuid.uuidText, major, minor)
        case .namespace(let namespace, let instance):
            (self.namespace, self.instance) = (namespace.hexadecimal, instance?.hexadecimal)
        case .address(let address): self.address = address.addressText
        }
    }

    /// The beacons that are meant; nil when none of the members is there.
    package func constraint() throws(RegionMistake) -> BeaconConstraint? {
        let kinds = [uuid, namespace, address].count { $0 != nil }
        guard kinds <= 1 else {
            throw RegionMistake(expected: "one of properties.uuid, properties.namespace and properties.address")
        }
        if uuid == nil, major != nil || minor != nil {
            throw RegionMistake(expected: "properties.uuid beside properties.major and properties.minor")
        }
        if namespace == nil, instance != nil {
            throw RegionMistake(expected: "properties.namespace beside properties.instance")
        }
        if let uuid {
            guard minor == nil || major != nil else {
                throw RegionMistake(expected: "properties.major beside properties.minor")
            }
            guard let bytes = BeaconBytes(hexadecimal: uuid, count: 16, separator: "-") else {
                throw RegionMistake(
                    expected: "properties.uuid to have 32 hexadecimal digits,"
                        + " such as 2f234454-cf6d-4a0f-adf2-f4911ba9ffa6")
            }
            return .uuid(bytes, major: major, minor: minor)
        }
        if let namespace {
            guard let bytes = BeaconBytes(hexadecimal: namespace, count: 10, separator: "-") else {
                throw RegionMistake(
                    expected: "properties.namespace to have 20 hexadecimal digits, such as 00112233445566778899")
            }
            let itsInstance = instance.map { BeaconBytes(hexadecimal: $0, count: 6, separator: "-") }
            if case .some(.none) = itsInstance {
                throw RegionMistake(
                    expected: "properties.instance to have 12 hexadecimal digits, such as 0000000000a1")
            }
            return .namespace(bytes, instance: itsInstance ?? nil)
        }
        guard let address else { return nil }
        guard let bytes = BeaconBytes(hexadecimal: address, count: 6, separator: ":") else {
            throw RegionMistake(expected: "properties.address to be that of a radio, such as C0:FF:EE:00:11:22")
        }
        return .address(bytes)
    }

    /// The one beacon that is meant; nil when they name none, or several.
    package var identity: BeaconIdentity? {
        switch try? constraint() {
        case .uuid(let uuid, let major?, let minor?): .uuid(uuid, major: major, minor: minor)
        case .namespace(let namespace, let instance?): .namespace(namespace, instance: instance)
        case .address(let address): .address(address)
        default: nil
        }
    }
}
