@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocationMachine and compasses")
struct LocationMachineCompassTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var events: [Event] = []
    private var log: [LogEntry] = []
    private var snapshot: StatusSnapshot?

    private mutating func feed(_ input: LocationMachine.Input, at seconds: Double) {
        for action in machine.handle(input, at: at(seconds)) {
            switch action {
            case .publish(let publication):
                events += publication.events
                snapshot = publication.snapshot
            case .log(let entry): log.append(entry)
            case .geocode, .setTimer: break
            }
        }
    }

    private mutating func hear(
        _ degrees: Double, from north: CompassReading.North = .magnetic, at seconds: Double,
        device: String? = "/dev/ttyUSB1"
    ) {
        feed(
            .source(.compass(CompassReading(degrees, from: north, receivedAt: at(seconds), device: device))),
            at: seconds)
    }

    private mutating func drive(_ course: Double, at seconds: Double, speed: Double = 10) {
        var location = fix(north(seconds * 10, of: cupertino), at: seconds)
        (location.course, location.speed) = (course, speed)
        feed(.source(.fix(location)), at: seconds)
    }

    private func status(at seconds: Double, _ precision: Precision = .precise) -> Status? {
        snapshot?.status(at: at(seconds), precision: precision)
    }

    @Test("before the first fix a magnetic compass tells its own heading, and then both")
    mutating func bothHeadings() {
        hear(70, at: 0)
        var heading = status(at: 0)?.heading
        #expect(heading?.magneticHeading == 70 && heading?.trueHeading == nil && heading?.declination == nil)
        drive(83, at: 1, speed: 0)
        hear(70, at: 2)
        heading = status(at: 2)?.heading
        #expect(heading?.magneticHeading == 70 && heading?.trueHeading == 82.7 && heading?.declination == 12.7)
        #expect(heading?.origin == .compass && heading?.declinationSuspect == nil)
        #expect(status(at: 2, .reduced)?.heading == nil && status(at: 2, .reduced)?.compasses == nil)
    }

    @Test("the status lists the compasses, which one counts, and which is silent; after an hour it forgets")
    mutating func list() {
        hear(70, at: 0)
        hear(80, from: .true, at: 0, device: nil)
        drive(81, at: 1)
        let compasses = status(at: 1)?.compasses ?? []
        #expect(compasses.map(\.device) == ["/dev/ttyUSB1", nil])
        #expect(compasses.map(\.north) == [.magnetic, .true])
        #expect(compasses.map(\.inUse) == [false, true])
        #expect(compasses.map(\.state) == [.working, .working])
        #expect(compasses.map(\.courseDifference) == [1.7, -1])
        #expect(status(at: 5)?.compasses?.map(\.state) == [.silent, .silent])
        #expect(status(at: 5)?.compasses?.map(\.inUse) == [false, false])
        #expect(status(at: 3601)?.compasses == nil)
    }

    @Test("a stuck compass is told by an event and in the log, without a place; the course takes over (fault 98)")
    mutating func stuck() {
        for second in 0..<200 {
            hear(70, at: Double(second))
            drive(Double(second / 30 * 90 % 360), at: Double(second))
        }
        let reports = events.compactMap { EventReport($0, precision: .precise) }.filter { $0.event == .compass }
        #expect(reports.map(\.compass?.state) == [.stuck])
        #expect(reports.first?.compass?.device == "/dev/ttyUSB1" && reports.first?.compass?.inUse == false)
        #expect(events.allSatisfy { if case .compass = $0.kind { !$0.isForReducedReaders } else { true } })
        #expect(
            log.filter { $0.level == .warning }.map(\.message)
                == ["compass /dev/ttyUSB1 does not turn while the course does: it is not used"])
        #expect(status(at: 199)?.heading?.origin == .course)
        #expect(status(at: 199)?.compasses?.first?.state == .stuck)
        hear(100, at: 200)
        drive(100, at: 201)
        #expect(log.last { if case .compass = $0 { true } else { false } }?.level == .info)
    }

    @Test("a new deviation table counts from the next reading on")
    mutating func deviation() throws {
        hear(70, at: 0)
        var settings = LocationMachine.Settings()
        settings.compassDeviation = try DeviationTable(parsing: "0 5")
        feed(.configured(settings), at: 1)
        hear(70, at: 2)
        #expect(status(at: 2)?.heading?.magneticHeading == 75)
        #expect(status(at: 2)?.compasses?.first?.deviation == 5)
    }

    @Test("a compass that turns too little brings about nothing")
    mutating func quiet() {
        hear(70, at: 0)
        let count = events.count
        for tenth in 1..<100 { #expect(actions(of: 70.5, at: Double(tenth) / 10).isEmpty) }
        #expect(events.count == count)
    }

    private mutating func actions(of degrees: Double, at seconds: Double) -> [LocationMachine.Action] {
        machine.handle(
            .source(
                .compass(CompassReading(degrees, from: .magnetic, receivedAt: at(seconds), device: "/dev/ttyUSB1"))),
            at: at(seconds))
    }
}
