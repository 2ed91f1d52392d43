import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("Visits of recorded trips")
struct RecordedVisitTests {
    /// The visits of a recording, behind the filter as in the daemon.
    private func visits(_ name: String, activity: ActivityType = .other) throws -> [Visit] {
        let fixes = try RecordedTrip.fixes(name)
        var filter = FixFilter()
        var detector = VisitDetector(settings: .init(activity: activity))
        for fix in fixes where filter.evaluate(fix, at: fix.receivedAt) == nil { _ = detector.accepted(fix) }
        let visits = detector.recent + [detector.current].compactMap(\.self)
        for visit in visits { print(name, activity, visit.inWords) }
        return visits
    }

    /// Minutes from the first fix to arrival and departure; a visit that goes on has no end.
    private func minutes(_ visits: [Visit]) -> [ClosedRange<Int>] {
        visits.map { visit in
            let until = visit.departedAt == nil ? 1e6 : visit.departedAtSeconds - 100
            return Int(((visit.arrivedAtSeconds - 100) / 60).rounded())...Int((until / 60).rounded())
        }
    }

    @Test("still-indoor-sg: the 135 minutes of rest are one visit; two more stops are on the way")
    func stillIndoor() throws {
        let visits = try visits("still-indoor-sg.nmea")
        // A walk, 135 minutes at rest, a ride, 53 minutes about one place with a bad view of the sky, and, after two
        // hours without a fix, six minutes that end with a ride. The fixes without a position count for nothing.
        #expect(minutes(visits) == [57...192, 225...278, 422...428])
        #expect(visits[0].horizontalAccuracy < 25 && visits[1].horizontalAccuracy > 50)
    }

    @Test("drive-tokyo-fuji: the five stops of three minutes and more")
    func tokyoFuji() throws {
        let visits = try visits("drive-tokyo-fuji.nmea", activity: .automotive)
        #expect(minutes(visits) == [0...12, 123...158, 185...191, 234...240, 271...274])
    }

    @Test("drive-fukushima: one stop of four minutes, and no red light")
    func fukushima() throws {
        let visits = try visits("drive-fukushima.nmea", activity: .automotive)
        #expect(minutes(visits) == [12...16])
    }

    @Test("hike-istria: a visit for each pause, and none for a slow ascent")
    func istria() throws {
        let fixes = try RecordedTrip.fixes("hike-istria.nmea")
        let visits = try visits("hike-istria.nmea")
        for visit in visits {
            let inside = fixes.filter {
                $0.receivedAt >= visit.arrivedAt && $0.receivedAt <= visit.departedAt ?? at(1e6)
            }
            let pause = zip(inside, inside.dropFirst()).map { $0.receivedAt.duration(to: $1.receivedAt) }.max()
            // This receiver writes a fix every ten metres: where it wrote none for a minute, the hiker stood still.
            #expect(try #require(pause) > .seconds(60), "\(visit.inWords)")
        }
        #expect(visits.count == 8)
    }
}

extension Visit {
    /// For the output of a test.
    fileprivate var inWords: String {
        let departure = departure?.description ?? "…"
        return "\(arrival?.description ?? "?") to \(departure), within \(Int(horizontalAccuracy.rounded())) m"
    }
}
