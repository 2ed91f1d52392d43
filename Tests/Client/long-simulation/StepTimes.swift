import PlacemarkModel
import SimulationSupport

/// What a report of a receiver costs: its making, with the machine, and with all that watches.
struct StepTimes: CustomStringConvertible {
    private let reports: Int
    private let world: Duration
    private let machine: Duration
    private let everything: Duration

    init(_ scenario: Scenario) {
        var reports = 0
        world = ProcessorTime.measure { for _ in World(scenario.world, seed: scenario.seed) { reports += 1 } }
        machine = ProcessorTime.measure {
            var run = SimulatedRun(scenario, watching: .nothing)
            run.finish()
        }
        everything = ProcessorTime.measure {
            var run = SimulatedRun(scenario)
            run.finish()
        }
        self.reports = reports
    }

    var description: String {
        """
        \(reports) events of the source, µs of processor time for each:
          world alone           \(microseconds(world))
          the machine           \(microseconds(machine - world))
          invariants and digest \(microseconds(everything - machine))
        """
    }

    private func microseconds(_ time: Duration) -> Double {
        let microseconds: Double = time / .microseconds(1)
        return (microseconds / Double(max(1, reports))).rounded(toDecimals: 2)
    }
}
