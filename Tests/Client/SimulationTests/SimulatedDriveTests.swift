import PlacemarkModel
import Testing

@testable import Simulation

@Suite struct SimulatedDriveTests {
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000)

    /// Pairs of places, and why they are interesting.
    enum Trip: String, CaseIterable, Sendable {
        case city = "37.3318,-122.0312 37.7749,-122.4194"
        case equator = "0,10 0,12"
        case north = "10,20 12,20"
        case antimeridian = "-17,179.5 -17.5,-179.5"
        case pole = "89.5,10 89.5,-170"
        case far = "51.5,0 40.7,-74"
    }

    private func drive(_ trip: Trip, speed: Double, interval: Duration = .seconds(1)) throws -> Drive {
        let ends = trip.rawValue.split(separator: " ").compactMap { Coordinate(parsing: $0) }
        try #require(ends.count == 2)
        return Drive(
            from: ends[0], to: ends[1], speedInKilometersPerHour: speed, interval: interval, startingAt: Self.start)
    }

    @Test("fault 15, 16: successive epochs are as far apart as the speed says", arguments: Trip.allCases)
    func steps(trip: Trip) throws {
        let drive = try drive(trip, speed: 900, interval: .seconds(2))
        let points = drive.map { $0.fix?.coordinate }.compactMap(\.self)
        #expect(drive.stepInMeters == 500)
        #expect(points.first == drive.from && points.last == drive.to)
        let steps = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
        #expect(steps.dropLast().allSatisfy { abs($0 - 500) < 0.5 })
        #expect(steps.last.map { $0 > 0 && $0 < 501 } == true)
        #expect(abs(steps.reduce(0, +) - drive.from.distance(to: drive.to)) < drive.from.distance(to: drive.to) * 0.005)
    }

    @Test("the course leads to the next epoch", arguments: Trip.allCases)
    func course(trip: Trip) throws {
        let states = try drive(trip, speed: 1800, interval: .seconds(2)).compactMap(\.fix)
        for (here, next) in zip(states, states.dropFirst().dropLast()) {
            let bearing = here.coordinate.bearing(to: next.coordinate)
            let course = try #require(here.courseInDegrees)
            #expect(abs((bearing - course).remainder(dividingBy: 360)) < 0.2, "at \(here.coordinate)")
        }
        #expect(states.last?.courseInDegrees == states.dropLast().last?.courseInDegrees)
    }

    @Test("an eastward drive has course 90, a northward one 0")
    func plainCourses() throws {
        #expect(abs((try drive(.equator, speed: 100).makeFirst().courseInDegrees ?? 0) - 90) < 1e-9)
        #expect(abs(try drive(.north, speed: 100).makeFirst().courseInDegrees ?? 1) < 1e-9)
    }

    @Test("epochs are an interval apart, and carry the speed")
    func times() throws {
        let states = Array(try drive(.city, speed: 360, interval: .milliseconds(100)).prefix(1000))
        #expect(states.count == 1000)
        for (number, state) in states.enumerated() {
            #expect(state.time.nanosecondsSinceEpoch == Self.start.nanosecondsSinceEpoch + Int64(number) * 100_000_000)
            #expect(state.fix?.speedInMetersPerSecond == 100)
        }
    }

    @Test("a drive to where one is has one epoch, standing")
    func nowhere() throws {
        let here = try #require(Coordinate(latitude: 1, longitude: 2))
        let states = Array(Drive(from: here, to: here, speedInKilometersPerHour: 50, startingAt: Self.start))
        #expect(states.map(\.fix?.speedInMetersPerSecond) == [0])
        #expect(states.first?.fix?.courseInDegrees == nil)
    }

    @Test("a stay has an epoch for each interval, both ends included")
    func stay() throws {
        let here = try #require(Coordinate(latitude: 1, longitude: 2))
        let states = Array(Stay(at: here, for: .seconds(10), startingAt: Self.start))
        #expect(states.count == 11)
        #expect(states.allSatisfy { $0.fix?.coordinate == here && $0.fix?.speedInMetersPerSecond == 0 })
    }

    @Test(
        "fault 13: jitter has the given spread, anywhere on earth, and comes again with its seed",
        arguments: [0.0, 89.99999, -60])
    func jitter(latitude: Double) throws {
        let here = try #require(Coordinate(latitude: latitude, longitude: 180))
        func stay(seed: UInt64) -> [ReceiverState] {
            Array(Stay(at: here, for: .seconds(4999), startingAt: Self.start, jitterInMeters: 10, seed: seed))
        }
        let states = stay(seed: 42)
        #expect(states == stay(seed: 42))
        #expect(states != stay(seed: 43))
        let squares = states.compactMap { $0.fix.map { here.distance(to: $0.coordinate) } }.map { $0 * $0 }
        // Two dimensions of 10 m each: the mean square is 200, with a standard error of 2.8.
        #expect(abs(squares.reduce(0, +) / 5000 - 200) < 12)
    }
}

extension Drive {
    fileprivate func makeFirst() throws -> ReceiverState.Fix { try #require(first { _ in true }?.fix) }
}
