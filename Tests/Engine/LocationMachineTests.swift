@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocationMachine")
struct LocationMachineTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var events: [Event] = []
    private var snapshot: StatusSnapshot?
    private var timer: BootInstant?
    private var log: [LogEntry] = []

    /// Feeds an input, and carries out the actions with a geocoder that answers at once and knows one name for each
    /// tenth of a degree.
    private mutating func feed(_ input: LocationMachine.Input, at seconds: Double) {
        var answer: Placemark?
        for action in machine.handle(input, at: at(seconds)) {
            switch action {
            case .geocode(let request): answer = Self.placemark(of: request.coordinate)
            case .setTimer(let deadline): timer = deadline
            case .publish(let publication):
                snapshot = publication.snapshot
                events += publication.events
            case .log(let entry): log.append(entry)
            }
        }
        if let answer { feed(.geocoded(answer), at: seconds) }
    }

    /// Lets time pass, with the timers that are due.
    private mutating func wait(until seconds: Double) {
        while let due = timer, due <= at(seconds) {
            timer = nil
            feed(.timer, at: due.sinceBoot.inSeconds)
        }
    }

    private mutating func drive(_ meters: (Double) -> Double, seconds: ClosedRange<Int>) {
        for second in seconds {
            wait(until: Double(second))
            feed(
                .source(.fix(fix(north(meters(Double(second)), of: cupertino), at: Double(second)))), at: Double(second)
            )
        }
    }

    private static func placemark(of coordinate: Coordinate) -> Placemark {
        var placemark = Placemark(geocoder: "test")
        placemark.locality = "Town \(Int((coordinate.latitude * 10).rounded(.down)))"
        return placemark
    }

    private var geocodes: [(elapsed: Double, location: Location)] {
        events.compactMap { event in
            if case .geocode(_, let location) = event.kind { (event.elapsed.inSeconds, location) } else { nil }
        }
    }

    @Test("a box that stands still for an hour geocodes once")
    mutating func stationaryHour() {
        drive({ _ in 0 }, seconds: 0...3600)
        #expect(geocodes.count == 1)
        #expect(snapshot?.counters.accepted == 3601)
        #expect(snapshot?.counters.requests == 1)
        #expect(snapshot?.counters.saved == 3600)
    }

    @Test("a drive of an hour at 30 m/s geocodes once a minute, and its placemark follows")
    mutating func hourOfDriving() {
        drive({ $0 * 30 }, seconds: 0...3600)
        #expect(geocodes.count == 61)
        for (earlier, later) in zip(geocodes, geocodes.dropFirst()) {
            #expect(later.elapsed - earlier.elapsed >= 60)
            #expect(earlier.location.coordinate.distance(to: later.location.coordinate) > 1000)
        }
        #expect(snapshot?.placemark?.placemark == Self.placemark(of: north(108_000, of: cupertino)))
    }

    @Test(
        "a box that drives 1500 m in half a minute and falls silent gets its placemark at the 60 s mark, by the timer")
    mutating func timerGeocodes() {
        drive({ $0 * 50 }, seconds: 0...30)
        #expect(geocodes.count == 1)
        wait(until: 59.9)
        #expect(geocodes.count == 1)
        wait(until: 60)
        #expect(geocodes.count == 2)
        #expect(geocodes.last?.elapsed == 60)
        #expect(geocodes.last?.location.coordinate == north(1500, of: cupertino))
    }

    @Test("the order of events is location, geocode, placemark")
    mutating func order() {
        feed(.source(.connected), at: 0)
        feed(.source(.fix(fix(cupertino, at: 1))), at: 1)
        let names = events.compactMap { EventReport($0, precision: .precise)?.event }
        #expect(names == [.source, .source, .location, .geocode, .placemark])
    }

    @Test("every rejection is counted by its name")
    mutating func counters() {
        feed(.source(.fix(fix(cupertino, at: 0))), at: 0)
        feed(.source(.fix(fix(coordinate(0, 0), at: 1))), at: 1)
        feed(.source(.invalidFix(device: nil)), at: 2)
        feed(.source(.noFix(device: nil)), at: 3)
        feed(.source(.fix(fix(cupertino, at: 4, device: "/dev/ttyUSB1"))), at: 4)
        #expect(
            snapshot?.counters.rejected == [.nullIsland: 1, .invalidCoordinate: 1, .noFix: 1, .otherDevice: 1])
        let status = snapshot?.status(at: at(5), precision: .precise)
        #expect(status?.fixes?.rejected == ["nullIsland": 1, "invalidCoordinate": 1, "noFix": 1, "otherDevice": 1])
    }

    @Test("a second receiver takes over 5 s after the first has fallen silent (faults 17 and 18)")
    mutating func failover() {
        for second in 0...20 {
            let now = Double(second)
            if second <= 10 { feed(.source(.fix(fix(cupertino, at: now))), at: now) }
            let other = fix(north(40, of: cupertino), at: now + 0.5, device: "/dev/ttyUSB1")
            feed(.source(.fix(other)), at: now + 0.5)
        }
        #expect(snapshot?.location?.device == "/dev/ttyUSB1")
        #expect(snapshot?.counters.rejected[.otherDevice] == 15)
        #expect(snapshot?.source.state == .live)
    }

    @Test("after a lost connection another receiver counts at once")
    mutating func anotherReceiverAfterReconnection() {
        feed(.source(.fix(fix(cupertino, at: 0))), at: 0)
        feed(.source(.disconnected(reason: "gpsd is gone")), at: 0.5)
        feed(.source(.connected), at: 1)
        feed(.source(.fix(fix(cupertino, at: 1, device: "/dev/ttyUSB1"))), at: 1)
        #expect(snapshot?.source.state == .live)
        #expect(snapshot?.source.device == "/dev/ttyUSB1")
    }

    @Test("silence makes source, location and placemark stale, and a new fix makes them current again")
    mutating func staleness() {
        drive({ _ in 0 }, seconds: 0...10)
        #expect(snapshot?.status(at: at(10), precision: .precise).placemark?.stale == false)
        wait(until: 15)
        let stale = snapshot?.status(at: at(15), precision: .precise)
        #expect(stale?.source.state == .stale)
        #expect(stale?.location?.stale == true)
        #expect(stale?.location?.age == 5)
        #expect(stale?.placemark?.stale == true)
        #expect(stale?.placemark?.age == 15)
        wait(until: 20)
        #expect(snapshot?.source.state == .lost)
        drive({ _ in 0 }, seconds: 30...30)
        #expect(snapshot?.status(at: at(30), precision: .precise).placemark?.stale == false)
    }

    @Test("a failing geocoder keeps the old placemark, stale, and is asked again after its back-off")
    mutating func failure() {
        feed(.source(.fix(fix(cupertino, at: 0))), at: 0)
        var asked: [Double] = []
        var now = 100.0
        while now < 1000 {
            // By hand, because this geocoder fails.
            var inputs: [LocationMachine.Input] = [.source(.fix(fix(north(1500, of: cupertino), at: now)))]
            while !inputs.isEmpty {
                for action in machine.handle(inputs.removeFirst(), at: at(now)) {
                    if case .geocode = action {
                        asked.append(now)
                        inputs.append(.geocodingFailed("no answer"))
                    }
                    if case .publish(let publication) = action { snapshot = publication.snapshot }
                }
            }
            now += 1
        }
        #expect(asked.first == 100)
        #expect((3...5).contains(asked.count))
        let status = snapshot?.status(at: at(now), precision: .precise)
        #expect(status?.placemark?.placemark == Self.placemark(of: cupertino))
        #expect(status?.placemark?.stale == true)
        #expect(status?.geocoding?.failing == true)
    }

    @Test("a placemark of an earlier run is published as stale, and gives way to the first new one")
    mutating func restored() {
        feed(.restored(Self.placemark(of: coordinate(10, 10)), answeredAt: at(-500)), at: 0)
        let status = snapshot?.status(at: at(0), precision: .precise)
        #expect(status?.placemark?.stale == true)
        #expect(status?.placemark?.age == 500)
        #expect(status?.location == nil)
        feed(.source(.fix(fix(cupertino, at: 1))), at: 1)
        #expect(snapshot?.placemark?.placemark == Self.placemark(of: cupertino))
        #expect(snapshot?.status(at: at(1), precision: .precise).placemark?.stale == false)
        feed(.restored(Self.placemark(of: coordinate(10, 10)), answeredAt: at(-500)), at: 2)
        #expect(snapshot?.placemark?.placemark == Self.placemark(of: cupertino))
    }

    @Test("new settings take effect with the next fix, and lose nothing")
    mutating func reconfigured() {
        drive({ $0 * 20 }, seconds: 0...30)
        var settings = LocationMachine.Settings()
        settings.geocoding = .init(mode: .distanceAndTime, distanceInMeters: 500, interval: .seconds(10))
        feed(.configured(settings), at: 30.5)
        #expect(geocodes.count == 2)
        #expect(snapshot?.counters.accepted == 31)
    }

    @Test("the distance filter holds back events, not the position")
    mutating func distanceFilter() {
        var settings = LocationMachine.Settings()
        settings.distanceFilterInMeters = 100
        machine = LocationMachine(settings: settings, seed: 1, at: at(0))
        drive({ $0 * 10 }, seconds: 0...100)
        let delivered = events.compactMap { event in
            if case .location(let location) = event.kind { location } else { nil }
        }
        #expect(delivered.count == 10 || delivered.count == 11)
        #expect(snapshot?.location?.coordinate == north(1000, of: cupertino))
    }

    @Test("no log line ever holds a coordinate, and only debug lines hold a place name")
    mutating func privacy() {
        drive({ $0 * 30 }, seconds: 0...6000)
        feed(.source(.disconnected(reason: "gone")), at: 6001)
        #expect(log.count > 300)
        for entry in log {
            #expect(!entry.message.contains("37.") && !entry.message.contains("122."))
            #expect(!entry.message.contains("Town"))
        }
    }

    @Test("the same inputs with the same seed give the same run")
    mutating func reproducible() {
        var runs: [[EventReport]] = []
        for _ in 0..<2 {
            machine = LocationMachine(seed: 42, at: at(0))
            (events, timer) = ([], nil)
            drive({ $0 * 30 }, seconds: 0...600)
            runs.append(events.compactMap { EventReport($0, precision: .precise) })
        }
        #expect(runs[0] == runs[1])
    }

    @Test("hours without a fix bring neither events nor log lines (fault 1)")
    mutating func hoursWithoutFix() {
        for second in 0..<(6 * 3600) {
            wait(until: Double(second))
            feed(.source(.noFix(device: "/dev/ttyACM0")), at: Double(second))
        }
        #expect(events.count == 1)
        #expect(log.count == 1)
        #expect(snapshot?.source.state == .noFix)
    }
}
