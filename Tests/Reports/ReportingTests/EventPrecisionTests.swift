import FoundationEssentials
import PlacemarkModel
import Testing

@testable import Reporting

@Suite("Events for readers with reduced precision")
struct EventPrecisionTests {
    private static let reduced =
        #""coordinate":{"latitude":47.138,"longitude":9.531},"horizontalAccuracy":1500,"age":90,"stale":false"#

    private func located(_ keys: String) throws -> EventReport {
        try JSONDecoder().decode(
            EventReport.self, from: Data(#"{"event":"location","location":{\#(keys)}}"#.utf8))
    }

    @Test("a position is theirs when nothing stands beside it")
    func reduced() throws {
        let event = try located(Self.reduced)
        #expect(event.limited(to: .reduced) == event)
    }

    @Test(
        "a position with anything beside it was made for others, and is not told",
        arguments: [
            #""mode":3"#, #""altitude":455.5"#, #""ellipsoidalAltitude":503.5"#, #""verticalAccuracy":7.2"#,
            #""speed":10"#, #""speedAccuracy":0.4"#, #""course":90"#, #""courseAccuracy":1.2"#, #""satellitesUsed":9"#,
            #""satellitesSeen":9"#, #""timestamp":"2026-11-20T20:24:49Z""#, #""timestampSuspect":true"#,
            #""simulated":true"#,
        ])
    func precise(_ key: String) throws {
        let event = try located("\(Self.reduced),\(key)")
        #expect(event.limited(to: .reduced) == nil)
        #expect(event.limited(to: .precise) == event)
    }

    @Test("a position without an accuracy is none of theirs, which have one")
    func accuracy() throws {
        #expect(
            try located(Self.reduced.replacing(#""horizontalAccuracy":1500,"#, with: "")).limited(to: .reduced) == nil)
    }

    @Test("no report of a trip is theirs, whatever its kind and wherever it comes from")
    func trips() throws {
        for kind in ReportKind.ofTrips {
            for state in TripRecord.State.allCases {
                let report = try Samples.trip(kind, state)
                #expect(report.limited(to: .reduced) == nil)
                #expect(report.limited(to: .precise) == report)
            }
        }
    }
}
