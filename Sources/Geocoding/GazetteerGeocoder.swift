public import Gazetteer
public import PlacemarkCore

/// The geocoder that is always there: the embedded world gazetteer, in this process, at once.
public struct GazetteerGeocoder: Geocoder {
    private let gazetteer: Gazetteer

    public init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

    public func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> Placemark {
        // A fix asks once in a while, and the kernel maps megabytes of the file round each page that an answer touches:
        // between two answers they are better in the page cache alone than in the daemon's memory.
        defer { gazetteer.releaseMemory() }
        guard let placemark = gazetteer.placemark(at: request.coordinate, street: request.street) else {
            throw .noResult
        }
        return placemark
    }

    public func nameHint(at coordinate: Coordinate) -> NameHint? {
        defer { gazetteer.releaseMemory() }
        return gazetteer.nameHint(at: coordinate)
    }

    public func streets(at coordinate: Coordinate) -> [StreetCandidate] {
        // Only packs have streets: a fix costs nothing more where there are none.
        guard !gazetteer.detailPacks.isEmpty else { return [] }
        defer { gazetteer.releaseMemory() }
        return gazetteer.streets(at: coordinate)
    }

    public func search(
        _ text: String, near hint: Coordinate?, limit: Int
    ) async throws(GeocodingError) -> [SearchResult] {
        defer { gazetteer.releaseMemory() }
        do throws(SearchError) {
            return try gazetteer.search(text, near: hint, limit: limit)
        } catch {
            switch error {
            case .noName, .noResult: throw .noResult
            case .noSearchLayer, .unsupportedSearchLayer: throw .unavailable(error.description)
            }
        }
    }
}
