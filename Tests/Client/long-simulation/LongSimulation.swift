import ArgumentParser
import Gazetteer
import PlacemarkModel
import SimulationSupport
import TestSupport

/// Sends a location machine through a year of a simulated world, and watches that it never does what it must not.
@main
struct LongSimulation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "long-simulation",
        abstract: "Simulate a year at 1 Hz, and check every step.",
        discussion: "The same seed gives the same run, byte for byte. Exit status 1: something was violated.")

    @Option(help: "Of all random numbers.")
    var seed: UInt64 = 1

    @Option(help: "How long the simulated time is.")
    var days = 365.0

    @Flag(help: "Run what the tests run for this seed instead: minutes to hours.")
    var short = false

    @Option(help: "Run what the tests run for the seeds from 1 to this one.")
    var seeds: UInt64?

    @Flag(help: "Let a box stand still for a day under all kinds of jitter instead.")
    var stationary = false

    @Flag(
        help:
            "Count what a fleet asks of a geocoding server instead, and write the table of docs/explain/performance-policies.md."
    )
    var fleet = false

    @Flag(help: "Count the trips of boxes of a fleet instead, with all that befalls receivers and power.")
    var trips = false

    @Flag(help: "Measure the time of a step: of the world alone, with the machine, and with everything.")
    var measure = false

    func validate() throws {
        guard (0.001...100_000).contains(days) else { throw ValidationError("expected 0.001 to 100000 days") }
        guard seeds != 0 else { throw ValidationError("expected at least one seed") }
    }

    func run() async throws {
        if let seeds { return try await runMany(1...seeds) }
        if stationary { return try await standStill() }
        if fleet { return try await countFleet() }
        if trips { return try await countTrips() }
        try runOne()
    }

    private func runMany(_ seeds: ClosedRange<UInt64>) async throws {
        let runs = await ManyRuns(seeds: seeds)
        // A tenth of the runs must have seen each fault, or they prove nothing.
        let problems = runs.failures + runs.gaps(atLeast: Int(seeds.upperBound / 10))
        print(problems.isEmpty ? "\(seeds.count) seeds, nothing violated" : problems.joined(separator: "\n"))
        print("\(runs.tally.accepted) fixes accepted, \(runs.tally.rejected.values.reduce(0, +)) rejected")
        guard problems.isEmpty else { throw ExitCode(1) }
    }

    private func standStill() async throws {
        let days = await withTaskGroup(of: (Int, StationaryDay).self) { group in
            for (index, jitter) in StationaryDay.Jitter.all.enumerated() {
                group.addTask { (index, StationaryDay(jitter)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        for day in days {
            print(day.failures.isEmpty ? "ok: \(day.jitter)" : "violated: \(day.jitter): \(day.failures)")
        }
        guard days.allSatisfy(\.failures.isEmpty) else { throw ExitCode(1) }
    }

    private func countFleet() async throws {
        let gazetteer = try Gazetteer(path: Checkout.world, check: .structure)
        let days = Int(days.rounded(.up))
        let years = await withTaskGroup(of: (Int, FleetYear).self) { group in
            let policies = GeocodingMode.allCases.flatMap { mode in
                // The other two do not know what a stop is.
                mode.asksAtRest ? [(mode, true), (mode, false)] : [(mode, true)]
            }
            let boxes = FleetBox.Kind.allCases.flatMap { kind in policies.map { (kind, $0.0, $0.1) } }
            for (index, (kind, mode, asksAtRest)) in boxes.enumerated() {
                group.addTask {
                    let year = FleetYear(kind, mode, asksAtRest: asksAtRest, days: days, seed: seed) {
                        gazetteer.nameHint(at: $0)
                    }
                    return (index, year)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        for year in years { print(year.line) }
        for year in years where !year.keepsBudget { print("violated: more than a request a second: \(year.line)") }
        guard years.allSatisfy(\.keepsBudget) else { throw ExitCode(1) }
    }

    private func countTrips() async throws {
        let (days, seed) = (Int(days.rounded(.up)), seed)
        let runs = await withTaskGroup(of: (Int, FleetTrips).self) { group in
            let boxes = FleetBox.Kind.allCases.flatMap { kind in FleetTrips.Power.allCases.map { (kind, $0) } }
            for (index, (kind, power)) in boxes.enumerated() {
                group.addTask { (index, FleetTrips(kind, power, days: days, seed: seed)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        for run in runs { print(run.line) }
        for run in runs where !run.failures.isEmpty {
            print("violated: \(run.kind.rawValue), \(run.power.rawValue): \(run.failures.joined(separator: "; "))")
        }
        guard runs.allSatisfy(\.failures.isEmpty) else { throw ExitCode(1) }
    }

    private func runOne() throws {
        let scenario: Scenario =
            short ? .short(seed: seed) : .long(seed: seed, duration: .seconds((days * 86_400).rounded()))
        print("seed \(seed), \(Words.days(scenario.world.duration))")
        if measure { return print(StepTimes(scenario)) }
        let bar = RunProgress()
        var run = SimulatedRun(scenario)
        var memory = MemoryWatch()
        while run.invariants.violations.count == 0, run.advance(moments: 20_000) {
            bar.show(run.progress)
            memory.look(at: run.progress)
        }
        bar.finish()
        print(FinalTable(run, memory: memory).text)
        let violations = run.invariants.violations
        for violation in violations.first.prefix(20) { print("violated: \(violation)") }
        if let growth = memory.excessiveGrowthInMegabytes { print("violated: the memory has grown by \(growth) MB") }
        if violations.count > 0 || memory.excessiveGrowthInMegabytes != nil { throw ExitCode(1) }
    }
}
