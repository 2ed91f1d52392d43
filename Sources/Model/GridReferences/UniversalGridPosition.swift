/// A position in metres on the Universal Transverse Mercator grid, and near the poles on the Universal Polar Stereographic
/// one.
///
/// National Geospatial-Intelligence Agency, NGA.SIG.0012_2.0.0_UTMUPS (2014).
package struct UniversalGridPosition: Hashable, Sendable {
    /// 1...60, from 180° eastwards; nil near the poles.
    package let zone: Int?
    /// C to X for eight degrees of latitude each, from the south, the last for twelve; A and B at the south pole, west and
    /// east, Y and Z at the north pole.
    package let band: Character
    package let isNorthern: Bool
    package let eastingInMeters: Double
    /// In the south, the equator is at 10,000,000 m.
    package let northingInMeters: Double

    private static let bands = Array("CDEFGHJKLMNPQRSTUVWX")

    package init(_ coordinate: Coordinate) {
        let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
        isNorthern = latitude >= 0
        if let zone = Self.zone(of: coordinate) {
            self.zone = zone
            band = Self.bands[min(Self.bands.count - 1, 10 + Int((latitude / 8).rounded(.down)))]
            // 180° lies in the first zone, beside −180°.
            let projected = TransverseMercator.project(
                latitude: latitude, longitude: (longitude - Double(6 * zone - 183)).remainder(dividingBy: 360))
            eastingInMeters = 500_000 + 0.9996 * projected.east
            northingInMeters = (latitude >= 0 ? 0 : 10_000_000) + 0.9996 * projected.north
        } else {
            zone = nil
            let projected = PolarStereographic.project(coordinate)
            eastingInMeters = 2_000_000 + 0.994 * projected.east
            northingInMeters = 2_000_000 + 0.994 * projected.north
            let isEastern = eastingInMeters >= 2_000_000
            band = isNorthern ? (isEastern ? "Z" : "Y") : (isEastern ? "B" : "A")
        }
    }

    /// The zone with the exceptions for the west of Norway and for Svalbard; nil beyond 84° N and 80° S.
    private static func zone(of coordinate: Coordinate) -> Int? {
        let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
        guard -80 <= latitude, latitude < 84 else { return nil }
        if 56 <= latitude, latitude < 64, 3 <= longitude, longitude < 12 { return 32 }
        if 72 <= latitude, 0 <= longitude, longitude < 42 {
            return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
        }
        return (Int((longitude / 6).rounded(.down)) + 30) % 60 + 1
    }

    /// `32T 539505 5220965`; near the poles `Z 2000000 1333272`.
    ///
    /// - Parameter unitInMeters: what both numbers are rounded to, 1 m at least.
    package func text(unitInMeters: Double) -> String {
        func rounded(_ meters: Double, digits: Int) -> String {
            ((meters / unitInMeters).rounded() * unitInMeters).fixed(decimals: 0, width: digits)
        }
        let easting = rounded(eastingInMeters, digits: zone == nil ? 7 : 6)
        return "\(zone.map(String.init) ?? "")\(band) \(easting) \(rounded(northingInMeters, digits: 7))"
    }
}
