import Gazetteer
import VectorTiles

/// Names in other languages, as attributes: `name:de`. One that is what everybody is shown is left out, and saves its bytes.
extension WorldShapes {
    func names(ofPlace index: Int, _ shown: String) -> [String: TileValue] {
        var names = names(shown) { gazetteer.placeName(at: index, preferredLanguages: [$0]) }
        if let local = gazetteer.placeName(at: index, preferredLanguages: [Self.local]),
            let own = WritingSystem(of: local),
            own != WritingSystem(of: shown)
        {
            names[Self.local] = .text(local)
        }
        return names
    }

    /// What people there write, where that is another script than the name that everybody is shown.
    private static let local = "local"

    func names(ofWater shown: String) -> [String: TileValue] {
        names(shown) { gazetteer.waterName(of: shown, preferredLanguages: [$0]) }
    }

    private func names(_ shown: String, in language: (String) -> String?) -> [String: TileValue] {
        var names: [String: TileValue] = [:]
        for code in languages.ofPlaces {
            guard let name = language(code), name != shown else { continue }
            names["name:\(code)"] = .text(name)
        }
        return names
    }
}
