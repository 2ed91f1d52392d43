import Gazetteer

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
