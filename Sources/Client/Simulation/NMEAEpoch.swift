import PlacemarkModel

/// What a receiver says in one epoch. All of it together is what gpsd needs to report each field of a `Location` but the
/// accuracies of speed and course. What the receiver does not know is an empty field.
public struct NMEAEpoch: Hashable, Sendable {
    public enum Kind: CaseIterable, Sendable {
        /// Position, altitude.
        case gga
        /// Mode, satellites, dilution of precision.
        case gsa
        /// Position, date, speed, course.
        case rmc
        /// Where the box points, if there is a compass: HDT from true north, HDM from magnetic north.
        case heading
    }

    public let sentences: [NMEASentence]

    public init(_ state: ReceiverState, _ kinds: [Kind] = Kind.allCases) {
        sentences = kinds.compactMap { kind in
            switch kind {
            case .gga: NMEASentence(Self.gga(state))
            case .gsa: NMEASentence(Self.gsa(state))
            case .rmc: NMEASentence(Self.rmc(state))
            case .heading: state.compass.map { NMEASentence(Self.heading($0)) }
            }
        }
    }

    /// The sentences one after the other: one datagram, or one write.
    public var bytes: [UInt8] { sentences.flatMap { Array($0.description.utf8) } }

    private static func gga(_ state: ReceiverState) -> String {
        guard let fix = state.fix else { return "GPGGA,\(time(state)),,,,,0,00,,,M,,M,," }
        return [
            "GPGGA", time(state), position(fix), "1", fix.satellites.map(NMEANumber.padded) ?? "", hundredths(fix.hdop),
            hundredths(fix.altitudeInMeters), "M",
            fix.altitudeInMeters == nil ? "" : hundredths(fix.geoidSeparationInMeters), "M", "", "",
        ].joined(separator: ",")
    }

    private static func gsa(_ state: ReceiverState) -> String {
        // Always twelve places for the numbers of the satellites.
        guard let fix = state.fix else { return "GPGSA,A,1" + String(repeating: ",", count: 15) }
        let satellites = (1...12).map { $0 <= fix.satellites ?? 0 ? NMEANumber.padded($0) : "" }
        // A usual relation between the dilutions: gpsd wants all three.
        let dilutions = [1.6, 1, 1.25].map { factor in hundredths(fix.hdop.map { $0 * factor }) }
        return (["GPGSA", "A", fix.altitudeInMeters == nil ? "2" : "3"] + satellites + dilutions).joined(separator: ",")
    }

    private static func rmc(_ state: ReceiverState) -> String {
        let date = state.time.civilTime
        let day = [date.day, date.month, date.year % 100].map(NMEANumber.padded).joined()
        guard let fix = state.fix else { return "GPRMC,\(time(state)),V,,,,,,,\(day),,,N" }
        let knots = fix.speedInMetersPerSecond.map { ($0 * 3600 / 1852).fixed(decimals: 4) } ?? ""
        let course = direction(fix.courseInDegrees)
        return "GPRMC,\(time(state)),A,\(position(fix)),\(knots),\(course),\(day),,,A"
    }

    /// With the talker HC, a magnetic compass: of HDT, gpsd 3.22 takes no gyrocompass's.
    private static func heading(_ compass: ReceiverState.Compass) -> String {
        switch compass.north {
        case .true: "HCHDT,\(direction(compass.degrees)),T"
        case .magnetic: "HCHDM,\(direction(compass.degrees)),M"
        }
    }

    /// Degrees, 0…359.99: 359.996 rounds to 360.00, which is written as 0.
    private static func direction(_ degrees: Double?) -> String {
        hundredths(degrees.map { $0 >= 359.995 ? 0 : $0 })
    }

    /// `HHMMSS.SSS`.
    private static func time(_ state: ReceiverState) -> String {
        let time = state.time.civilTime
        let clock = [time.hour, time.minute, time.second].map(NMEANumber.padded).joined()
        return "\(clock).\(Double(time.millisecond).fixed(decimals: 0, width: 3))"
    }

    private static func hundredths(_ number: Double?) -> String {
        number.map { $0.fixed(decimals: 2) } ?? ""
    }

    private static func position(_ fix: ReceiverState.Fix) -> String {
        let latitude = NMEANumber.angle(fix.coordinate.latitude, width: 2, positive: "N", negative: "S")
        let longitude = NMEANumber.angle(fix.coordinate.longitude, width: 3, positive: "E", negative: "W")
        return "\(latitude),\(longitude)"
    }
}
