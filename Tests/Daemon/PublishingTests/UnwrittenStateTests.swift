import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

@Suite("What the state files shall say")
struct UnwrittenStateTests {
    private let memory = MonitoringMemory(regions: RegionMonitor().memory)

    private static func state() -> UnwrittenState {
        UnwrittenState(settings: .init(directory: "/run", persistentDirectory: "/var", precision: .reduced))
    }

    private func publication(_ number: UInt64, _ memory: MonitoringMemory? = nil) -> Publication {
        var snapshot = Snapshots.empty
        snapshot.sequence = number
        return Publication(snapshot: snapshot, events: [], memory: memory)
    }

    @Test("nothing is written before there is something, nor twice")
    func once() {
        var state = Self.state()
        state.configure(precision: .precise, hasPreciseFile: false)
        let early = state.takeRest()
        state.take(publication(1))
        let (first, second) = (state.takeRest(), state.takeRest())
        #expect(early?.settings == nil && first?.snapshot.sequence == 1 && second?.settings == nil)
    }

    @Test("of several publications the newest counts, and a memory that came with an older one")
    func newest() {
        var state = Self.state()
        state.take(publication(1, memory))
        state.take(publication(2))
        let first = state.takeRest()
        #expect(first?.snapshot.sequence == 2 && first?.memory == memory)
        state.take(publication(3))
        let second = state.takeRest()
        #expect(second?.snapshot.sequence == 3 && second?.memory == nil)
    }

    @Test("what could not be written comes again, unless something newer has come meanwhile")
    func putBack() throws {
        var state = Self.state()
        state.take(publication(1, memory))
        for _ in 0..<2 {
            let batch = state.takeRest()
            #expect(batch?.snapshot.sequence == 1 && batch?.memory == memory)
            state.putBack(try #require(batch))
        }
        let old = state.takeRest()
        state.take(publication(2, MonitoringMemory()))
        state.putBack(try #require(old))
        let newer = state.takeRest()
        #expect(newer?.snapshot.sequence == 2 && newer?.memory == MonitoringMemory())
    }

    @Test("what is no news waits until something is, or until the end")
    func due() {
        var state = Self.state()
        state.take(publication(1))
        let first = state.takeDue()
        state.take(Publication(snapshot: Snapshots.empty, events: [], isNews: false))
        let atRest = state.takeDue()
        state.take(publication(2))
        let second = state.takeDue()
        #expect(first?.snapshot.sequence == 1 && atRest == nil && second?.snapshot.sequence == 2)
        state.take(Publication(snapshot: Snapshots.empty, events: [], isNews: false))
        let atEnd = state.takeRest()
        #expect(atEnd != nil)
    }

    @Test("a change of what may be told is a reason to write the state that is known again")
    func configure() {
        var state = Self.state()
        state.take(publication(1))
        _ = state.takeRest()
        state.configure(precision: .precise, hasPreciseFile: true)
        let batch = state.takeRest()
        #expect(batch?.snapshot.sequence == 1 && batch?.settings.precision == .precise)
        #expect(batch?.settings.hasPreciseFile == true && batch?.settings.directory == "/run")
    }
}
