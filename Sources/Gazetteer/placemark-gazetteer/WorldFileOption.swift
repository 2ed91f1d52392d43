import ArgumentParser
import Files

/// The world file that a detail pack is made with.
struct WorldFileOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The world file, which says what country a city is in. Default: the installed one.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var gazetteer: String?

    var path: String { gazetteer ?? InstalledPaths.own.world }
}
