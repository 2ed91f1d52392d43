import PlacemarkModel

/// Picks out of all advertisements those of the beacons that are wanted, and collects them until somebody asks.
///
/// Of everything else nothing is kept, not even that it was there: what phones and watches of passers-by send says where their
/// owners are.
struct BeaconEar {
    /// Radios of wanted beacons of which something is remembered: what links telemetry to a beacon.
    static let mostRadios = 1000

    /// A radio that sends a wanted beacon.
    private struct Radio {
        /// With the measured power of each; an Eddystone may be an iBeacon, too.
        var identities: [BeaconIdentity: Int?] = [:]
        /// Whether BlueZ has said that it is there, and not that it has gone.
        var isPresent = false
    }

    private var wanted: [BeaconConstraint] = []
    /// By the path of their object.
    private var radios: [String: Radio] = [:]
    private var heard: [BeaconIdentity: BeaconObservation] = [:]
    /// Advertisements since the start that look like a beacon's and are none.
    private(set) var malformed = 0

    /// Listens for these beacons from now on, and forgets the others.
    mutating func listen(for constraints: [BeaconConstraint]) {
        (wanted, heard) = (constraints, [:])
        radios = [:]
    }

    // MARK: What comes in

    /// - Parameter path: of the object that stands for the radio, such as `/org/bluez/hci0/dev_C0_FF_EE_00_11_22`.
    mutating func heard(_ advertisement: Advertisement, from path: String) {
        var radio = radios[path] ?? Radio()
        var (said, telemetry, link) = ([BeaconIdentity](), BeaconTelemetry?.none, String?.none)
        func take(_ reading: BeaconReading) {
            switch reading {
            case .unknown: break
            case .malformed: malformed += 1
            case .frame(.identity(let identity, let power)):
                guard isWanted(identity) else { break }
                // One of a kind: another identity of the same kind is the same radio under another name.
                radio.identities = radio.identities.filter { !$0.key.isOfKind(of: identity) || $0.key == identity }
                radio.identities[identity] = power
                said.append(identity)
            case .frame(.telemetry(let told)): telemetry = told
            case .frame(.link(let text, _)): link = text
            }
        }
        for (company, data) in advertisement.manufacturers { take(BeaconFormat.read(manufacturer: company, data)) }
        for (service, data) in advertisement.services { take(BeaconFormat.read(service: service, data)) }
        if let address = Self.address(in: path), isWanted(.address(address)) {
            radio.identities[.address(address)] = radio.identities.values.lazy.compactMap(\.self).first
            said.append(.address(address))
        }
        guard !radio.identities.isEmpty else { return }
        remember(radio, path)
        for identity in said.isEmpty ? Array(radio.identities.keys) : said {
            add(identity, power: radio.identities[identity] ?? nil, advertisement.strength)
        }
        guard telemetry != nil || link != nil else { return }
        for identity in radio.identities.keys {
            add(identity, power: radio.identities[identity] ?? nil, nil)
            if let telemetry { heard[identity]?.telemetry = telemetry }
            if let link { heard[identity]?.link = link }
        }
    }

    /// BlueZ watches a radio, and says that it is there until it says that it is not.
    mutating func isPresent(_ isPresent: Bool, _ path: String) {
        if isPresent, radios[path] == nil { remember(Radio(), path) }
        radios[path]?.isPresent = isPresent
    }

    /// BlueZ has forgotten the radio.
    mutating func gone(_ path: String) { radios[path] = nil }

    /// BlueZ has forgotten all of them.
    mutating func allGone() { radios = [:] }

    // MARK: What goes out

    /// What was heard since the last time.
    mutating func drain() -> [BeaconObservation] {
        for radio in radios.values where radio.isPresent {
            for (identity, power) in radio.identities { add(identity, power: power, nil) }
        }
        defer { heard.removeAll(keepingCapacity: true) }
        return Array(heard.values)
    }

    private mutating func add(_ identity: BeaconIdentity, power: Int?, _ strength: Int?) {
        if heard[identity] == nil {
            guard heard.count < BeaconLines.mostObservations else { return }
            heard[identity] = BeaconObservation(identity)
        }
        heard[identity]?.measuredPower = power
        guard let strength, BeaconObservation.plausibleStrengths.contains(strength),
            heard[identity]?.strengths.count ?? 0 < BeaconLines.mostStrengths
        else { return }
        heard[identity]?.strengths.append(strength)
    }

    private mutating func remember(_ radio: Radio, _ path: String) {
        guard radios[path] != nil || radios.count < Self.mostRadios else { return }
        radios[path] = radio
    }

    private func isWanted(_ identity: BeaconIdentity) -> Bool { wanted.contains { $0.matches(identity) } }

    /// `…/dev_C0_FF_EE_00_11_22` has the address of the radio.
    private static func address(in path: String) -> BeaconBytes? {
        guard let start = path.range(ofLast: "/dev_") else { return nil }
        return BeaconBytes(hexadecimal: path[start...], count: 6, separator: "_")
    }
}

extension BeaconIdentity {
    /// Whether both are of the same kind.
    fileprivate func isOfKind(of other: BeaconIdentity) -> Bool {
        switch (self, other) {
        case (.uuid, .uuid), (.namespace, .namespace), (.address, .address): true
        default: false
        }
    }
}

extension String {
    /// Where the text behind this one begins.
    fileprivate func range(ofLast mark: String) -> String.Index? {
        guard let slash = lastIndex(of: "/"), self[slash...].hasPrefix(mark) else { return nil }
        return index(slash, offsetBy: mark.count)
    }
}
