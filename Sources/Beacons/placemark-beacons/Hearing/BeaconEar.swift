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
        /// At most one of a kind, with the measured power of each; an Eddystone may be an iBeacon, too.
        private(set) var identities: [(identity: BeaconIdentity, power: Int?)] = []
        /// Whether it is there, as far as somebody is told when it goes.
        var isPresent = true

        /// Another identity of the same kind is the same radio under another name. Returns false when that is known.
        mutating func isCalled(_ identity: BeaconIdentity, power: Int?) -> Bool {
            guard !identities.contains(where: { $0.identity == identity && $0.power == power }) else { return false }
            identities.removeAll { $0.identity.isOfKind(of: identity) }
            identities.append((identity, power))
            return true
        }
    }

    /// Whether BlueZ says when a radio that it has found is lost, and may say nothing as long as it is there.
    var isToldOfLoss = false
    private var wanted: [BeaconConstraint] = []
    /// Whether one of them is an address, for which each advertisement has to be looked at.
    private var wantsAddresses = false
    private var radios: [RadioPath: Radio] = [:]
    private var heard: [BeaconIdentity: BeaconObservation] = [:]
    /// Advertisements since the start that look like a beacon's and are none.
    private(set) var malformed = 0

    /// Listens for these beacons from now on, and forgets the others.
    mutating func listen(for constraints: [BeaconConstraint]) {
        (wanted, heard) = (constraints, [:])
        wantsAddresses = constraints.contains { if case .address = $0 { true } else { false } }
        radios = [:]
    }

    // MARK: What comes in

    mutating func heard(_ advertisement: Advertisement, from path: RadioPath) {
        var (radio, isNew, isNamed) = (radios[path], false, false)
        var (telemetry, link) = (BeaconTelemetry?.none, String?.none)
        for reading in advertisement.readings {
            switch reading {
            case .unknown: break
            case .malformed: malformed += 1
            case .frame(.identity(let identity, let power)):
                guard isWanted(identity) else { break }
                isNew = call(&radio, identity, power: power) || isNew
                add(identity, power: power, advertisement.strength)
                isNamed = true
            case .frame(.telemetry(let told)): telemetry = told
            case .frame(.link(let text, _)): link = text
            }
        }
        if wantsAddresses, isWanted(.address(path.address)) {
            let power = radio?.identities.lazy.compactMap(\.power).first
            isNew = call(&radio, .address(path.address), power: power) || isNew
            add(.address(path.address), power: power, advertisement.strength)
            isNamed = true
        }
        guard let radio else { return }
        if isNew { remember(radio, path) }
        for (identity, power) in radio.identities {
            if !isNamed { add(identity, power: power, advertisement.strength) }
            guard telemetry != nil || link != nil else { continue }
            add(identity, power: power, nil)
            if let telemetry { heard[identity]?.telemetry = telemetry }
            if let link { heard[identity]?.link = link }
        }
    }

    /// Notes what a radio calls itself. Returns whether that is new.
    private func call(_ radio: inout Radio?, _ identity: BeaconIdentity, power: Int?) -> Bool {
        if radio == nil { radio = Radio() }
        return radio?.isCalled(identity, power: power) ?? false
    }

    /// Takes what a radio has called itself before. That does not mean that it is there.
    mutating func learn(_ advertisement: Advertisement, of path: RadioPath) {
        var radio = radios[path]
        for case .frame(.identity(let identity, let power)) in advertisement.readings where isWanted(identity) {
            _ = call(&radio, identity, power: power)
        }
        radio?.isPresent = false
        if let radio { remember(radio, path) }
    }

    /// BlueZ has found a radio by a pattern: it was heard just now. One without a name that is wanted is a stranger, and is not
    /// remembered: the pattern of an Eddystone is that of all of them.
    mutating func found(_ path: RadioPath) {
        radios[path]?.isPresent = true
        for (identity, power) in radios[path]?.identities ?? [] { add(identity, power: power, nil) }
    }

    /// BlueZ does not hear the radio any more.
    mutating func lost(_ path: RadioPath) { radios[path]?.isPresent = false }

    /// BlueZ has forgotten the radio.
    mutating func gone(_ path: RadioPath) { radios[path] = nil }

    /// BlueZ has forgotten all of them.
    mutating func allGone() { radios = [:] }

    // MARK: What goes out

    /// What was heard since the last time.
    mutating func drain() -> [BeaconObservation] {
        if isToldOfLoss {
            for radio in radios.values where radio.isPresent {
                for (identity, power) in radio.identities { add(identity, power: power, nil) }
            }
        }
        defer { heard.removeAll(keepingCapacity: true) }
        return Array(heard.values)
    }

    private mutating func add(_ identity: BeaconIdentity, power: Int?, _ strength: Int?) {
        guard heard.count < BeaconLines.mostObservations || heard[identity] != nil else { return }
        heard[identity, default: BeaconObservation(identity)].add(power: power, strength)
    }

    private mutating func remember(_ radio: Radio, _ path: RadioPath) {
        guard radios[path] != nil || radios.count < Self.mostRadios else { return }
        radios[path] = radio
    }

    private func isWanted(_ identity: BeaconIdentity) -> Bool { wanted.contains { $0.matches(identity) } }
}

extension BeaconObservation {
    fileprivate mutating func add(power: Int?, _ strength: Int?) {
        measuredPower = power
        guard let strength, Self.plausibleStrengths.contains(strength), strengths.count < BeaconLines.mostStrengths
        else { return }
        strengths.append(strength)
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
