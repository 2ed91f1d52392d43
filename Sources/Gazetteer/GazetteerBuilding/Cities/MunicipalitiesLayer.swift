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

    let boundaries: [SourceBoundary]
    private let shapes: BoundaryShapes

    init(directory: String) throws {
        let boundaries =
            try CountySource.read(directory) { code, _ in MunicipalityRules.countriesOfLayer.contains(code) }
            + MunicipalitySource.boundaries(in: directory)
        self.boundaries = boundaries
        let sides = boundaries.map { $0.areaInSquareMeters.squareRoot() }
        shapes = try BoundaryDrawing(boundaries, format: .fine) { border in
            if border.boundaries.contains(where: {
                boundaries[$0].isoCountryCode.map(Self.smallCountries.contains) == true
            }) {
                return Self.toleranceInSmallCountriesInMeters
            }
            let side = border.boundaries.map { sides[$0] }.min() ?? 0
            let bounds = border.boundaries.count > 1 ? Self.toleranceInMeters : Self.outerToleranceInMeters
            return min(max(Self.toleranceShare * side, bounds.lowerBound), bounds.upperBound)
        }.shapes()
    }

    func bytes() throws -> [UInt8] {
        try shapes.layer(
            boundaries.map { boundary in
                BoundaryRecord(
                    country: boundary.isoCountryCode.flatMap(CountryCode.packed) ?? CountryCode.none, texts: [])
            })
    }
}
