import Gazetteer

/// The layer of countries and time zones.
struct ZonesLayer {
    /// How far a border may move: docs/explain/gazetteer.md says how the tolerances were chosen.
    private static let toleranceInMeters = 95.0
    /// Where the open sea begins: borders that nobody sees.
    private static let seaToleranceInMeters = 1000.0
    /// Zones that cover a part of a second country: the north of Vietnam, and Kosovo.
    static let secondCountries = ["Asia/Bangkok": "VN", "Europe/Belgrade": "XK"]

    private let zones: [SourceBoundary]
    private let shapes: BoundaryShapes

    /// Where zones overlap, which is where countries disagree, the smaller one wins.
    init(_ sources: [SourceBoundary]) throws {
        let zones = sources.map { (zone: $0, area: $0.areaInSquareMeters) }
            .sorted { ($0.area, $0.zone.name) < ($1.area, $1.zone.name) }.map(\.zone)
        self.zones = zones
        shapes = try BoundaryDrawing(zones, format: .fine) { border in
            border.boundaries.contains { zones[$0].isoCountryCode == nil }
                ? Self.seaToleranceInMeters : Self.toleranceInMeters
        }.shapes()
    }

    /// The layer's bytes; `countryName` gives the English name of a country.
    func bytes(countryName: (String) -> String?) throws -> [UInt8] {
        try shapes.layer(
            zones.map { zone in
                let second = Self.secondCountries[zone.name]
                return BoundaryRecord(
                    country: zone.isoCountryCode.flatMap(CountryCode.packed) ?? CountryCode.none,
                    kind: second.flatMap(CountryCode.packed) ?? CountryCode.none,
                    texts: [
                        zone.isoCountryCode.flatMap(countryName), zone.name, second.flatMap(countryName),
                    ])
            })
    }
}
