import ArgumentParser

/// The program that builds, shows and checks gazetteers.
@main
struct PlacemarkGazetteer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemark-gazetteer",
        abstract: "Build, show and check the world file that placemarkd names places from.",
        subcommands: [
            Build.self, Add.self, Info.self, Verify.self, Bench.self, MeasurePostalCodes.self, MeasureSubdivisions.self,
            MeasureSearch.self,
        ])
}
