import ArgumentParser
import GazetteerBuilding

/// What of an extract a pack takes: of the commands that make one.
struct ContentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take nothing else: \(DetailContent.allCases.map(\.rawValue).joined(separator: " or ")).",
            valueName: "what"))
    var only: DetailContent?

    @Flag(help: "Leave out what only maps draw: buildings, woods, railways and the like.")
    var noMap = false

    @Option(
        help: ArgumentHelp(
            "Include the names in these languages, too, such as de,fr,zh-Hant; local is what people there write.",
            valueName: "list"),
        transform: { try PackLanguages($0) })
    var languages: PackLanguages = .none

    /// What `--only` and `--no-map` leave.
    var chosen: Set<DetailContent> { DetailContent.chosen(only: only, noMap: noMap) }
}

/// As `--only` takes it, by name.
extension DetailContent: ArgumentParser.ExpressibleByArgument {}
