import Geocoding
import LocationEngine
import PlacemarkModel
import Synchronization

/// The edge of these tests: a geocoder that finds no place by its name, and has no gazetteer.
protocol GeocoderOfTests: Geocoder {}

extension GeocoderOfTests {
    func search(
        _ text: String, near hint: Coordinate?, limit: Int, geocoder: GeocoderChoice?, languages: PreferredLanguages,
        for client: GeocodeClient
    ) async throws(GeocodingError) -> [SearchResult] { throw .noResult }

    func nameHint(at coordinate: Coordinate) -> NameHint? { nil }

    func streets(at coordinate: Coordinate) -> [StreetCandidate] { [] }
}

/// One that knows one place, or none.
struct FixedGeocoder: GeocoderOfTests {
    static let vaduz = placemark("Vaduz")

    var name = "Vaduz"
    var failure: GeocodingError?

    func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> GeocodeAnswer {
        if let failure { throw failure }
        return GeocodeAnswer(Self.placemark(name))
    }

    private static func placemark(_ name: String) -> Placemark {
        var placemark = Placemark(geocoder: "test")
        placemark.locality = name
        return placemark
    }
}

/// One that answers when it is told to.
final class SlowGeocoder: GeocoderOfTests {
    private let asked = AsyncStream<Void>.makeStream()
    private let answered = AsyncStream<Void>.makeStream()

    func isAsked() async { for await _ in asked.stream { break } }
    func answer() { answered.continuation.yield() }

    func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> GeocodeAnswer {
        asked.continuation.yield()
        for await _ in answered.stream { break }
        return GeocodeAnswer(FixedGeocoder.vaduz)
    }
}

/// A network geocoder that fails, and says how it is when it is told to.
final class AilingGeocoder: GeocoderOfTests {
    let healthAsked = AsyncStream<Void>.makeStream()
    /// One for each time that it is asked.
    private let told = Mutex<[AsyncStream<Void>.Continuation]>([])
    /// Whether what it says is not wanted any more.
    let healthEnded = AsyncStream<Bool>.makeStream()

    func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> GeocodeAnswer {
        GeocodeAnswer(FixedGeocoder.vaduz, outcome: .failed("no network"))
    }

    func tellHealth() { told.withLock { for teller in $0 { teller.yield() } } }

    func health() async -> GeocoderHealth? {
        let (turn, teller) = AsyncStream<Void>.makeStream()
        told.withLock { $0.append(teller) }
        healthAsked.continuation.yield()
        for await _ in turn { break }
        healthEnded.continuation.yield(Task.isCancelled)
        return GeocoderHealth(.resting)
    }
}
