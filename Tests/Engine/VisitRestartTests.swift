import Foundation
import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("Visits over gaps and restarts")
struct VisitRestartTests {
    private var run = VisitRun()

    /// The memory as it comes back from a file.
    private func saved(_ memory: VisitDetector.Memory) throws -> VisitDetector.Memory {
        try JSONDecoder().decode(VisitDetector.Memory.self, from: JSONEncoder().encode(memory))
    }

    /// A new process, in the same boot, `seconds` later.
    private mutating func restartDaemon(after seconds: Double) throws {
        let memory = try saved(run.detector.memory)
        run.detector = VisitDetector(settings: run.detector.settings)
        run.detector.restore(memory)
        run.silence(seconds: seconds)
    }

    /// A new boot whose clock shows `uptime` when the machine has been silent for `seconds`.
    private mutating func reboot(after seconds: Double, uptime: Double) throws {
        let memory = try saved(run.detector.memory).ofEarlierBoot
        run.detector = VisitDetector(settings: run.detector.settings)
        run.detector.restore(memory)
        run.clock = run.clock?.advanced(by: .seconds(run.now + seconds - uptime))
        run.now = uptime
    }

    // MARK: Gaps

    @Test("29 minutes without a fix are bridged at the same place")
    mutating func shortGap() {
        run.stay(seconds: 600)
        run.silence(seconds: 29 * 60)
        run.stay(seconds: 600)
        #expect(run.changes.count == 1)
    }

    @Test("31 minutes without a fix end the visit with the last fix before them, and another one begins")
    mutating func longGap() throws {
        run.stay(seconds: 600)
        run.silence(seconds: 31 * 60)
        run.stay(seconds: 600)
        #expect(try #require(run.departed.first).departedAtSeconds == 700)
        #expect(run.arrived.map(\.arrivedAtSeconds) == [101, 2561])
    }

    @Test("a gap of 20 minutes that ends elsewhere is a departure before the gap")
    mutating func gapElsewhere() throws {
        run.stay(seconds: 600)
        run.silence(seconds: 20 * 60)
        run.jump(eastward: 20_000)
        run.move(eastward: 20, seconds: 100)
        #expect(try #require(run.departed.first).departedAtSeconds == 700)
        #expect(run.arrived.count == 1)
    }

    @Test("a box that drives into a garage and comes out after 20 minutes has been there")
    mutating func garage() throws {
        run.move(eastward: 5, seconds: 300)
        run.silence(seconds: 20 * 60)
        run.move(eastward: 5, seconds: 300)
        let visit = try #require(run.departed.first)
        #expect(run.arrived.count == 1)
        #expect(abs(visit.arrivedAtSeconds - 400) <= 10)
        #expect(abs(visit.departedAtSeconds - 1600) <= 30)
    }

    // MARK: Restarts

    @Test("a visit survives the daemon's restart, and is not told again")
    mutating func daemon() throws {
        run.stay(seconds: 600)
        try restartDaemon(after: 300)
        #expect(run.detector.current?.arrivedAtSeconds == 101)
        run.stay(seconds: 300)
        #expect(run.changes.count == 1)
        run.move(eastward: 20, seconds: 100)
        let visit = try #require(run.departed.first)
        #expect(visit.arrivedAtSeconds == 101 && abs(visit.departedAtSeconds - 1305) < 5)
    }

    @Test("a restart after 31 minutes ends the visit with the last fix")
    mutating func daemonLater() throws {
        run.stay(seconds: 600)
        try restartDaemon(after: 31 * 60)
        run.stay(seconds: 1)
        #expect(try #require(run.departed.first).departedAtSeconds == 700)
    }

    @Test(
        "over a reboot the receiver's clock tells the gap: a visit survives 25 minutes",
        arguments: [20.0, 1200])
    mutating func shortReboot(uptime: Double) throws {
        run.stay(seconds: 600)
        let before = try #require(run.detector.current)
        try reboot(after: 25 * 60, uptime: uptime)
        run.stay(seconds: 300)
        #expect(run.changes.count == 1)
        let visit = try #require(run.detector.current)
        #expect(visit.arrival == before.arrival)
        // By this boot's clock the box came before the boot.
        let expected = uptime + 1 - 25 * 60 - 599
        #expect(abs(visit.arrivedAtSeconds - expected) < 2)
        run.move(eastward: 20, seconds: 100)
        let departed = try #require(run.departed.first)
        #expect(abs(departed.secondsByTimestamps - (departed.departedAtSeconds - departed.arrivedAtSeconds)) < 2)
    }

    @Test("and after three hours it has ended with the last fix, however short the machine has been up")
    mutating func longReboot() throws {
        run.stay(seconds: 600)
        try reboot(after: 3 * 3600, uptime: 20)
        run.stay(seconds: 200)
        let visit = try #require(run.departed.first)
        #expect(visit.departure == epoch.advanced(by: .seconds(700)))
        #expect((visit.departedAtSeconds - visit.arrivedAtSeconds).rounded() == 599)
        #expect(run.arrived.count == 2)
    }

    @Test("fixes without a time are passed over for a minute after a reboot")
    mutating func timeless() throws {
        run.stay(seconds: 600)
        try reboot(after: 3 * 3600, uptime: 20)
        let clock = run.clock
        run.clock = nil
        run.stay(seconds: 30)
        #expect(run.departed.isEmpty)
        run.clock = clock
        run.stay(seconds: 1)
        #expect(run.departed.count == 1)
    }

