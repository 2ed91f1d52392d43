import PlacemarkCore
@testable import Publishing
import Testing

@Suite("What the state files shall say")
struct OfferedStateTests {
    private let memory = MonitoringMemory(regions: RegionMonitor().memory)

    private static func state() -> OfferedState {
        OfferedState(settings: .init(directory: "/run", persistentDirectory: "/var", precision: .reduced))
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
        let early = state.takeBatch()
        state.take(publication(1))
        let (first, second) = (state.takeBatch(), state.takeBatch())
        #expect(early?.settings == nil && first?.snapshot.sequence == 1 && second?.settings == nil)
    }

    @Test("of several publications the newest counts, and a memory that came with an older one")
    func newest() {
        var state = Self.state()
        state.take(publication(1, memory))
        state.take(publication(2))
        let first = state.takeBatch()
        #expect(first?.snapshot.sequence == 2 && first?.memory == memory)
        state.take(publication(3))
        let second = state.takeBatch()
        #expect(second?.snapshot.sequence == 3 && second?.memory == nil)
    }

    @Test("what could not be written comes again, unless something newer has come meanwhile")
    func putBack() throws {
        var state = Self.state()
        state.take(publication(1, memory))
        for _ in 0..<2 {
            let batch = state.takeBatch()
            #expect(batch?.snapshot.sequence == 1 && batch?.memory == memory)
            state.putBack(try #require(batch))
        }
        let old = state.takeBatch()
        state.take(publication(2, MonitoringMemory()))
        state.putBack(try #require(old))
        let newer = state.takeBatch()
        #expect(newer?.snapshot.sequence == 2 && newer?.memory == MonitoringMemory())
    }

    @Test("a reduced state is due in each minute once, a precise one with what is news", arguments: Precision.allCases)
    func due(precision: Precision) {
        var state = OfferedState(settings: .init(directory: "/run", persistentDirectory: "/var", precision: precision))
        let atRest = Publication(snapshot: Snapshots.empty, events: [], isNews: false)
        let due = stride(from: 30, to: 300, by: 5).filter { state.isDue(atRest, at: at(Double($0))) }
        #expect(due == (precision == .reduced ? [30, 60, 120, 180, 240] : []))
        let news = state.isDue(publication(2), at: at(299))
        #expect(news)
    }

    @Test("a change of what may be told is a reason to write the state that is known again")
    func configure() {
        var state = Self.state()
        state.take(publication(1))
        _ = state.takeBatch()
        state.configure(precision: .precise, hasPreciseFile: true)
        let batch = state.takeBatch()
        #expect(batch?.snapshot.sequence == 1 && batch?.settings.precision == .precise)
        #expect(batch?.settings.hasPreciseFile == true && batch?.settings.directory == "/run")
    }
}
