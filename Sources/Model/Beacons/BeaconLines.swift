/// What the daemon and somebody who listens for beacons tell each other on the request `observe beacons`: one line of JSON each,
/// these objects.
package enum BeaconLines {
    /// From the daemon: what to listen for, at once and whenever it changes. Nothing to listen for is an empty list.
    package struct Wanted: Codable, Hashable, Sendable {
        package var listen: [BeaconMembers]

        /// In a fixed order.
        package init(_ constraints: Set<BeaconConstraint>) {
            listen = constraints.map(BeaconMembers.init).sorted { $0.sortKey < $1.sortKey }
        }

        /// What the members mean; those that mean nothing here are left out.
        package var constraints: [BeaconConstraint] { listen.compactMap { (try? $0.constraint()) ?? nil } }
    }

    /// To the daemon: what was heard since the last line. Once a second while there is something to listen for, also when
    /// nothing was heard.
    package struct Heard: Decodable, Hashable, Sendable {
        package struct Observation: Decodable, Hashable, Sendable {
            package var beacon: BeaconMembers
            /// At one metre, in dBm.
            package var power: Int?
            /// In dBm, in the order of time; nil is none.
            package var strengths: [Int]?
            package var telemetry: BeaconTelemetry?
            package var link: String?
        }

        /// Why nothing can be heard; nil while it can.
        package var fault: String?
        package var malformed: Int?
        package var beacons: [Observation]?

        /// What it says, as far as it has bounds: of more beacons, more strengths, and longer texts the rest is left out, and so
        /// is what names no beacon.
        package var hearing: BeaconHearing {
            BeaconHearing(
                fault: fault.map { String($0.prefix(longestText)) },
                observations: (beacons ?? []).prefix(mostObservations).compactMap { observation in
                    guard let identity = observation.beacon.identity else { return nil }
                    return BeaconObservation(
                        identity, measuredPower: observation.power.flatMap { powers.contains($0) ? $0 : nil },
                        strengths: Array((observation.strengths ?? []).prefix(mostStrengths)),
                        telemetry: observation.telemetry,
                        link: observation.link.map { String($0.prefix(longestText)) })
                },
                malformed: max(0, malformed ?? 0))
        }
    }

    /// In a line.
    package static let mostObservations = 200
    /// Of one beacon in a line: those of a second.
    package static let mostStrengths = 20
    /// In characters.
    package static let longestText = 200
    /// In bytes.
    package static let longestLine = 64 << 10
    /// In bytes, more than a beacon takes with all that it can tell. Without their links, 120 bytes, `mostObservations` of them fit into a
    /// line.
    static let longestObservation = 400
    /// What a measured power can be, in dBm.
    package static let powers = -120...20
}

extension JSONWriter {
    /// What was heard, as `BeaconLines.Heard` reads it, with its newline. The writer has to be empty, for the bound of the line.
    package mutating func write(_ hearing: BeaconHearing) {
        beginObject()
        field("fault", hearing.fault)
        field("malformed", hearing.malformed)
        key("beacons")
        beginArray()
        let observations = hearing.observations.prefix(BeaconLines.mostObservations)
        for (place, observation) in observations.enumerated() {
            // What there may be no room for is links: for want of a beacon its region would be left.
            let longest = bytes.count + (observations.count - place) * BeaconLines.longestObservation
            write(observation, withLink: longest < BeaconLines.longestLine)
        }
        endArray()
        endObject()
        newline()
    }

    private mutating func write(_ observation: BeaconObservation, withLink: Bool) {
        let members = BeaconMembers(observation.identity)
        beginObject()
        key("beacon")
        beginObject()
        field("uuid", members.uuid)
        if let major = members.major { field("major", Int(major)) }
        if let minor = members.minor { field("minor", Int(minor)) }
        field("namespace", members.namespace)
        field("instance", members.instance)
        field("address", members.address)
        endObject()
        if let power = observation.measuredPower { field("power", power) }
        key("strengths")
        beginArray()
        for strength in observation.strengths.prefix(BeaconLines.mostStrengths) { value(strength) }
        endArray()
        if let telemetry = observation.telemetry {
            key("telemetry")
            beginObject()
            field("battery", telemetry.battery)
            field("temperature", telemetry.temperature)
            endObject()
        }
        if withLink { field("link", observation.link) }
        endObject()
    }
}

extension BeaconMembers {
    fileprivate var sortKey: String {
        (uuid ?? "") + (namespace ?? "") + (address ?? "") + " \(major ?? 0) \(minor ?? 0) " + (instance ?? "")
    }
}
