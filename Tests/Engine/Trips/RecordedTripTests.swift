import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("Trips of recordings")
struct RecordedTripTests {
    /// The trips of a recording, behind the filter as in the daemon.
    private func trips(of fixes: [Location]) -> [TripRecord] {
        var filter = FixFilter()
        var detector = TripDetector(box: "test")
        var changes: [TripDetector.Change] = []
        for fix in fixes where filter.evaluate(fix, at: fix.receivedAt) == nil {
            changes += detector.advance(to: fix.receivedAt) + detector.accepted(fix)
        }
        return (changes + detector.finish()).finals
    }

    @Test(
        "each labelled trip is found, begun and ended within 2 min and 200 m, and no other",
        arguments: LabelledTrips.all.indices)
    func labelled(index: Int) throws {
        let (recording, labels) = LabelledTrips.all[index]
        let fixes = try RecordedTrip.fixes(recording)
        let trips = trips(of: fixes)
        for trip in trips { print(recording, trip.inWords) }
        try #require(trips.count == labels.count)
        for (trip, label) in zip(trips, labels) {
            #expect(try deviation(of: trip.start, from: label.start, in: fixes).isRight, "\(label.start)")
            #expect(try deviation(of: trip.end, from: label.end, in: fixes).isRight, "\(label.end)")
        }
    }

    private struct Deviation {
        var seconds, meters: Double
        var isRight: Bool { seconds <= 120 && meters <= 200 }
    }

    private func deviation(
        of end: TripRecord.End, from label: String, in fixes: [Location]
    ) throws -> Deviation {
        let date = try #require(fixes.first?.timestamp?.description.prefix(10))
        let time = try #require(Timestamp(parsing: "\(date)T\(label)Z"))
        let there = try #require(fixes.last { $0.timestamp.map { $0 <= time } ?? false })
        let seconds = try #require(end.timestamp?.duration(since: time).inSeconds.magnitude)
        return Deviation(seconds: seconds, meters: there.coordinate.distance(to: end.coordinate))
    }

    @Test("a train under ground is part of its trip, and its gap is told")
    func gap() throws {
        let trip = try #require(try trips(of: RecordedTrip.fixes("still-indoor-sg.nmea")).first)
        let gap = try #require(trip.gaps?.first)
        #expect(gap.duration > 1800 && gap.distance > 4000)
    }
}

extension [TripDetector.Change] {
    /// The trips that have ended for good.
    var finals: [TripRecord] {
        compactMap { change in
            if case .ended(let trip) = change, trip.state == .final { trip } else { nil }
        }
    }
}

extension TripRecord {
    /// For the output of a test.
    fileprivate var inWords: String {
        "\(start.timestamp?.description ?? "?") to \(end.timestamp?.description ?? "?"), \(distance) ± \(distanceError) m, "
            + "moving \(movingTime) s, at \(meanSpeed ?? 0) up to \(greatestSpeed ?? 0) m/s, \(gaps?.count ?? 0) gaps"
    }
}
