import Foundation
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("NMEA")
struct NMEAOutputTests {
    private func lines(_ event: String) throws -> [String]? {
        NMEASentences.text(of: try Reports.event(event), at: Reports.now)
            .map { $0.split(separator: "\r\n").map(String.init) }
    }

    /// The void epoch of a moment of this machine's clock.
    private let void = ["$GPGGA,202450.000,,,,,0,00,,,M,,M,,*79", "$GPRMC,202450.000,V,,,,,,,201126,,,N*4A"]

    @Test("a location is one epoch of GGA and RMC, by the receiver's time")
    func location() throws {
        #expect(
            try lines(#"{"event":"location","location":\#(Reports.location)}"#) == [
                "$GPGGA,202449.000,4708.460000,N,00931.260000,E,1,,0.22,455.50,M,48.00,M,,*6E",
                "$GPRMC,202449.000,A,4708.460000,N,00931.260000,E,19.4384,81.20,201126,,,A*6F",
            ])
    }

    @Test("a reduced location has its dilution, two dimensions, and no speed; its time is this machine's")
    func reduced() throws {
        #expect(
            try lines(#"{"event":"location","location":\#(Reports.reducedLocation)}"#) == [
                "$GPGGA,202320.000,4708.280000,S,00931.860000,W,1,,78.95,,M,,M,,*65",
                "$GPRMC,202320.000,A,4708.280000,S,00931.860000,W,,,201126,,,A*62",
            ])
    }

    @Test(
        "without a current fix the epoch is void",
        arguments: [
            #"{"event":"source","source":{"state":"lost","since":0}}"#,
            #"{"event":"source","source":{"state":"noFix","since":0}}"#,
            #"{"event":"status","status":\#(Reports.statusText("connecting"))}"#,
            #"{"event":"status","status":\#(Reports.statusText("lost", staleLocation))}"#,
        ])
    func void(event: String) throws { #expect(try lines(event) == void) }

    private static let staleLocation =
        #""location":"# + Reports.location.replacing(#""stale":false"#, with: #""stale":true"#)

    @Test("the present state comes first, and a source that is live again says nothing of its own")
    func others() throws {
        let status = Reports.statusText("live", #""location":\#(Reports.location)"#)
        #expect(try lines(#"{"event":"status","status":\#(status)}"#)?.first?.hasPrefix("$GPGGA,202449") == true)
        #expect(try lines(#"{"event":"source","source":{"state":"live","since":0}}"#) == nil)
        #expect(try lines(#"{"event":"placemark"}"#) == nil)
    }

    @Test(
        "GeoClue makes no better accuracy of its sentences than the location has",
        arguments: [
            (0.5, 1.0), (1, 1), (1.5, 3), (3, 3), (4, 50), (17, 50), (50, 50), (51, 100), (101, 300), (300, 300),
            (nil, 300),
        ] as [(Double?, Double)])
    func geoclue(accuracy: Double?, expected: Double) throws {
        let sentence = try #require(
            NMEASentences.text(
                of: try Reports.event(
                    #"{"event":"location","location":\#(Reports.location(accuracyInMeters: accuracy))}"#),
                at: Reports.now, for: .geoclue))
        let dilution = try #require(Double(sentence.split(separator: ",", omittingEmptySubsequences: false)[8]))
        // What GeoClue 2.6 and 2.7 make of it.
        let found: Double =
            switch dilution {
            case ...1: 0
            case ...2: 1
            case ...5: 3
            case ...10: 50
            case ...20: 100
            default: 300
            }
        #expect(found == expected)
    }

    @Test("the end of the daemon is the end of the fix")
    func end() throws {
        let formatter = EventFormatter(.nmea, filter: .all, trackerID: "")
        #expect(formatter.textOfAnEnd(at: Reports.now) == void.map { $0 + "\r\n" }.joined())
        #expect(EventFormatter(.json, filter: .all, trackerID: "").textOfAnEnd(at: Reports.now) == nil)
    }
}
