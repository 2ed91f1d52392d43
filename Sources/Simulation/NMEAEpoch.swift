import PlacemarkCore

/// What a receiver says in one epoch: GGA (position, altitude), GSA (mode, dilution of precision), RMC (date, speed,
/// course). That is what gpsd needs to report each field of a `Location` but the accuracies of speed and course.
public struct NMEAEpoch: Hashable, Sendable {
    public let sentences: [NMEASentence]

    public init(_ state: ReceiverState) {
        sentences = [Self.gga(state), Self.gsa(state), Self.rmc(state)].map(NMEASentence.init)
    }

    /// The sentences one after the other: one datagram, or one write.
    public var bytes: [UInt8] { sentences.flatMap { Array($0.description.utf8) } }

    private static func gga(_ state: ReceiverState) -> String {
        guard let fix = state.fix else { return "GPGGA,\(time(state)),,,,,0,00,,,M,,M,," }
        let altitude = fix.altitudeInMeters.map { NMEANumber.fixed($0, decimals: 2) } ?? ""
        return [
            "GPGGA", time(state), position(fix), "1", NMEANumber.padded(fix.satellites),
            NMEANumber.fixed(fix.hdop, decimals: 2), altitude, "M",
            fix.altitudeInMeters == nil ? "" : NMEANumber.fixed(fix.geoidSeparationInMeters, decimals: 2), "M", "", "",
        ].joined(separator: ",")
    }

    private static func gsa(_ state: ReceiverState) -> String {
        // Always twelve places for the numbers of the satellites.
        guard let fix = state.fix else { return "GPGSA,A,1" + String(repeating: ",", count: 15) }
        let satellites = (1...12).map { $0 <= fix.satellites ? NMEANumber.padded($0) : "" }
        // A usual relation between the dilutions: gpsd wants all three.
        let dilutions = [fix.hdop * 1.6, fix.hdop, fix.hdop * 1.25].map { NMEANumber.fixed($0, decimals: 2) }
        return (["GPGSA", "A", fix.altitudeInMeters == nil ? "2" : "3"] + satellites + dilutions).joined(separator: ",")
    }

    private static func rmc(_ state: ReceiverState) -> String {
        let date = state.time.civilTime
        let day = [date.day, date.month, date.year % 100].map(NMEANumber.padded).joined()
        guard let fix = state.fix else { return "GPRMC,\(time(state)),V,,,,,,,\(day),,,N" }
        let knots = NMEANumber.fixed(fix.speedInMetersPerSecond * 3600 / 1852, decimals: 4)
        // 359.996 rounds to 360.00, which is written as 0.
        let course = fix.courseInDegrees.map { NMEANumber.fixed($0 >= 359.995 ? 0 : $0, decimals: 2) } ?? ""
        return "GPRMC,\(time(state)),A,\(position(fix)),\(knots),\(course),\(day),,,A"
    }

    /// `HHMMSS.SSS`.
    private static func time(_ state: ReceiverState) -> String {
        let time = state.time.civilTime
        let clock = [time.hour, time.minute, time.second].map(NMEANumber.padded).joined()
        return "\(clock).\(NMEANumber.fixed(Double(time.millisecond), decimals: 0, width: 3))"
    }

    private static func position(_ fix: ReceiverState.Fix) -> String {
        let latitude = NMEANumber.angle(fix.coordinate.latitude, width: 2, positive: "N", negative: "S")
        let longitude = NMEANumber.angle(fix.coordinate.longitude, width: 3, positive: "E", negative: "W")
        return "\(latitude),\(longitude)"
    }
}
