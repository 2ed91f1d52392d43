import ArgumentParser
import PlacemarkModel

/// The program that builds, shows and checks gazetteers.
@main
struct PlacemarkGazetteer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemark-gazetteer",
        abstract:
            "Install, build, show and check the world file and the detail packs that placemarkd names places from.",
        discussion: """
            Exit status: 0 done, 1 the command has failed, 64 wrong usage.

            EXAMPLES
              sudo placemark-gazetteer install liechtenstein
              placemark-gazetteer info world.gazetteer
              placemark-gazetteer add world.gazetteer sites.geojson --output world.gazetteer
            """,
        version: Installation.version,
        subcommands: [
            Install.self, ListPacks.self, Update.self, Remove.self, Build.self, Import.self, Add.self, MapCommand.self,
            Info.self, Verify.self, Bench.self,
            MeasurePostalCodes.self,
            MeasureSubdivisions.self,
            MeasureSearch.self, MeasureStreets.self, BenchStreets.self,
        ])
}
