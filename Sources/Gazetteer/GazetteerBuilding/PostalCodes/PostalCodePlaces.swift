import Glibc
import Gazetteer
import PlacemarkModel

/// Where each postal code of the source is: one point for each, the one in the middle of those that the source has.
struct PostalCodePlaces {
    /// The countries whose numbers in the source are no postal codes. Singapore's are, each of a building.
    private static let leftOut = PostalDiscs.leftOut.subtracting(["SG"])
    /// Where the source has the first code of each town, to whom those behind it belong.
    static let countriesWithRanges: Set = ["BR", "CL"]

    let points: [PostalCodePoint]

    init(_ source: PostalCodeSource) {
        points = source.rows.keys.filter { !Self.leftOut.contains($0) }.sorted().flatMap { country in
            Dictionary(grouping: source.rows[country] ?? []) { Self.written($0.code) }
                .sorted { $0.key < $1.key }.compactMap { code, rows in
                    Self.middle(of: rows).map { PostalCodePoint(country: country, code: code, coordinate: $0) }
                }
        }
    }

    /// Without the word behind the codes of large receivers in France, and its number: `53061 CEDEX 9`.
    private static func written(_ code: String) -> String {
        code.contains(" CEDEX") ? String(code.prefix { $0 != " " }) : code
    }

    /// The row that is nearest to the median of all, for the mean of a code with a stray row would lie in no part of it.
    private static func middle(of rows: [PostalCodeSource.Row]) -> Coordinate? {
        guard let first = rows.first else { return nil }
        var best = first
        if rows.count > 1 {
            let north = rows.map(\.latitude).sorted()[rows.count / 2]
            let east = rows.map(\.longitude).sorted()[rows.count / 2]
            let cosine = cos(Double(north) / PostalCodeSource.unitsPerDegree * .pi / 180)
            func squaredDistance(_ row: PostalCodeSource.Row) -> Double {
                let (up, right) = (Double(row.latitude - north), Double(row.longitude - east) * cosine)
                return up * up + right * right
            }
            best = rows.min { squaredDistance($0) < squaredDistance($1) } ?? first
        }
        return Coordinate(
            latitude: Double(best.latitude) / PostalCodeSource.unitsPerDegree,
            longitude: Double(best.longitude) / PostalCodeSource.unitsPerDegree)
    }
}

/// The two layers that postal codes make: which code a position has, and where each code is.
struct PostalCodeLayers {
    let discs, index: [UInt8]

    /// - Parameter path: `postal-codes.tsv`.
    init(path: String) throws {
        let source = try PostalCodeSource(path: path)
        discs = try PostalCodesLayerWriter.bytes(of: PostalDiscs(source).discs)
        index = try PostalCodeIndexWriter.bytes(
            of: PostalCodePlaces(source).points, countriesWithRanges: PostalCodePlaces.countriesWithRanges)
    }
}

extension SourceVersions {
    /// What the file says about its index of postal codes.
    var postalCodeIndexLayer: LayerDescription {
        let codes = postalCodesLayer
        return LayerDescription(
            id: LayerID.postalCodeIndex, name: "postal code index", source: codes.source, version: codes.version,
            licence: codes.licence, attribution: codes.attribution, byteCount: 0)
    }
}
