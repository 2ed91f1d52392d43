@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("LocationMachine and reduced positions")
struct LocationMachineReducedTests {
    @Test("a reduced position is an event when it is a new one, not each time that it is taken")
    func newPositionsOnly() {
        var machine = LocationMachine(seed: 1, offset: SecretOffset(key: (5, 6)), at: at(0))
        var reported: [ReducedPosition] = []
        var taken: Set<BootInstant> = []
        func report(_ place: Coordinate, seconds: StrideTo<Double>) {
            for second in seconds {
                for case .publish(let publication) in machine.handle(
                    .source(.fix(fix(place, at: second))), at: at(second))
                {
                    if let position = publication.snapshot.reducedPosition { taken.insert(position.takenAt) }
                    for case .reducedPosition(let position) in publication.events.map(\.kind) {
                        reported.append(position)
                    }
                }
            }
        }
        report(cupertino, seconds: stride(from: 0, to: 7200, by: 60))
        #expect(reported.count == 1)
        #expect(taken.count > 5)
        report(north(10_000, of: cupertino), seconds: stride(from: 7200, to: 9000, by: 60))
        #expect(reported.count == 2)
        #expect(reported.first?.coordinate != reported.last?.coordinate)
    }
}
