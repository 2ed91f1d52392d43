public import Geocoding
import HTTPAsking
import LocationEngine
public import PlacemarkModel
import Synchronization

/// The geocoder behind a Unix socket, with the gazetteer beside it: `AnswerCombination` says what both come to, and where
/// the socket gives nothing, the gazetteer answers and says so.
public struct NetworkGeocoder: Geocoder {
    private let socket: GeocoderSocket
    private let clients = ClientQuestions()
    private let gazetteer: GazetteerGeocoder

    public init(_ socket: GeocoderSocket, beside gazetteer: GazetteerGeocoder) {
        (self.socket, self.gazetteer) = (socket, gazetteer)
    }

    public func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> GeocodeAnswer {
        let known = gazetteer.placemark(of: request)
        let outcome: GeocodeAnswer.Outcome
        if request.geocoder == .gazetteer {
            outcome = .notAsked
        } else {
            switch await ask(request) {
            case .success(let answer?):
                do throws(AnswerRefusal) {
                    let placemark = try AnswerCombination(at: request.coordinate, gazetteer: known)
                        .placemark(of: answer) {
                            gazetteer.neighbours(of: request.location, languages: request.languages)
                        }
                    return GeocodeAnswer(placemark, gazetteer: known ?? Self.nothingKnown)
                } catch {
                    outcome = .refused(error)
                }
            case .success(nil): outcome = .noResult
            case .failure(let failure): outcome = .failed(failure.description)
            }
        }
        if let known { return GeocodeAnswer(known, gazetteer: known, outcome: outcome) }
        switch outcome {
        case .failed(let reason): throw .unavailable(reason)
        case .refused(let refusal): throw .unavailable(refusal.sentence)
        case .noResult, .notAsked, .answered: throw .noResult
        }
    }

    public func search(
        _ text: String, near hint: Coordinate?, limit: Int, geocoder choice: GeocoderChoice?,
        languages: PreferredLanguages, for client: GeocodeClient
    ) async throws(GeocodingError) -> [SearchResult] {
        guard choice != .gazetteer else {
            return try await gazetteer.search(
                text, near: hint, limit: limit, geocoder: .gazetteer, languages: languages, for: client)
        }
        let failure: ServerFailure?
        do throws(ServerFailure) {
            let target = ServerRequest.search(text, near: hint, limit: limit, languages: wanted(languages))
            if let results = try ServerAnswer.results(try await response(to: target, for: client), limit: limit) {
                return results
            }
            failure = nil
        } catch {
            failure = error
        }
        do throws(GeocodingError) {
            // Places that the network does not know, or cannot be asked for: the gazetteer's say that they are its own.
            return try await gazetteer.search(
                text, near: hint, limit: limit, geocoder: .gazetteer, languages: languages, for: client)
        } catch {
            if let failure { throw .unavailable(failure.description) }
            throw error
        }
    }

    public func health() async -> GeocoderHealth? {
        guard let response = try? await socket.answer(to: ServerRequest.health) else { return nil }
        return ServerAnswer.health(response)
    }

    public func nameHint(at coordinate: Coordinate) -> NameHint? { gazetteer.nameHint(at: coordinate) }

    public func streets(at coordinate: Coordinate) -> [StreetCandidate] { gazetteer.streets(at: coordinate) }

    public func gazetteerNames(at coordinate: Coordinate) -> Placemark? { gazetteer.gazetteerNames(at: coordinate) }

    /// What the network knows at a location; nil when it knows nothing there.
    private func ask(_ request: GeocodeRequest) async -> Result<NetworkPlacemark?, ServerFailure> {
        do throws(ServerFailure) {
            let target = ServerRequest.reverse(request.location, languages: wanted(request.languages))
            let response = try await response(to: target, for: request.client)
            return .success(try ServerAnswer.placemark(response))
        } catch {
            return .failure(error)
        }
    }

    private func wanted(_ languages: PreferredLanguages) -> PreferredLanguages {
        languages.isEmpty ? gazetteer.languages : languages
    }

    /// Only so many clients ask at once, so that there is always a connection left for the daemon's own question.
    ///
    /// - Parameter client: nil for the daemon.
    private func response(
        to target: String, for client: GeocodeClient?
    ) async throws(ServerFailure) -> WholeAnswer {
        guard let client else { return try await socket.answer(to: target, for: .daemon) }
        guard clients.begin(client) else { throw .crowded }
        defer { clients.end(client) }
        return try await socket.answer(to: target, for: .client)
    }

    /// Beside the answer of a network where the gazetteer has no name.
    private static let nothingKnown = Placemark(geocoder: GeocoderChoice.gazetteer.rawValue)
}
