import Foundation
import PlacemarkModel
import Testing

@testable import PlacemarkClient

@Suite("What becomes of the daemon's events")
struct ReadingTests {
    private func event(_ line: String) throws -> EventReport {
        try JSONDecoder().decode(EventReport.self, from: Data(line.utf8))
    }

    private let gone = PlacemarkClientError.notReachable(path: "/s", reason: "No such file or directory")
    private let forbidden = PlacemarkClientError.refused(code: "forbidden", sentence: "no")

    @Test("locations: the present one, those that come, rest, and why there is none")
    func locations() throws {
        var reading = LocationReading(LocationUpdates.LiveConfiguration.default.locations)
        let status = Lines.present(#""location":\#(Lines.location(47)),"motion":"stationary","#)
        let first = try #require(reading.take(event(status))?.first)
        #expect(first.location?.coordinate.latitude == 47 && first.isStationary && !first.accuracyLimited)
        #expect(!first.locationUnavailable && first.reason == nil)

        let resumed = try reading.take(event(Lines.event("resumed", #""location":\#(Lines.location(47.1))"#)))
        #expect(resumed?.map(\.isStationary) == [false])
        let moved = try reading.take(event(Lines.event("location", #""location":\#(Lines.location(47.2))"#)))
        #expect(moved?.map(\.location?.coordinate.latitude) == [47.2])

        let silent = Lines.event("source", #""source":{"state":"stale","since":0,"reason":"the receiver is silent"}"#)
        let none = try #require(reading.take(event(silent))?.first)
        #expect(none.locationUnavailable && none.reason == "the receiver is silent")
        #expect(try reading.take(event(silent)) == [])
    }

    @Test(
        "satellites: how many the fix was made of and how many were heard, in the status and in events; nil without them"
    )
    func satellites() throws {
        var reading = LocationReading(LocationUpdates.LiveConfiguration.default.locations)
        let told = #"\#(Lines.location(47).dropLast()),"satellitesUsed":9,"satellitesSeen":14}"#
        let present = try #require(reading.take(event(Lines.present(#""location":\#(told),"#)))?.first?.location)
        #expect(present.satellitesUsed == 9 && present.satellitesSeen == 14)
        let without = try reading.take(event(Lines.event("location", #""location":\#(Lines.location(47.1))"#)))
        #expect(try #require(without?.first?.location).satellitesUsed == nil)
        #expect(try #require(without?.first?.location).satellitesSeen == nil)
        let again = try reading.take(event(Lines.event("location", #""location":\#(told)"#)))
        #expect(again?.first?.location?.satellitesSeen == 14)
    }

    @Test("a source that is live again is asked for its location, which may be where it was")
    func liveAgain() throws {
        var reading = LocationReading(LocationUpdates.LiveConfiguration.default.locations)
        _ = try reading.take(event(Lines.present(state: "lost")))
        #expect(try reading.take(event(Lines.event("source", #""source":{"state":"live","since":0}"#))) == nil)
        let present = Lines.present(#""location":\#(Lines.location(47)),"#)
        #expect(try reading.take(event(present))?.map(\.locationUnavailable) == [false])
        // The same, somewhat older, is no news.
        let again = Lines.present(#""location":\#(Lines.location(47, age: 2)),"#)
        #expect(try reading.take(event(again)) == [])
    }

    @Test(
        "a location that does not count any more is none",
        arguments: ["connecting", "disconnected", "waiting", "noFix", "stale", "lost"])
    func notLive(state: String) throws {
        var reading = LocationReading(LocationUpdates.LiveConfiguration.default.locations)
        let status = Lines.present(#""location":\#(Lines.location(47, stale: true)),"#, state: state)
        let update = try #require(reading.take(event(status))?.first)
        #expect(update.locationUnavailable && update.reason?.isEmpty == false && !update.authorizationDenied)
    }

    @Test("a daemon that is gone, or refuses, is told once; what comes after it counts again")
    func interruptions() throws {
        var reading = LocationReading(LocationUpdates.LiveConfiguration.default.locations)
        let lost = reading.take(gone)
        #expect(lost.map(\.reason) == [gone.description] && reading.take(gone).isEmpty)
        let denied = reading.take(forbidden)
        #expect(denied.map(\.authorizationDenied) == [true] && denied[0].locationUnavailable)
        let reduced = Lines.present(#""location":\#(Lines.location(47)),"#, precision: "reduced")
        let update = try #require(reading.take(event(reduced))?.first)
        #expect(update.accuracyLimited && !update.authorizationDenied && !update.locationUnavailable)
    }

    @Test("the profiles ask for locations, or for significant changes, and for what explains them")
    func filters() {
        #expect(
            LocationReading(LocationUpdates.LiveConfiguration.default.locations).filter.arguments
                == "location paused resumed source")
        #expect(
            LocationReading(LocationUpdates.LiveConfiguration.significant.locations).filter.arguments
                == "paused resumed source significant")
    }

    @Test("regions: those inside at the beginning, each crossing, and what changed while nobody watched")
    func regions() throws {
        var reading = RegionReading()
        let first = try reading.take(event(Lines.present(#""regions":["home","town"],"#)))
        #expect(first?.map(\.identifier) == ["home", "town"] && first?.allSatisfy { $0.state == .inside } == true)
        let left = Lines.event("regionExited", #""region":"home","location":\#(Lines.location(47))"#)
        let exit = try #require(try reading.take(event(left))?.first)
        #expect(exit.identifier == "home" && exit.state == .outside && exit.location?.coordinate.latitude == 47)

        #expect(try reading.take(gone) == [])
        #expect(try reading.take(.timedOut(path: "/s", after: .seconds(15))) == [])
        let later = try #require(try reading.take(event(Lines.present(#""regions":["office","town"],"#))))
        #expect(later == [RegionEvent(identifier: "office", state: .inside)])
        let none = try reading.take(event(Lines.present()))
        #expect(none?.map(\.identifier) == ["office", "town"] && none?.allSatisfy { $0.state == .outside } == true)
    }

    @Test("visits: the one that goes on, arrivals and departures; none twice after a restart of the daemon")
    func visits() throws {
        var reading = VisitReading()
        let present = try event(Lines.present(#""visit":\#(Lines.visit),"#))
        #expect(try reading.take(present)?.count == 1)
        #expect(try reading.take(gone) == [])
        #expect(try reading.take(present) == [])
        let departed = Lines.event("visitDeparted", #""visit":\#(Lines.visit)"#)
        #expect(try reading.take(event(departed))?.count == 1)
        #expect(try reading.take(event(Lines.present())) == [])
        #expect(try reading.take(event(Lines.event("visitArrived", #""visit":\#(Lines.visit)"#)))?.count == 1)
    }

    @Test("placemarks: the current one and each new one; none twice after a restart of the daemon")
    func placemarks() throws {
        var reading = PlacemarkReading()
        #expect(try reading.take(event(Lines.present())) == [])
        let named = try event(Lines.event("placemark", #""placemark":\#(Lines.placemark)"#))
        #expect(try reading.take(named)?.map(\.placemark.locality) == ["Vaduz"])
        #expect(try reading.take(gone) == [])
        #expect(try reading.take(event(Lines.present(#""placemark":\#(Lines.placemark),"#))) == [])
        let other = Lines.placemark.replacing("Vaduz", with: "Schaan")
        #expect(try reading.take(event(Lines.present(#""placemark":\#(other),"#)))?.count == 1)
    }

    @Test("a daemon that was never there, or that refuses, ends what can only wait for it")
    func refusals() throws {
        var (regions, visits, placemarks) = (RegionReading(), VisitReading(), PlacemarkReading())
        #expect(throws: gone) { try regions.take(gone) }
        #expect(throws: gone) { try visits.take(gone) }
        #expect(throws: gone) { try placemarks.take(gone) }
        let reduced = try event(Lines.present(precision: "reduced"))
        #expect(throws: PlacemarkClientError.self) { try regions.take(reduced) }
        #expect(throws: PlacemarkClientError.self) { try visits.take(reduced) }
        #expect(try placemarks.take(reduced) == [])
        #expect(throws: forbidden) { try placemarks.take(forbidden) }
    }
}
