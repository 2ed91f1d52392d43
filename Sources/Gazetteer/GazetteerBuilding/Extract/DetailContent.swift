/// What an import takes out of extracts.
package enum DetailContent: String, CaseIterable, Sendable {
    /// City limits, with the villages and quarters in them.
    case boundaries
    /// Streets and house numbers.
    case streets
    /// Parks, stations, museums, lakes.
    case areas
    /// Buildings, woods, railways and the like: what only maps draw.
    case map

    /// What `--only` and `--no-map` leave.
    package static func chosen(only: DetailContent?, noMap: Bool) -> Set<DetailContent> {
        let chosen = only.map { [$0] } ?? Set(allCases)
        return noMap ? chosen.subtracting([.map]) : chosen
    }

    /// The objects that are read for it.
    var selection: ExtractFile.Selection {
        switch self {
        case .boundaries: ExtractedBoundaries.selection
        case .streets: ExtractedStreets.selection
        case .areas: ExtractedAreas.selection
        case .map: ExtractedMapFeatures.selection
        }
    }
}
