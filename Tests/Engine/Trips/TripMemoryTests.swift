import PlacemarkModel
import Testing

@testable import LocationEngine

/// What a detector takes over of an earlier run, and when.
@Suite("The memory of trips (fault 91)")
struct TripMemoryTests {
    /// A box that has just come from so many seconds at 20 m/s.
    private func run(seconds: Double) -> TripRun {
        var run = TripRun()
        run.stay(minutes: 5)
        run.move(eastward: 20, seconds: seconds)
        run.stay(minutes: 12)
        return run
    }

    @Test("what is restored is to be saved at once: it may come from another file than it goes to")
    func revision() {
        var detector = TripDetector(box: "test")
        let before = detector.revision
        detector.restore(run(seconds: 600).detector.memory)
        #expect(detector.odometer > 11_000 && detector.revision > before)
    }

    @Test("an odometer that is restored after the first fix never goes back, and its trips do not come again")
    func lateRestore() {
        let (short, long) = (run(seconds: 600).detector, run(seconds: 1200).detector)
        var detector = short
        detector.restore(long.memory)
        #expect(detector.odometer == long.odometer && detector.memory.recent == short.memory.recent)
        detector.restore(short.memory)
        #expect(detector.odometer == long.odometer)
    }

    @Test("trips that are remembered later take nothing else away")
    func trips() throws {
        var settings = LocationMachine.Settings()
        settings.guarding.parked = .auto
        var machine = LocationMachine(settings: settings, seed: 1, at: at(0))
        var memory: MonitoringMemory?
        var odometer: Double?
        func take(_ input: LocationMachine.Input, _ second: Int) {
            for case .publish(let publication) in machine.handle(input, at: at(Double(second))) {
                memory = publication.memory ?? memory
                odometer = publication.snapshot.odometerInMeters
            }
        }
        take(.source(.connected), 1)
        for second in 2..<400 { take(.source(.fix(fix(cupertino, at: Double(second)))), second) }
        take(.guardCommand(.disarm), 400)
        #expect(memory?.isParkingDecided == true && odometer == nil)
        settings.trips = TripSettings(box: "test")
        take(.configured(settings), 401)
        take(.remembered(MonitoringMemory(trips: run(seconds: 600).detector.memory)), 401)
        #expect(memory?.isParkingDecided == true && memory?.trips?.recent.count == 1)
        #expect(try #require(odometer) > 11_000)
        #expect(machine.guardReport(at: at(401)).state == .off)
    }
}
