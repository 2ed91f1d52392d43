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
            Install.self, ListPacks.self, Update.self, Remove.self, Build.self, Import.self, Add.self,
            BasemapCommand.self, Info.self, Verify.self,
        ])

    static func main() {
        if let unknown = unknownCommand(in: CommandLine.arguments.dropFirst()) {
            exit(
                withError: ValidationError(
                    "there is no command '\(unknown)'; 'placemark-gazetteer --help' lists them"))
        }
        main(nil)
    }

    /// The first argument, when it is to be a command and is none: the parser would blame the options behind it.
    static func unknownCommand(in arguments: some Collection<String>) -> String? {
        guard let first = arguments.first, !first.hasPrefix("-"), first != "help" else { return nil }
        return configuration.subcommands.contains { $0._commandName == first } ? nil : first
    }
}
