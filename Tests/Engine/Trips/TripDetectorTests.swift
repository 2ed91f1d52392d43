import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("Trips (fault 91)")
struct TripDetectorTests {
    @Test("a drive between two stays is a trip, told when it has begun and when it has ended")
    func drive() throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        let trip = try #require(run.finals.first)
        #expect(run.finals.count == 1 && run.started.count == 1)
        #expect(run.started[0].id == trip.id && run.started[0].state == .underway)
        // The fix at 1300 s is the last one at the stay, and at 1900 s the box has arrived.
        #expect(try seconds(trip.start).distance(to: 1300).magnitude <= 5)
        #expect(try seconds(trip.end).distance(to: 1900).magnitude <= 10)
        #expect((trip.distance - 12_000).magnitude <= trip.distanceError)
        #expect((trip.movingTime - 600).magnitude <= 15)
        #expect((try #require(trip.greatestSpeed) - 20).magnitude < 0.2)
        #expect((try #require(trip.meanSpeed) - 20).magnitude < 1)
        #expect(run.detector.odometer == trip.distance)
    }

    private func seconds(_ end: TripRecord.End) throws -> Double {
        try #require(end.timestamp).duration(since: epoch).inSeconds
    }

    @Test("a box that is switched on and drives off begins its trip with the first fix")
    func ignition() throws {
        var run = TripRun()
        run.move(eastward: 15, seconds: 900)
        run.finish()
        let trip = try #require(run.finals.first)
        #expect(try seconds(trip.start) <= 105)
        #expect(try seconds(trip.end) >= 990)
    }

    @Test("a stop of five minutes is part of its trip, and its end is told as provisional")
    func stop() throws {
        var run = TripRun()
        run.stay(minutes: 15)
        run.move(eastward: 15, seconds: 600)
        run.stay(minutes: 5)
        let provisional = try #require(run.provisionals.first)
        run.move(eastward: 15, seconds: 600)
        run.stay(minutes: 15)
        #expect(run.provisionals.count == 2)
        #expect(run.finals.count == 1 && run.finals[0].id == provisional.id)
        #expect((run.finals[0].distance - 18_000).magnitude <= run.finals[0].distanceError)
    }

    @Test("a single fix far away begins no trip, and ends none")
    func wildFix() {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 3000, seconds: 1)
        run.move(eastward: -3000, seconds: 1)
        run.stay(minutes: 20)
        #expect(run.started.isEmpty)
    }

    @Test("a receiver that comes back 3 km further was on a trip with a gap")
    func gap() throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.silence(minutes: 40, eastward: 3000)
        run.stay(minutes: 20)
        let trip = try #require(run.finals.first)
        let gap = try #require(trip.gaps?.first)
        #expect(run.finals.count == 1 && (gap.distance - 3000).magnitude < 20)
        #expect(try seconds(trip.start).distance(to: 1300).magnitude <= 1)
        #expect(try seconds(trip.end).distance(to: 3700).magnitude <= 2)
    }

    @Test("a tunnel or a ferry is part of its trip, and its gap is told", arguments: [6.0, 90])
    func tunnel(minutes: Double) throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 600)
        run.silence(minutes: minutes, eastward: minutes * 60 * 8)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        #expect(run.finals.count == 1)
        let gap = try #require(run.finals.first?.gaps?.first)
        #expect((gap.distance - minutes * 480).magnitude < 50)
        #expect((run.finals[0].distance - run.way).magnitude <= run.finals[0].distanceError)
    }

    @Test("a stay in the silence of the receiver ends the trip where it was heard last", arguments: [0.0, 250, -250])
    func silentStay(hop: Double) throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 600)
        run.silence(minutes: 60, eastward: hop)
        #expect(run.provisionals.count == 1)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        #expect(run.finals.count == 2)
        #expect(try seconds(run.finals[0].end).distance(to: 1900).magnitude <= 10)
        #expect(run.finals.allSatisfy { $0.gaps == nil })
    }

    @Test("a receiver that falls silent as the box arrives ends the trip then", arguments: [3.0, 9])
    func silentArrival(minutes: Double) throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 0.5)
        // It is heard again on the other side of the house.
        run.silence(minutes: minutes, eastward: 30)
        run.stay(minutes: 20)
        #expect(run.finals.count == 1)
        let end = try seconds(try #require(run.finals.first).end)
        #expect(end >= 1890 && end <= 1930)
    }

    @Test("the power ends a trip, and what follows elsewhere is another one", arguments: [false, true])
    func power(reboot: Bool) throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 600)
        run.restart(reboot: reboot, offMinutes: 480)
        run.stay(minutes: 1)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        #expect(run.finals.count == 2 && Set(run.finals.map(\.id)).count == 2)
        #expect((run.finals[0].distance - 12_000).magnitude <= run.finals[0].distanceError)
        #expect((run.finals[1].distance - 12_000).magnitude <= run.finals[1].distanceError)
    }

    @Test(
        "a box whose power goes with the ignition ends its trip where it stands, whatever was saved last",
        arguments: [20.0, 120, 480], [600.0, 629, 655])
    func ignitionOff(offMinutes: Double, drive: Double) throws {
        var run = TripRun()
        run.stay(minutes: 20)
        for _ in 0..<10 {
            run.move(eastward: 15, seconds: 60)
            run.name("Vaduz")
        }
        run.move(eastward: 15, seconds: drive - 600)
        let parking = run.place
        let parkedAt = run.now
        run.restart(reboot: true, offMinutes: offMinutes, isSudden: true)
        run.stay(minutes: 1)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        try #require(run.finals.count == 2)
        #expect(run.finals[0].end.coordinate.distance(to: parking) < 20 || run.finals[0].gaps == nil)
        #expect(run.finals[0].end.coordinate.distance(to: parking) <= TripRules.longestHop + 10)
        #expect(try seconds(run.finals[0].end).distance(to: parkedAt).magnitude <= 61)
        #expect(run.finals[0].end.placemark?.locality == "Vaduz")
        #expect((run.finals[0].distance - 15 * drive).magnitude <= TripRules.longestHop + run.finals[0].distanceError)
        #expect((run.finals[1].distance - 12_000).magnitude <= run.finals[1].distanceError)
    }

    @Test("a box that is carried on while it has no power, by a ferry, goes on with its trip")
    func ferryWithoutPower() throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 630)
        run.restart(reboot: true, offMinutes: 90, isSudden: true, eastward: 40_000)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        let trip = try #require(run.finals.first)
        #expect(run.finals.count == 1 && trip.gaps?.count == 1)
        #expect((trip.distance - run.way).magnitude <= trip.distanceError)
    }

    @Test("a restart on the way leaves it one trip, with all of its way", arguments: [false, true])
    func restart(reboot: Bool) throws {
        var run = TripRun()
        run.stay(minutes: 20)
        run.move(eastward: 20, seconds: 600)
        run.restart(reboot: reboot, offMinutes: 1)
        run.move(eastward: 20, seconds: 600)
        run.stay(minutes: 20)
        let trip = try #require(run.finals.first)
        #expect(run.finals.count == 1 && run.started.map(\.id) == [trip.id])
        #expect((trip.distance - run.way).magnitude <= trip.distanceError)
    }

    @Test("the identity of a trip is that of its box and its start, and of nothing else")
    func identity() throws {
        func trip(box: String, stay: Double) -> String? {
            var run = TripRun(box: box)
            run.stay(minutes: stay)
            run.move(eastward: 20, seconds: 300)
            return run.started.first?.id
        }
        let id = try #require(trip(box: "a", stay: 20))
        #expect(id.count == 16 && trip(box: "a", stay: 20) == id)
        #expect(trip(box: "b", stay: 20) != id && trip(box: "a", stay: 21) != id)
    }

    @Test("a slow walk is one trip", arguments: [0.3, 0.6, 1.2])
    func walk(speed: Double) throws {
        var run = TripRun()
        run.interval = 10
        run.stay(minutes: 20)
        run.move(eastward: speed, seconds: 3600)
        run.stay(minutes: 20)
        #expect(run.finals.count == 1)
        #expect((try #require(run.finals.first).distance - run.way).magnitude <= 60)
    }

    @Test("a day at rest has no trip, and nothing for the odometer", arguments: 1...20)
    func rest(seed: UInt64) {
        var run = TripRun(seed: seed)
        run.sigma = 3 + Double(seed % 5) * 3
        run.accuracy = run.sigma * 2
        run.interval = seed.isMultiple(of: 2) ? 1 : 5
        run.stay(minutes: 24 * 60)
        #expect(run.started.isEmpty && run.detector.odometer == 0)
    }

    @Test(
        "the way is right within its error, and little more than that, whatever the receiver scatters",
        arguments: 1...12)
    func distance(seed: UInt64) throws {
        var run = TripRun(seed: seed)
        run.sigma = Double(seed)
        run.accuracy = run.sigma * 2
        run.stay(minutes: 15)
        // Round a town, with a corner every 200 m, and out of it.
        for side in 0..<40 {
            let isEast = side.isMultiple(of: 2)
            run.move(eastward: isEast ? 10 : 0, northward: isEast ? 0 : 10, seconds: 20)
        }
        run.move(eastward: 25, seconds: 600)
        run.stay(minutes: 20)
        let trip = try #require(run.finals.first)
        print("sigma \(run.sigma): \(trip.distance) ± \(trip.distanceError) of \(run.way) m")
        #expect(run.finals.count == 1)
        #expect((trip.distance - run.way).magnitude <= trip.distanceError)
        #expect(trip.distanceError < run.way * 0.05)
    }
}
