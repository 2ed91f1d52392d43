import PlacemarkModel
import Testing

@testable import LocationEngine

@Suite("Regions that name a beacon")
struct BeaconMonitorTests {
    static let uuid = BeaconBytes((0..<16).map { UInt8($0) })
    static let garage = BeaconIdentity.uuid(uuid, major: 1, minor: 2)

    static func region(
        _ identifier: String = "garage", _ constraint: BeaconConstraint = .uuid(uuid, major: 1, minor: 2),
        dwell: Duration = .zero, exitAfter: Duration = Region.usualSilence
    ) -> Region {
        Region(identifier: identifier, shape: .unlocated, dwell: dwell, beacon: constraint, exitAfter: exitAfter)
    }

    /// A monitor that has listened for so long that what it does not hear is outside.
    static func settled(_ regions: [Region] = [region()], at second: Double = 40) -> RegionMonitor {
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable(regions))
        for instant in stride(from: 0, through: second, by: 4) {
            _ = monitor.heard(BeaconHearing(), at: nil, now: .second(instant))
        }
        return monitor
    }

    private func hearing(_ identities: BeaconIdentity..., strength: Int = -60) -> BeaconHearing {
        BeaconHearing(
            observations: identities.map { BeaconObservation($0, measuredPower: -59, strengths: [strength]) })
    }

    @Test("nothing is known at the beginning, and what is heard or not heard then is no event")
    func beginning() {
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable([Self.region(), Self.region("boat", .uuid(Self.uuid, major: 7))]))
        #expect(monitor.state(of: "garage") == .unknown)
        #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(0)).isEmpty)
        #expect(monitor.state(of: "garage") == .inside)
        for second in stride(from: 4.0, to: 30, by: 4) {
            #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(second)).isEmpty)
            #expect(monitor.state(of: "boat") == .unknown)
        }
        #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(30)).isEmpty)
        #expect(monitor.state(of: "boat") == .outside)
        #expect(monitor.inside == ["garage"])
    }

    @Test("of a region that comes while somebody listens nothing is known either: listened for its beacon has nobody")
    func later() throws {
        var monitor = Self.settled()
        try monitor.add(Self.region("boat", .uuid(Self.uuid, major: 7)))
        try monitor.add(Self.region("hall", .uuid(Self.uuid)))
        #expect(monitor.advance(to: .second(40.5), at: nil).isEmpty)
        #expect(monitor.state(of: "boat") == .unknown && monitor.state(of: "garage") == .outside)
        // The beacon has been there for who knows how long.
        let entered = monitor.heard(hearing(Self.garage), at: nil, now: .second(41))
        #expect(entered.map(\.region.identifier) == ["garage"])
        #expect(monitor.state(of: "hall") == .inside)
        for second in stride(from: 44.0, to: 71, by: 3) {
            #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(second)).isEmpty)
            #expect(monitor.state(of: "boat") == .unknown)
        }
        #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(71)).isEmpty)
        #expect(monitor.state(of: "boat") == .outside)
    }

    @Test("the first sighting enters, and a silence of thirty seconds leaves")
    func crossings() throws {
        var monitor = Self.settled()
        let entered = monitor.heard(hearing(Self.garage), at: nil, now: .second(41))
        #expect(entered.map(\.crossing) == [.entered])
        #expect(entered.first?.region.identifier == "garage")
        for second in stride(from: 44.0, through: 68, by: 4) {
            #expect(monitor.heard(BeaconHearing(), at: nil, now: .second(second)).isEmpty)
        }
        #expect(monitor.beacons.deadline == .second(71))
        #expect(monitor.heard(BeaconHearing(), at: nil, now: .second(70.9)).isEmpty)
        #expect(monitor.advance(to: .second(71), at: nil).map(\.crossing) == [.exited])
        #expect(monitor.state(of: "garage") == .outside)
        #expect(monitor.beacons.deadline == nil)
    }

    @Test("a beacon that flickers, heard for a second every twenty, is entered once (fault 92)")
    func flicker() {
        var monitor = Self.settled()
        var crossings: [RegionCrossing] = []
        for second in 41..<1000 {
            let heard = second % 20 == 1 ? hearing(Self.garage) : BeaconHearing()
            crossings += monitor.heard(heard, at: nil, now: .second(Double(second))).map(\.crossing)
        }
        #expect(crossings == [.entered])
    }

    @Test("the silence can be set, and a dwell delays the entry")
    func settings() {
        var monitor = Self.settled([
            Self.region("quick", exitAfter: .seconds(5)), Self.region("slow", dwell: .seconds(10)),
        ])
        var told: [Double: [String]] = [:]
        for second in stride(from: 41.0, to: 100, by: 1) {
            let heard = second < 60 ? hearing(Self.garage) : BeaconHearing()
            let names = monitor.heard(heard, at: nil, now: .second(second)).map {
                "\($0.crossing) \($0.region.identifier)"
            }
            if !names.isEmpty { told[second] = names }
        }
        #expect(told == [41: ["entered quick"], 51: ["entered slow"], 64: ["exited quick"], 89: ["exited slow"]])
    }

    @Test("while nobody listens nothing is left, and the silence begins anew with the listening (fault 92)")
    func deafness() {
        var monitor = Self.settled()
        _ = monitor.heard(hearing(Self.garage), at: nil, now: .second(41))
        _ = monitor.heard(BeaconHearing(fault: "there is no Bluetooth controller"), at: nil, now: .second(42))
        #expect(monitor.advance(to: .second(1000), at: nil).isEmpty)
        #expect(monitor.state(of: "garage") == .inside)
        #expect(monitor.beacons.report(at: .second(1000)).reason == "there is no Bluetooth controller")
        #expect(monitor.heard(BeaconHearing(), at: nil, now: .second(1000)).isEmpty)
        #expect(monitor.heard(BeaconHearing(), at: nil, now: .second(1004)).isEmpty)
        #expect(monitor.beacons.deadline == .second(1030))
        // A listener that hangs does not listen.
        #expect(monitor.advance(to: .second(1030), at: nil).isEmpty)
        #expect(!monitor.beacons.report(at: .second(1030)).isListening)
    }

    @Test("while nobody listens no dwell goes by: the beacon may have been away (fault 92)")
    func dwellWhileDeaf() {
        var monitor = Self.settled([Self.region(dwell: .seconds(60))])
        #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(41)).isEmpty)
        _ = monitor.heard(BeaconHearing(fault: "there is no Bluetooth controller"), at: nil, now: .second(42))
        for second in stride(from: 1000.0, to: 1060, by: 4) {
            #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(second)).isEmpty)
            #expect(monitor.state(of: "garage") == .outside)
        }
        #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(1060)).map(\.crossing) == [.entered])
    }

    @Test("a strength that no receiver can have measured is no sighting; one without strength is")
    func believable() {
        var monitor = Self.settled()
        #expect(monitor.heard(hearing(Self.garage, strength: 100), at: nil, now: .second(41)).isEmpty)
        let present = BeaconHearing(observations: [BeaconObservation(Self.garage)])
        #expect(monitor.heard(present, at: nil, now: .second(42)).count == 1)
        let beacon = monitor.beacons.report(at: .second(42)).beacons.first
        #expect(beacon?.proximity == .unknown && beacon?.distance == nil && beacon?.strength == nil)
    }

    @Test("a region may be of all beacons of a UUID, a namespace, or of one radio")
    func constraints() {
        let namespace = BeaconBytes((0..<10).map { UInt8($0) })
        let address = BeaconBytes([0xC0, 0xFF, 0xEE, 0, 0, 1])
        var monitor = Self.settled([
            Self.region("all", .uuid(Self.uuid)), Self.region("floor", .uuid(Self.uuid, major: 1)),
            Self.region("other", .uuid(Self.uuid, major: 2)), Self.region("pallets", .namespace(namespace)),
            Self.region("radio", .address(address)),
        ])
        let instance = BeaconBytes([0, 0, 0, 0, 0, 9])
        let entered = monitor.heard(
            hearing(Self.garage, .namespace(namespace, instance: instance), .address(address)), at: nil,
            now: .second(41))
        #expect(entered.map(\.region.identifier) == ["all", "floor", "pallets", "radio"])
        #expect(
            monitor.beacons.report(at: .second(41)).beacons.map(\.regions) == [
                ["all", "floor"], ["pallets"], ["radio"],
            ])
    }

    @Test("a thousand beacons of one UUID take the room of two hundred (fault 92)")
    func crowd() {
        var monitor = Self.settled([Self.region("all", .uuid(Self.uuid))])
        for round in 0..<20 {
            let observations = (0..<1000).map {
                BeaconObservation(.uuid(Self.uuid, major: 0, minor: UInt16($0)), measuredPower: -59, strengths: [-70])
            }
            _ = monitor.heard(
                BeaconHearing(observations: observations), at: nil, now: .second(41 + Double(round)))
        }
        #expect(monitor.beacons.report(at: .second(60)).beacons.count == BeaconMonitor.mostBeacons)
        #expect(monitor.inside == ["all"])
    }

    @Test("however many send the UUID of one region, the beacon that another names exactly is ranged (fault 92)")
    func crowdBesideOne() {
        var monitor = Self.settled([Self.region("all", .uuid(Self.uuid)), Self.region()])
        let crowd = (0..<300).map { BeaconIdentity.uuid(Self.uuid, major: 0, minor: UInt16($0)) }
        for second in stride(from: 41.0, to: 46, by: 1) {
            let observations = (crowd + [Self.garage]).map {
                BeaconObservation($0, measuredPower: -59, strengths: [-70])
            }
            _ = monitor.heard(BeaconHearing(observations: observations), at: nil, now: .second(second))
        }
        let ranged = monitor.beacons.report(at: .second(46)).beacons
        #expect(ranged.count == BeaconMonitor.mostBeacons)
        #expect(ranged.contains { $0.regions == ["all", "garage"] })
    }

    @Test("what is known of a region stays known as long as it names the same beacon")
    func changes() throws {
        var monitor = Self.settled()
        _ = monitor.heard(hearing(Self.garage), at: nil, now: .second(41))
        monitor.replace(files: RegionTable([Self.region(), Self.region("boat", .uuid(Self.uuid, major: 7))]))
        #expect(monitor.state(of: "garage") == .inside)
        monitor.replace(files: RegionTable([Self.region("garage", .uuid(Self.uuid, major: 9))]))
        #expect(monitor.state(of: "garage") == .unknown)
        try monitor.add(Self.region("yard", .uuid(Self.uuid)))
        #expect(monitor.beacons.constraints.count == 2)
        try monitor.remove(identifier: "yard")
        #expect(monitor.state(of: "yard") == nil)
    }

    @Test("another silence and another dwell count from now on, and nothing is forgotten for them")
    func otherRules() {
        var monitor = Self.settled()
        _ = monitor.heard(hearing(Self.garage), at: nil, now: .second(41))
        monitor.replace(files: RegionTable([Self.region(dwell: .seconds(9), exitAfter: .seconds(60))]))
        #expect(monitor.state(of: "garage") == .inside)
        for second in stride(from: 45.0, to: 101, by: 4) {
            #expect(monitor.heard(BeaconHearing(), at: nil, now: .second(second)).isEmpty)
        }
        #expect(monitor.beacons.deadline == .second(101))
        #expect(monitor.advance(to: .second(101), at: nil).map(\.crossing) == [.exited], "it is not lost")
    }

    @Test("a restart keeps what is known, and brings no false event")
    func restart() {
        var monitor = Self.settled([Self.region(), Self.region("boat", .uuid(Self.uuid, major: 7))])
        _ = monitor.heard(hearing(Self.garage), at: nil, now: .second(41))
        var next = RegionMonitor()
        next.replace(files: monitor.files)
        next.restore(monitor.memory)
        #expect(next.state(of: "garage") == .inside)
        #expect(next.heard(hearing(Self.garage), at: nil, now: .second(5)).isEmpty)
        var crossings: [RegionCrossing] = []
        for second in 6..<40 {
            crossings += next.heard(BeaconHearing(), at: nil, now: .second(Double(second))).map(\.crossing)
        }
        #expect(crossings == [.exited], "what was left meanwhile is an event")
    }

    @Test("fixes say nothing of a region that names a beacon, though it says where that is")
    func besideGeometry() throws {
        let center = try #require(Coordinate(latitude: 47.14, longitude: 9.52))
        var region = Self.region()
        region.shape = .circle(center: center, radiusInMeters: 500)
        var monitor = Self.settled([region])
        for second in 41..<60 {
            let fix = Location(coordinate: center, horizontalAccuracy: 5, receivedAt: .second(Double(second)))
            #expect(monitor.accepted(fix).isEmpty)
        }
        #expect(monitor.state(of: "garage") == .outside)
        #expect(monitor.heard(hearing(Self.garage), at: nil, now: .second(60)).map(\.crossing) == [.entered])
    }

    /// What the proximity of a beacon is said to be, one after the other, while somebody walks past.
    ///
    /// - Parameter pace: as a share of 1.2 m/s.
    private func proximities(atPace pace: Double, seed: UInt64) -> [BeaconProximity] {
        var (monitor, walk) = (Self.settled(), BeaconWalk(seed: seed))
        var seen: [BeaconProximity] = []
        for second in 0..<Int(33 / pace) {
            let strengths = (0..<10).compactMap { tenth in
                let distance = BeaconWalk.distance(atSecond: pace * (Double(second) + Double(tenth) / 10))
                return walk.strength(atMeters: distance, after: 0.1)
            }
            let now = BootInstant.second(41 + Double(second))
            let observation = BeaconObservation(Self.garage, measuredPower: -59, strengths: strengths)
            _ = monitor.heard(BeaconHearing(observations: [observation]), at: nil, now: now)
            let proximity = monitor.beacons.report(at: now).beacons.first?.proximity ?? .unknown
            if proximity != seen.last { seen.append(proximity) }
        }
        return seen
    }

    @Test("who walks past sees it far, near, far, or is past before it is sure, and never back and forth")
    func walkPast() {
        let quick = (UInt64(0)..<100).map { proximities(atPace: 1, seed: $0) }
        #expect(quick.allSatisfy { $0 == [.far] || $0 == [.far, .near, .far] })
        let slow = (UInt64(0)..<100).map { proximities(atPace: 0.5, seed: $0) }
        #expect(slow.allSatisfy { $0.count <= 3 } && slow.count { $0 == [.far, .near, .far] } >= 90)
    }
}
