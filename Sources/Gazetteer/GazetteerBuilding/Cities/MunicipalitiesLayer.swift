import Gazetteer

/// The layer of municipalities that are no counties. Only their outlines are in it: the layer of cities has their names.
struct MunicipalitiesLayer {
    /// How far a border may move, as a share of the side of a square as large as the smaller municipality; and the bounds of
    /// that.
    private static let toleranceShare = 0.06
    private static let toleranceInMeters = 250.0...900.0
    /// The bounds at coasts and between countries, which are mostly fjords and islands where they are long.
    private static let outerToleranceInMeters = 250.0...2000.0
    /// Countries so small that the tolerances above would show.
    private static let smallCountries: Set = ["AD", "LI", "SM"]
    private static let toleranceInSmallCountriesInMeters = 15.0

    let regions: [SourceRegion]

    init(directory: String) throws(SourceError) {
        regions =
            try CountySource.read(directory) { code, _ in MunicipalityRules.countriesOfLayer.contains(code) }
            + MunicipalitySource.regions(in: directory)
    }

    func bytes() throws -> [UInt8] {
        let sides = regions.map { $0.areaInSquareMeters.squareRoot() }
        let drawing = RegionDrawing(regions, format: .fine) { border in
            if border.regions.contains(where: { regions[$0].isoCountryCode.map(Self.smallCountries.contains) == true })
            {
                return Self.toleranceInSmallCountriesInMeters
            }
            let side = border.regions.map { sides[$0] }.min() ?? 0
            let bounds = border.regions.count > 1 ? Self.toleranceInMeters : Self.outerToleranceInMeters
            return min(max(Self.toleranceShare * side, bounds.lowerBound), bounds.upperBound)
        }
        return try drawing.shapes().layer(
            regions.map { region in
                RegionRecord(
                    country: region.isoCountryCode.flatMap(CountryCode.packed) ?? CountryCode.none, texts: [])
            })
    }
}