    @Test(
        "a clock that cannot be believed invents no departure: years later, back in time, or none (fault 30)",
        arguments: [1024 * 7 * 86_400.0, -3600, nil])
    mutating func unbelievable(step: Double?) throws {
        run.stay(seconds: 600)
        try reboot(after: 600, uptime: 20)
        run.clock = step.flatMap { run.clock?.advanced(by: .seconds($0)) }
        run.stay(seconds: 300)
        #expect(run.changes.count == 1)
        #expect(run.detector.current?.arrival == epoch.advanced(by: .seconds(101)))
        // But a machine that has been up for so long has seen no fix for so long.
        run = VisitRun()
        run.stay(seconds: 600)
        try reboot(after: 2400, uptime: 2400)
        run.clock = nil
        run.stay(seconds: 100)
        #expect(run.departed.count == 1)
    }

    @Test("a second reboot before any fix changes nothing")
    mutating func twoReboots() throws {
        run.stay(seconds: 600)
        try reboot(after: 300, uptime: 20)
        try reboot(after: 300, uptime: 20)
        run.stay(seconds: 300)
        #expect(run.changes.count == 1)
        let visit = try #require(run.detector.current)
        #expect(abs(visit.arrivedAtSeconds - (21 - 600 - 599)) < 2)
    }

    // MARK: The receiver's clock

    @Test("a clock that is set by 1024 weeks in the middle of a visit does not change how long it was (fault 30)")
    mutating func rollover() throws {
        run.stay(seconds: 600)
        run.clock = epoch.advanced(by: .seconds(1024 * 7 * 86_400))
        run.stay(seconds: 600)
        run.move(eastward: 20, seconds: 100)
        let visit = try #require(run.departed.first)
        #expect(visit.arrival == epoch.advanced(by: .seconds(101)))
        #expect(visit.departure == epoch.advanced(by: .seconds(visit.departedAtSeconds)))
    }

    @Test("the time of the arrival is found when the receiver learns the time later")
    mutating func lateClock() throws {
        run.clock = nil
        run.stay(seconds: 600)
        #expect(try #require(run.arrived.first).arrival == nil)
        run.clock = epoch
        run.stay(seconds: 10)
        #expect(run.detector.current?.arrival == epoch.advanced(by: .seconds(101)))
    }

    // MARK: The memory

    @Test("the memory is worth saving on arrival, every five minutes, and on departure, and not more often")
    mutating func revision() {
        var revisions: [UInt64] = []
        func note(_ run: VisitRun) -> UInt64 { run.detector.revision }
        revisions.append(note(run))
        run.move(eastward: 20, seconds: 3600)
        revisions.append(note(run))
        run.stay(seconds: 210)
        revisions.append(note(run))
        run.stay(seconds: 3600)
        revisions.append(note(run))
        run.move(eastward: 20, seconds: 3600)
        revisions.append(note(run))
        #expect(revisions == [0, 0, 1, 13, 14])
    }

    @Test("a memory that no run can have left is not believed")
    mutating func damaged() throws {
        run.stay(seconds: 600)
        let text = String(decoding: try JSONEncoder().encode(run.detector.memory), as: UTF8.self)
        let damages = [
            ("\"arrivedAt\":101", "\"arrivedAt\":999"), ("\"horizontalAccuracy\":5", "\"horizontalAccuracy\":1e300"),
            ("\"meanDistanceInMeters\":", "\"meanDistanceInMeters\":1e307,\"was\":"),
        ]
        for (original, damage) in damages {
            #expect(text.contains(original), "\(original)")
            let memory = try JSONDecoder().decode(
                VisitDetector.Memory.self, from: Data(text.replacing(original, with: damage).utf8))
            var detector = VisitDetector()
            detector.restore(memory)
            #expect(detector.current == nil, "\(damage)")
        }
        let tooLate = text.replacing("\"arrivedAt\":101", with: "\"arrivedAt\":1e30")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(VisitDetector.Memory.self, from: Data(tooLate.utf8))
        }
    }

    // MARK: The place

    private func placemark(_ locality: String) -> Placemark {
        var placemark = Placemark(geocoder: "test")
        placemark.locality = locality
        return placemark
    }

    @Test("a visit has the placemark of the way there, if it was asked for near by, and keeps the nearest one")
    mutating func place() throws {
        var near = run.here()
        near.coordinate = north(900, of: cupertino)
        run.detector.named(placemark("Way"), at: near)
        run.stay(seconds: 600)
        #expect(run.arrived.first?.placemark?.locality == "Way")
        run.detector.named(placemark("Cupertino"), at: run.here())
        #expect(run.detector.current?.placemark?.locality == "Cupertino")
        run.detector.named(placemark("Way"), at: near)
        #expect(run.detector.current?.placemark?.locality == "Cupertino")
        run.move(eastward: 20, seconds: 100)
        #expect(run.departed.first?.placemark?.locality == "Cupertino")
    }

    @Test("one that comes late is the visit's afterwards, one from afar never, and each is worth saving once")
    mutating func latePlace() throws {
        var far = run.here()
        far.coordinate = north(1500, of: cupertino)
        run.detector.named(placemark("Far"), at: far)
        run.stay(seconds: 200)
        #expect(run.arrived.count == 1 && run.arrived[0].placemark == nil)
        let revision = run.detector.revision
        run.detector.named(placemark("Far"), at: far)
        #expect(run.detector.current?.placemark == nil && run.detector.revision == revision)
        run.detector.named(placemark("Cupertino"), at: run.here())
        run.detector.named(placemark("Cupertino"), at: run.here())
        #expect(run.detector.current?.placemark?.locality == "Cupertino" && run.detector.revision == revision + 1)
        far.horizontalAccuracy = 2000
        var other = VisitRun()
        other.stay(seconds: 200)
        other.detector.named(placemark("Inaccurate"), at: far)
        #expect(other.detector.current?.placemark?.locality == "Inaccurate")
    }
}
