import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

/// Two boxes in one cell and one city, with the same receiver and the same clock. What is the same for both is told to
/// everybody, and all else is for precise readers.
@Suite("What readers with reduced precision get", .timeLimit(.minutes(2)))
struct ReducedReaderTests {
    @Test(
        "is the same, byte by byte, from a box at rest and from one that drives: all answers, events, metrics, files (fault 88)",
        arguments: ReducedReader.Geocoder.allCases)
    func sameForAll(geocoder: ReducedReader.Geocoder) throws {
        let atRest = try ReducedReader(ofBoxThatDrives: false, namedBy: geocoder)
        let driving = try ReducedReader(ofBoxThatDrives: true, namedBy: geocoder)
        try atRest.live(seconds: 2000)
        try driving.live(seconds: 2000)
        // They were two different boxes.
        let (still, moved) = (atRest.snapshot.counters, driving.snapshot.counters)
        // Where the network geocoder fails, it is asked again.
        #expect(geocoder == .network || still.requests == 1)
        #expect(moved.requests > 10)
        let named = [atRest, driving].map(\.geocodersTold)
        switch geocoder {
        case .gazetteer: #expect(named == [["gazetteer"], ["gazetteer"]])
        case .pack: #expect(named[1] == ["gazetteer", "gazetteer+openstreetmap"])
        case .network: #expect(named[1] == ["gazetteer", "nominatim"])
        }
        #expect(still.accepted == 2000 && moved.accepted == 2000)
        #expect(atRest.snapshot.motion == .stationary && driving.snapshot.motion == .moving)
        #expect(atRest.regionEvents == 0 && driving.regionEvents > 10)

        #expect(atRest.told.count > 4000 && atRest.told.count == driving.told.count)
        let difference = zip(atRest.told, driving.told).first { $0 != $1 }
        #expect(difference == nil, "\(difference?.0 ?? "")\n\(difference?.1 ?? "")")
    }

    @Test("each word and each request of HTTP is asked, but those of which it is known why not")
    func complete() throws {
        let lines = ReducedReader.lines + ReducedReader.watchingLines
        let words = try lines.map { try LineRequest(parsing: $0.utf8).word }
        // The world file answers the first two, whatever the box does (`PlacesRequestTests`). The metrics are read
        // without a connection.
        #expect(Set(LineRequest.Word.allCases).subtracting(words) == [.reverse, .search, .metrics])
        let requests = ReducedReader.requests + ReducedReader.watchingRequests
        #expect(
            HTTPRoute.questions.subtracting(requests.compactMap { HTTPRoute.question(of: $0) }) == [
                "GET /v1/reverse", "GET /v1/search", "GET /metrics",
                // Long, and always the same.
                "GET /v1/openapi.json",
                // Refused before their bodies are read: `GoldenRequests`.
                "POST /v1/regions", "POST /v1/grants", "PUT /v1/guard", "POST /v1/trips/{identifier}/label",
                "POST /v1/log",
            ])
    }

    @Test("who was told everything for a time cannot go on with its events afterwards, nor count those of the others")
    func eventsOfOthers() throws {
        let reader = try ReducedReader(ofBoxThatDrives: true)
        try reader.live(seconds: 100)
        // The journal of precise readers has the number of the run, and some hundred events.
        for number in [1, 50, 90, 1000] {
            let answer = try reader.stream(after: "\(String(ReducedReader.run, radix: 16))-\(number)")
            #expect(answer.contains("event: status\n") && answer.contains(#""precision":"reduced""#))
            #expect(answer.components(separatedBy: "event: ").count == 2)
        }
    }
}
