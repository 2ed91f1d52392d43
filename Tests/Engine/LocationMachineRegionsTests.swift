@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocationMachine and regions")
struct LocationMachineRegionsTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var publications: [Publication] = []

    private static let home = coordinate(47, 9)
    private static let region = RegionShapes.circle("home", home, 100)

    private mutating func feed(_ input: LocationMachine.Input, at seconds: Double) {
        for case .publish(let publication) in machine.handle(input, at: at(seconds)) {
            publications.append(publication)
        }
    }

    private mutating func stay(_ meters: Double, seconds: ClosedRange<Int>) {
        for second in seconds {
            feed(.source(.fix(fix(north(meters, of: Self.home), at: Double(second)))), at: Double(second))
        }
    }

    private var crossings: [String] {
        publications.flatMap(\.events).compactMap { event in
            switch event.kind {
            case .regionEntered(let region, _): "+\(region.identifier)"
            case .regionExited(let region, _): "-\(region.identifier)"
            default: nil
            }
        }
    }

    @Test("an entry and an exit are events with their location, and the snapshot follows")
    mutating func events() {
        #expect(StatusSnapshot(at: at(0), geocoding: .init()).regions == nil)
        feed(.regions(RegionTable([Self.region])), at: 1)
        #expect(publications.last?.snapshot.regions == [])
        stay(300, seconds: 1...40)
        stay(0, seconds: 60...62)
        #expect(crossings == ["+home"])
        #expect(publications.last?.snapshot.regions == ["home"])
        stay(300, seconds: 80...101)
        #expect(crossings == ["+home", "-home"])
        #expect(publications.last?.snapshot.regions == [])
        feed(.regions(RegionTable([])), at: 102)
        #expect(publications.last?.snapshot.regions == nil)
    }

    @Test("a rejected fix is none for the regions (fault 9)")
    mutating func rejected() {
        feed(.regions(RegionTable([Self.region])), at: 1)
        stay(0, seconds: 1...10)
        stay(2_000_000, seconds: 11...12)
        #expect(publications.last?.snapshot.regions == ["home"])
    }

    @Test("the memory is published when it has changed, and only then")
    mutating func memory() {
        feed(.regions(RegionTable([Self.region])), at: 1)
        stay(0, seconds: 1...100)
        let memories = publications.compactMap(\.memory)
        // The regions, the first fix, the silent finding that it is inside.
        #expect(memories.count == 3)
        #expect(memories.last?.regions == machine.regionMonitor.memory)

        var next = LocationMachine(seed: 1, at: at(200))
        _ = next.handle(.regions(RegionTable([Self.region])), at: at(200))
        _ = next.handle(.remembered(MonitoringMemory(regions: machine.regionMonitor.memory)), at: at(200))
        #expect(next.regionMonitor.inside == ["home"])
    }

    @Test("a change that cannot be made changes nothing, and can be asked about before")
    mutating func changes() throws {
        let change = RegionChange.remove(identifier: "home")
        #expect(throws: RegionChangeError.noSuchRegion("home")) { try machine.check(change) }
        feed(.regionChange(change), at: 1)
        try machine.check(.add(Self.region))
        #expect(machine.regionMonitor.isEmpty)
        feed(.regionChange(.add(Self.region)), at: 2)
        #expect(machine.regionMonitor.report(of: "home")?.origin == .added)
        feed(.regionChange(change), at: 3)
        #expect(machine.regionMonitor.isEmpty)
    }
}
