import Foundation
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("OwnTracks")
struct OwnTracksTests {
    private func messages(_ words: String..., for events: String...) throws -> [[String: any Sendable]] {
        let filter = try WatchFormat.owntracks.filter(asking: words)
        var messages = OwnTracksMessages(trackerID: "bt", filter: filter)
        return try events.compactMap { messages.message(of: try Reports.event($0), at: Reports.now) }.map { line in
            #expect(!line.contains("\n"))
            return try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: any Sendable])
        }
    }

    private func expect(_ message: [String: any Sendable], _ expected: String) throws {
        let data = try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys])
        #expect(String(decoding: data, as: UTF8.self) == expected)
    }

    @Test("a location has the elements of the booklet, in its units")
    func location() throws {
        let message = try messages(for: #"{"event":"location","location":\#(Reports.location)}"#)[0]
        try expect(
            message,
            #"{"_type":"location","acc":5,"alt":456,"cog":81,"created_at":1795206290,"lat":47.141,"lon":9.521,"#
                + #""tid":"bt","tst":1795206289,"vac":8,"vel":36}"#)
    }

    @Test("a reduced location is as inaccurate as it is, and is dated by this machine's clock")
    func reduced() throws {
        let message = try messages(for: #"{"event":"location","location":\#(Reports.reducedLocation)}"#)[0]
        try expect(
            message,
            #"{"_type":"location","acc":1500,"created_at":1795206290,"lat":-47.138,"lon":-9.531,"tid":"bt","#
                + #""tst":1795206200}"#)
    }

    @Test("a receiver's time that cannot be right gives way to this machine's")
    func suspect() throws {
        let suspect = Reports.location.replacing("2026-11", with: "2007-04")
            .replacing(#""age":0.4"#, with: #""age":10,"timestampSuspect":true"#)
        let message = try messages(for: #"{"event":"location","location":\#(suspect)}"#)[0]
        #expect(message["tst"] as? Int == 1_795_206_280)
    }

    @Test("crossing a border is a transition, and the next location tells the regions")
    func regions() throws {
        let status = Reports.statusText("live", #""location":\#(Reports.location)"#, #""regions":["home"]"#)
        let messages = try messages(
            for: #"{"event":"status","status":\#(status)}"#,
            #"{"event":"regionEntered","region":"Büro","location":\#(Reports.location)}"#,
            #"{"event":"regionExited","region":"home","location":\#(Reports.location)}"#,
            #"{"event":"location","location":\#(Reports.location)}"#)
        #expect(messages.map { $0["_type"] as? String } == ["location", "transition", "transition", "location"])
        #expect(messages.map { $0["inregions"] as? [String] } == [["home"], nil, nil, ["Büro"]])
        try expect(
            messages[1],
            #"{"_type":"transition","acc":5,"desc":"Büro","event":"enter","lat":47.141,"lon":9.521,"rid":"Büro","#
                + #""t":"c","tid":"bt","tst":1795206289,"wtst":0}"#)
        #expect(messages[2]["event"] as? String == "leave")
    }

    @Test("only what was asked for is sent: transitions alone, or locations without regions")
    func words() throws {
        let status = Reports.statusText("live", #""location":\#(Reports.location)"#, #""regions":["home"]"#)
        let first = #"{"event":"status","status":\#(status)}"#
        #expect(try messages("regions", for: first).isEmpty)
        let location = try messages("location", for: first)
        #expect(location.count == 1 && location[0]["inregions"] == nil)
        #expect(try messages("significant", for: first).count == 1)
    }

    @Test("a daemon that sends nonsense stops nobody", arguments: ["1e300", "-1e300", "1e18", "0"])
    func nonsense(number: String) throws {
        let absurd = Reports.location.replacing(#""speed":10"#, with: #""speed":\#(number)"#)
            .replacing("0.4", with: number).replacing("455.5", with: number).replacing("81.2", with: number)
            .replacing("4.1", with: number)
        let event = #"{"event":"location","location":\#(absurd)}"#
        let message = try messages(for: event)[0]
        for key in ["vel", "cog", "alt", "acc"] { #expect(message[key] == nil) }
        _ = NMEASentences.text(of: try Reports.event(event), at: Reports.now)
    }
}
