import PlacemarkModel

/// The answers of the geocoder, each within its deadline.
extension LiveQueries.Places {
    func answer(
        _ request: ReverseRequest, as form: Answer.Form = .json, within deadline: Deadline = .ofGeocoder
    ) async throws(RequestError) -> Answer {
        try await deadline.answer { () async throws(RequestError) in
            do throws(LiveQueries.PlacesError) {
                let placemark = try await reverse(request)
                guard form == .text else { return .json(placemark) }
                guard let line = placemark.line else { throw .noPlace("no name is known there") }
                return .text(line)
            } catch {
                throw RequestError(error)
            }
        }
    }

    func answer(
        _ request: SearchRequest, as form: Answer.Form = .json, within deadline: Deadline = .ofGeocoder
    ) async throws(RequestError) -> Answer {
        try await deadline.answer { () async throws(RequestError) in
            do throws(LiveQueries.PlacesError) {
                let results = try await search(request)
                guard form == .text else { return .json(Results(results: results)) }
                return .text(results.compactMap(\.placemark.line).joined(separator: "\n"))
            } catch {
                throw RequestError(error)
            }
        }
    }

    private struct Results: Encodable { let results: [SearchResult] }
}

extension Placemark {
    /// What of it fits on a line of text, for people; nil when no name is known.
    var line: String? { fullAddress ?? city }
}

extension RequestError {
    fileprivate init(_ error: LiveQueries.PlacesError) {
        self =
            switch error {
            case .noPlace(let why): .noPlace(why)
            case .failed(let why): .failed(why)
            case .noGeocoder(let why): .noGeocoder(why)
            }
    }
}
