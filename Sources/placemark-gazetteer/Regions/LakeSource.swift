/// The named lakes and reservoirs of Natural Earth, 1:10,000,000: `lakes.shp` and `lakes.dbf`.
///
/// The file also has the oceans and the lakes without a name. Its names have lost all letters outside of ASCII; those
/// that are known to have lost some are put right (`LakeNames`).
enum LakeSource {
    /// In the order of the file. A lake can come in several regions of the same name.
    static func regions(in directory: String) throws(SourceError) -> [SourceRegion] {
        let table = try DBFTable(path: "\(directory)/lakes.dbf")
        let polygons = try Shapefile.polygons(path: "\(directory)/lakes.shp")
        guard table.count == polygons.count else {
            throw .malformed(
                path: "\(directory)/lakes.dbf", reason: "expected \(polygons.count) records, not \(table.count)")
        }
        let (names, classes) = (try table.column("name"), try table.column("featurec_2"))
        return zip(polygons, zip(names, classes)).compactMap { rings, texts in
            let (name, kind) = texts
            // Oceans have no class of inland water.
            guard !name.isEmpty, !kind.isEmpty, !rings.isEmpty else { return nil }
            return SourceRegion(rings: rings, name: LakeNames.corrected[name] ?? name)
        }
    }
}
