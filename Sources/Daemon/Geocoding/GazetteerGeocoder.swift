public import Gazetteer
import LocationEngine
public import PlacemarkModel

/// The geocoder that is always there: the embedded world gazetteer, in this process, at once.
public struct GazetteerGeocoder: Geocoder {
    private let gazetteer: Gazetteer
    /// For clients whom the packs do not answer: it has none, so it cannot touch one.
    private let worldAlone: Gazetteer
    /// Those of who asks without naming any.
    public let languages: PreferredLanguages

    public init(_ gazetteer: Gazetteer, languages: PreferredLanguages = .none) {
        (self.gazetteer, self.languages) = (gazetteer, languages)
        worldAlone = gazetteer.withoutDetailPacks()
    }

    private func gazetteer(for client: GeocodeClient?) -> Gazetteer {
        client?.asksPacks ?? true ? gazetteer : worldAlone
    }

    public func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> GeocodeAnswer {
        guard request.geocoder != .network else { throw .noNetworkGeocoder }
        guard let placemark = placemark(of: request) else { throw .noResult }
        return GeocodeAnswer(placemark)
    }

    /// The placemark of a location, at once; nil when nothing is known there.
    public func placemark(of request: GeocodeRequest) -> Placemark? {
        // A fix asks once in a while, and the kernel maps megabytes of the file round each page that an answer touches:
        // between two answers they are better in the page cache alone than in the daemon's memory.
        let gazetteer = gazetteer(for: request.client)
        defer { gazetteer.releaseMemory() }
        return gazetteer.placemark(
            at: request.coordinate, preferredLanguages: wanted(request.languages), street: request.street)
    }

    /// The placemarks round a location, as far away as it and the borders of the world file may be wrong together: eight
    /// directions, and those at half the distance, so that a narrow country is not jumped over.
    public func neighbours(of location: Location, languages: PreferredLanguages = .none) -> [Placemark] {
        defer { gazetteer.releaseMemory() }
        let meters = AnswerCombination.borderMarginInMeters + (location.horizontalAccuracy ?? 0)
        return (1...16).compactMap { step in
            let way = step > 8 ? meters / 2 : meters
            let there = location.coordinate.moved(byMeters: way, bearing: Double(step) * 45)
            return gazetteer.placemark(at: there, preferredLanguages: wanted(languages))
        }
    }

    private func wanted(_ languages: PreferredLanguages) -> [String] {
        languages.isEmpty ? self.languages.languages : languages.languages
    }

    public func nameHint(at coordinate: Coordinate) -> NameHint? {
        defer { gazetteer.releaseMemory() }
        return gazetteer.nameHint(at: coordinate)
    }

    public func gazetteerNames(at coordinate: Coordinate) -> Placemark? {
        defer { gazetteer.releaseMemory() }
        return gazetteer.placemark(at: coordinate, preferredLanguages: languages.languages)
    }

    public func streets(at coordinate: Coordinate) -> [StreetCandidate] {
        // Only packs have streets: a fix costs nothing more where there are none.
        guard !gazetteer.detailPacks.isEmpty else { return [] }
        defer { gazetteer.releaseMemory() }
        return gazetteer.streets(at: coordinate)
    }

    public func search(
        _ text: String, near hint: Coordinate?, limit: Int, geocoder: GeocoderChoice?, languages: PreferredLanguages,
        for client: GeocodeClient
    ) async throws(GeocodingError) -> [SearchResult] {
        guard geocoder != .network else { throw .noNetworkGeocoder }
        let gazetteer = gazetteer(for: client)
        defer { gazetteer.releaseMemory() }
        do throws(SearchError) {
            return try gazetteer.search(text, near: hint, limit: limit, preferredLanguages: wanted(languages))
        } catch {
            switch error {
            case .noName, .noResult: throw .noResult
            case .noSearchLayer, .unsupportedSearchLayer: throw .unavailable(error.description)
            }
        }
    }
}
