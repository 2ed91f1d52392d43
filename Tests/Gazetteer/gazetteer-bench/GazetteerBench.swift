import ArgumentParser

/// How the figures of the documents on the gazetteer are measured. `Benchmarks` has the scripts that feed it.
@main
struct GazetteerBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gazetteer-bench",
        abstract: "Measure what a world file and detail packs cost, and how often they are right.",
        subcommands: [
            MeasureLookups.self, MeasureSearch.self, MeasureStreets.self, MeasureMadeUpStreets.self,
            MeasurePostalCodes.self, MeasureSubdivisions.self,
        ])
}
