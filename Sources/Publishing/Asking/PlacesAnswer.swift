import PlacemarkCore

/// The answers of the geocoder, each within its deadline.
extension Requests.Places {
    func answer(
        reverse coordinate: Coordinate, within deadline: Deadline = .ofGeocoder
    ) async throws(RequestError) -> Answer {
        try await deadline.answer { () async throws(RequestError) in
            do throws(Requests.PlacesError) {
                return .json(try await reverse(coordinate))
            } catch {
                throw RequestError(error)
            }
        }
    }

    func answer(
        _ request: SearchRequest, within deadline: Deadline = .ofGeocoder
    ) async throws(RequestError) -> Answer {
        try await deadline.answer { () async throws(RequestError) in
            do throws(Requests.PlacesError) {
                return .json(Results(results: try await search(request)))
            } catch {
                throw RequestError(error)
            }
        }
    }

    private struct Results: Encodable { let results: [SearchResult] }
}

extension RequestError {
    fileprivate init(_ error: Requests.PlacesError) {
        self =
            switch error {
            case .noPlace(let why): .noPlace(why)
            case .failed(let why): .failed(why)
            }
    }
}
