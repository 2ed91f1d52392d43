import PlacemarkClient
import PlacemarkModel
@testable import Publishing
import Synchronization
import TestSupport
import TestConditions
import Testing

@Suite("Reverse and search on the socket", .timeLimit(.minutes(1)), .tags(.waits))
struct PlacesRequestTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// What the geocoder has been asked.
    private final class Asked: Sendable {
        private let all = Mutex<(coordinates: [Coordinate], searches: [SearchRequest])>(([], []))

        var coordinates: [Coordinate] { all.withLock(\.coordinates) }
        var searches: [SearchRequest] { all.withLock(\.searches) }
        func add(_ coordinate: Coordinate) { all.withLock { $0.coordinates.append(coordinate) } }
        func add(_ search: SearchRequest) { all.withLock { $0.searches.append(search) } }
    }

    /// A geocoder that knows Vaduz, north of the equator.
    private static func places(_ asked: Asked = Asked()) -> LiveQueries.Places {
        LiveQueries.Places(
            reverse: { request throws(LiveQueries.PlacesError) in
                let coordinate = request.coordinate
                asked.add(coordinate)
                guard coordinate.latitude >= 0 else { throw .noPlace("the gazetteer knows no place there") }
                guard coordinate.latitude < 80 else { throw .failed("the file is damaged") }
                return Snapshots.placemark
            },
            search: { request throws(LiveQueries.PlacesError) in
                asked.add(request)
                guard request.text != "Atlantis" else { throw .noPlace("no place of that name is known") }
                let result = SearchResult(
                    placemark: Snapshots.placemark, coordinate: Snapshots.fix.coordinate, population: 60_000,
                    match: .name)
                return Array(repeating: result, count: request.limit)
            })
    }

    private func serving(_ places: LiveQueries.Places?, _ body: (PlacemarkClient) async throws -> Void) async throws {
        try await serve(answering: LiveQueries(places: places), in: directory) {
            try await body(PlacemarkClient(socketPath: $1))
        }
    }

    @Test("the geocoder is asked what the client was asked, and its answer comes back whole")
    func answers() async throws {
        let asked = Asked()
        try await serving(Self.places(asked)) { (client) async throws in
            let coordinate = try #require(Coordinate(latitude: 1e-7, longitude: -179.999_999_9))
            #expect(try await client.reverseGeocode(coordinate) == Snapshots.placemark)
            #expect(asked.coordinates == [coordinate])

            for text in ["Paris, Texas", "東京", "São  Paulo", "'s-Hertogenbosch", #"a "quoted\" name"#, "Ж👍"] {
                let results = try await client.search(text, near: coordinate, limit: 3)
                #expect(results.count == 3 && results[0].coordinate == Snapshots.fix.coordinate)
                let request = try #require(asked.searches.last)
                #expect(request.text == text && request.near == coordinate && request.limit == 3)
            }
            #expect(try await client.search(String(repeating: "ä", count: 2000), limit: 50).count == 50)
        }
    }

    @Test(
        "readers with reduced precision are answered by the world file alone, and precise ones by whom they like (fault 88)"
    )
    func reduced() async throws {
        let (feed, access) = (
            StatusFeed(Snapshots.cupertino, track: nil, now: { at(3) }),
            Access(preciseGroup: 60, reducedGroup: 50, ownUserID: 70)
        )
        let asked = Mutex<[GeocoderChoice?]>([])
        let clients = Mutex<[GeocodeClient]>([])
        let places = LiveQueries.Places(
            reverse: { request throws(LiveQueries.PlacesError) in
                asked.withLock { $0.append(request.geocoder) }
                clients.withLock { $0.append(request.client) }
                return Snapshots.placemark
            },
            search: { request throws(LiveQueries.PlacesError) in
                asked.withLock { $0.append(request.geocoder) }
                clients.withLock { $0.append(request.client) }
                return []
            })
        let router = Router(feed: feed, access: access, requests: LiveQueries(places: places))
        let peer = PeerCredentials(userID: 1000, groupIDs: [50])
        func reply(_ line: String, _ precision: Precision) throws -> Reply {
            try router.reply(
                to: LineRequest(parsing: Array(line.utf8)).request(), precision: precision, from: peer)
        }
        for (precision, geocoder, expected) in [
            (.reduced, "", .gazetteer), (.reduced, "geocoder=gazetteer ", .gazetteer), (.precise, "", nil),
            (.precise, "geocoder=network ", .network),
        ] as [(Precision, String, GeocoderChoice?)] {
            for line in ["reverse \(geocoder)47.1 9.5", "search \(geocoder)Vaduz"] {
                guard case .later(_, let answer) = try reply(line, precision) else {
                    return #expect(Bool(false), "\(line)")
                }
                _ = try await answer()
            }
            #expect(
                asked.withLock { answers in
                    defer { answers = [] }; return answers
                } == [expected, expected])
            let client = GeocodeClient(userID: 1000, asksPacks: precision == .precise)
            #expect(
                clients.withLock { answers in
                    defer { answers = [] }; return answers
                } == [client, client])
        }
        for word in ["reverse geocoder=network 47.1 9.5", "search geocoder=network Vaduz"] {
            let error = #expect(throws: RequestError.self) { try reply(word, .reduced) }
            #expect(error?.code == "forbidden")
        }
    }

    @Test("no place, and a geocoder that fails, are errors of their own")
    func errors() async throws {
        try await serving(Self.places()) { (client) async throws in
            let south = Coordinate(clampingLatitude: -1, wrappingLongitude: 0)
            await #expect(throws: PlacemarkClientError.noResult("the gazetteer knows no place there")) {
                try await client.reverseGeocode(south)
            }
            await #expect(throws: PlacemarkClientError.noResult("no place of that name is known")) {
                try await client.search("Atlantis")
            }
            let north = Coordinate(clampingLatitude: 90, wrappingLongitude: 0)
            await #expect(throws: PlacemarkClientError.refused(code: "failed", sentence: "the file is damaged")) {
                try await client.reverseGeocode(north)
            }
            let long = await #expect(throws: PlacemarkClientError.self) {
                try await client.search(String(repeating: "x", count: 5000))
            }
            if case .refused(code: "too-long", _) = long {} else { Issue.record("\(String(describing: long))") }
        }
    }

    @Test("without a geocoder the answer says so")
    func unavailable() async throws {
        try await serving(nil) { (client) async throws in
            let error = await #expect(throws: PlacemarkClientError.self) { try await client.search("Paris") }
            #expect(error == .refused(code: "unavailable", sentence: "'search' is not answered here"))
        }
    }

    @Test(
        "what is no coordinate or no search is a bad request, and no geocoder is asked",
        arguments: [
            "reverse", "reverse 1", "reverse 1 2 3", "reverse 91 0", "reverse 0 181", "reverse nan 0", "reverse inf 0",
            "reverse 1e400 0", "reverse 47° 9°", "search", "search ?", "search 12345",
            "search limit=0 x", "search limit=51 x", "search limit=-1 x", "search limit= x", "search limit=1e1 x",
            "search limit=99999999999999999999 x", "search near= x", "search near=91,0 x", "search near=1 x",
            "search colour=red x", "search =x y", "search limit=3", "search near=1,2",
        ])
    func badRequests(line: String) async throws {
        let asked = Asked()
        try await serving(Self.places(asked)) { (client) async throws in
            let error = await #expect(throws: PlacemarkClientError.self) { try await client.answer(to: line) }
            if case .refused(code: "bad-request", _) = error {} else { Issue.record("\(String(describing: error))") }
        }
        #expect(asked.coordinates.isEmpty && asked.searches.isEmpty)
    }

    @Test("a geocoder that hangs, and does not heed its cancellation, costs a client no more than the deadline")
    func deadline() async throws {
        let (released, release) = AsyncStream<Void>.makeStream()
        let hanging = LiveQueries.Places(
            reverse: { _ throws(LiveQueries.PlacesError) in
                await Task.detached { for await _ in released {} }.value
                return Snapshots.placemark
            },
            search: { _ throws(LiveQueries.PlacesError) in
                await Task.detached { for await _ in released {} }.value
                return []
            })
        let limit = Duration.milliseconds(20)
        let request = try SearchRequest(text: "Paris")
        await #expect(throws: RequestError.geocoderTimeout(limit)) {
            try await hanging.answer(ReverseRequest(Snapshots.fix.coordinate), within: Deadline(limit: limit))
        }
        await #expect(throws: RequestError.geocoderTimeout(limit)) {
            try await hanging.answer(request, within: Deadline(limit: limit))
        }
        release.finish()
        #expect(
            String(decoding: RequestError.geocoderTimeout(.seconds(10)).line, as: UTF8.self)
                == "error: timeout: the geocoder has not answered within 10 s; try again later\n")
    }

    @Test("a geocoder that answers in time is not held up by the deadline, and one that is too late is cancelled")
    func cancelled() async throws {
        let answer = try await Self.places().answer(
            ReverseRequest(Snapshots.fix.coordinate), within: Deadline(limit: .seconds(3600)))
        #expect(answer == .json(Snapshots.placemark))
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let slow = LiveQueries.Places(
            reverse: { _ throws(LiveQueries.PlacesError) in
                try? await Task.sleep(for: .seconds(3600))
                end.yield(Task.isCancelled)
                return Snapshots.placemark
            }, search: { _ throws(LiveQueries.PlacesError) in [] })
        await #expect(throws: RequestError.self) {
            try await slow.answer(ReverseRequest(Snapshots.fix.coordinate), within: Deadline(limit: .milliseconds(20)))
        }
        #expect(await ended.first { _ in true } == true)
    }
}
