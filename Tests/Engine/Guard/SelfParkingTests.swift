import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("A vehicle that guards itself")
struct SelfParkingTests {
    /// A vehicle that guards itself.
    private static func run(_ edit: (inout GuardSettings) -> Void = { _ in }) -> MachineRun {
        var settings = LocationMachine.Settings()
        settings.guarding.parked = .auto
        edit(&settings.guarding)
        return MachineRun(settings)
    }

    private static func circle(_ identifier: String, north meters: Double = 0) throws -> Region {
        Region(identifier: identifier, shape: .circle(center: north(meters, of: cupertino), radiusInMeters: 200))
    }

    @Test("it is armed once a visit has begun, says that nobody asked, and not before")
    func arms() {
        var run = Self.run()
        run.stay(60)
        #expect(run.report.state == .off)
        run.stay(300)
        #expect(run.report.state == .armed && run.report.plan?.kind == .parked && run.report.plan?.automatic == true)
        #expect(run.log.count { $0 == .guardArmedItself } == 1)
        #expect(run.memory?.guarding?.plan.automatic == true)
    }

    @Test("without Parked=auto nothing is armed")
    func isOffByDefault() {
        var run = Self.run { $0.parked = .no }
        run.stay(600)
        #expect(run.report.state == .off)
    }

    @Test("what a person has ended stays ended for that visit, also after a restart, and the next one is guarded")
    func aPersonDecides() throws {
        var run = Self.run()
        run.stay(360)
        run.take(.guardCommand(.disarm))
        run.stay(600)
        #expect(run.report.state == .off)
        let memory = try #require(run.memory)
        #expect(memory.isParkingDecided == true)
        var next = Self.run()
        next.now = run.now
        next.take(.remembered(memory))
        next.stay(600)
        #expect(next.report.state == .off)
        next.drive(from: 0, to: 3000)
        next.stay(400, north: 3000)
        #expect(next.report.state == .armed)
        #expect(next.report.plan.map { $0.coordinate.distance(to: north(3000, of: cupertino)) < 20 } == true)
    }

    @Test("who tows it away and stops elsewhere does not silence the alarm")
    func towing() {
        var run = Self.run()
        run.stay(360)
        run.drive(from: 0, to: 3000)
        run.stay(900, north: 3000)
        #expect(run.report.state == .alarm)
    }

    @Test("where the owner is, it is not armed, and one that armed itself ends; when he leaves, it is armed")
    func owner() throws {
        var run = Self.run { $0.ownerRegions = ["owner"] }
        run.take(.regionChange(.add(try Self.circle("owner"))))
        run.stay(600)
        #expect(run.report.state == .off)
        run.take(.regionChange(.remove(identifier: "owner")))
        run.stay(5)
        #expect(run.report.state == .armed)
        run.take(.regionChange(.add(try Self.circle("owner"))))
        run.stay(60)
        #expect(run.report.state == .off && run.log.contains(.guardEndedByOwner))
    }

    @Test("a beacon on the owner's keys says that he is here; when it is heard no more, it is armed")
    func ownersBeacon() throws {
        var run = Self.run { $0.ownerRegions = ["garage"] }
        func listen(_ run: inout MachineRun, _ seconds: Int, isHeard: Bool) {
            let heard = BeaconObservation(BeaconMonitorTests.garage, measuredPower: -59, strengths: [-60])
            for _ in 0..<seconds {
                run.stay(1)
                run.take(.heard(BeaconHearing(observations: isHeard ? [heard] : [])))
            }
        }
        run.take(.regionChange(.add(BeaconMonitorTests.region())))
        listen(&run, 40, isHeard: false)
        listen(&run, 600, isHeard: true)
        #expect(run.report.state == .off)
        listen(&run, 60, isHeard: false)
        #expect(run.report.state == .armed)
        listen(&run, 5, isHeard: true)
        #expect(run.report.state == .off && run.log.contains(.guardEndedByOwner))
    }

    @Test("a guard that a person has armed does not end where the owner is")
    func ownerAndPerson() throws {
        var run = Self.run { $0.ownerRegions = ["owner"] }
        run.stay(10)
        run.take(.guardCommand(.arm(GuardOrder(.anchor))))
        run.take(.regionChange(.add(try Self.circle("owner"))))
        run.stay(600)
        #expect(run.report.state == .armed && run.report.plan?.automatic == nil)
    }

    @Test("readers with reduced precision learn of an alarm where the operator wants it, and nothing else of it")
    func reduced() throws {
        for wanted in GuardSettings.Reduced.allCases {
            var run = Self.run { $0.reduced = wanted }
            run.stay(360)
            #expect(run.snapshot?.status(at: at(run.now), precision: .reduced).guard == nil, "armed is not told")
            run.events = []
            run.drive(from: 0, to: 600)
            run.stay(60, north: 600)
            let status = try #require(run.snapshot?.status(at: at(run.now), precision: .reduced))
            #expect(status.guard == (wanted == .alarm ? .alarm : nil))
            let told = run.events.compactMap { EventReport($0, precision: .reduced) }.filter {
                [.guardWarning, .guardAlarm, .guardBlind, .guardCleared].contains($0.event)
            }
            #expect(told.map(\.event) == (wanted == .alarm ? [.guardAlarm] : []))
            #expect(told.allSatisfy { $0.guard == nil && $0.location == nil })
            run.take(.guardCommand(.disarm))
            #expect(run.snapshot?.status(at: at(run.now), precision: .reduced).guard == nil)
        }
    }

    @Test("an order leaves out what the operator has set, and the anchor falls from the bow")
    func settings() throws {
        var settings = GuardSettings()
        (settings.antennaToBowInMeters, settings.anchorRadiusInMeters, settings.warningInPercent) = (10, 70, 50)
        settings.grace = .seconds(20)
        var order = GuardOrder(.anchor)
        let plain = try order.plan(at: cupertino, settings: settings)
        #expect(plain.radius == 70 && plain.warning == 35 && plain.grace == 20)
        #expect(plain.coordinate == cupertino, "nobody knows where the bow is")
        let byCompass = try order.plan(at: cupertino, heading: 90, settings: settings)
        #expect(abs(byCompass.coordinate.distance(to: cupertino) - 10) < 0.1)
        #expect(abs(cupertino.bearing(to: byCompass.coordinate) - 90) < 0.5)
        (order.bearing, order.distance, order.radius) = (40, 35, 60)
        let told = try order.plan(at: cupertino, settings: settings)
        #expect(abs(told.coordinate.distance(to: cupertino) - 45) < 0.1 && told.radius == 60 && told.warning == 30)
        order.coordinate = cupertino
        let placed = try order.plan(at: nil, heading: 90, settings: settings)
        #expect(abs(placed.coordinate.distance(to: cupertino) - 35) < 0.1, "a place that is told is not the antenna")
    }
}

extension MachineRun {
    fileprivate var report: GuardReport { machine.guardReport(at: at(now)) }

    fileprivate mutating func drive(from start: Double, to end: Double) {
        for meters in stride(from: start, through: end, by: 15) { stay(1, north: meters) }
    }
}
