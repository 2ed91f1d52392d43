import ArgumentParser

/// What an import takes out of extracts.
enum DetailContent: String, CaseIterable, ExpressibleByArgument {
    /// City limits, with the villages and quarters in them.
    case boundaries
    /// Streets and house numbers.
    case streets
    /// Parks, stations, museums, lakes.
    case areas

    /// The objects that are read for it.
    var selection: ExtractFile.Selection {
        switch self {
        case .boundaries: ExtractedBoundaries.selection
        case .streets: ExtractedStreets.selection
        case .areas: ExtractedAreas.selection
        }
    }
}
