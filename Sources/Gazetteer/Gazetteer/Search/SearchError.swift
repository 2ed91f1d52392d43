/// Why a search has no results.
public enum SearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no letter in the text, or it is longer than 1000 bytes.
    case noName
    /// The gazetteer knows no such place.
    case noResult
    /// The gazetteer was built without names to search for.
    case noSearchLayer
    /// The gazetteer's names were laid out for another version of this program.
    case unsupportedSearchLayer

    public var description: String {
        let advice = "build it again with placemark-gazetteer build"
        return switch self {
        case .noName: "expected the name of a place, such as “Paris” or “Paris, Texas”"
        case .noResult: "no place of that name is known; try another spelling, or “City, State” or “City, Country”"
        case .noSearchLayer: "the gazetteer has no search layer; \(advice)"
        case .unsupportedSearchLayer: "the gazetteer's search layer is of another version; \(advice)"
        }
    }
}
