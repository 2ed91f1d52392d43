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
        languages: PreferredLanguages
    ) async throws(GeocodingError) -> [SearchResult] {
        guard choice != .gazetteer else {
            return try await gazetteer.search(
                text, near: hint, limit: limit, geocoder: .gazetteer, languages: languages)
        }
        let failure: ServerFailure?
        do throws(ServerFailure) {
            let target = ServerRequest.search(text, near: hint, limit: limit, languages: wanted(languages))
            // Only clients search.
            if let results = try ServerAnswer.results(try await response(to: target, for: .client), limit: limit) {
                return results
            }
            failure = nil
        } catch {
            failure = error
        }
        do throws(GeocodingError) {
            // Places that the network does not know, or cannot be asked for: the gazetteer's say that they are its own.
            return try await gazetteer.search(
                text, near: hint, limit: limit, geocoder: .gazetteer, languages: languages)
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

    /// What the network knows at a location; nil when it knows nothing there.
    private func ask(_ request: GeocodeRequest) async -> Result<NetworkPlacemark?, ServerFailure> {
        do throws(ServerFailure) {
            let target = ServerRequest.reverse(request.location, languages: wanted(request.languages))
            let response = try await response(to: target, for: request.asker)
            return .success(try ServerAnswer.placemark(response))
        } catch {
            return .failure(error)
        }
    }

    private func wanted(_ languages: PreferredLanguages) -> PreferredLanguages {
        languages.isEmpty ? gazetteer.languages : languages
    }

    /// Only so many clients ask at once, so that there is always a connection left for the daemon's own question.
    private func response(
        to target: String, for asker: GeocodeAsker
    ) async throws(ServerFailure) -> WholeAnswer {
        guard asker == .client else { return try await socket.answer(to: target, for: asker) }
        guard clients.begin() else { throw .crowded }
        defer { clients.end() }
        return try await socket.answer(to: target, for: asker)
    }

    /// Beside the answer of a network where the gazetteer has no name.
    private static let nothingKnown = Placemark(geocoder: GeocoderChoice.gazetteer.rawValue)
}

/// The questions of clients that are under way.
final class ClientQuestions: Sendable {
    /// More than `placemark-nominatim` answers in time with an interval of 100 ms, and few connections for a geocoder.
    static let most = 32

    private let count = Mutex(0)

    /// Returns false when as many are under way as may be.
    func begin() -> Bool {
        count.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
    }

    func end() { count.withLock { $0 -= 1 } }
}
