import ArgumentParser
import Gazetteer

struct AttributionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attribution", abstract: "Show whose data this is, and what the licences ask for.",
        discussion: """
            If you pass the world file or a detail pack on, or show their names, pass these lines on too.

            EXAMPLE
              placemarkctl attribution
            """)

    @OptionGroup var world: GazetteerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let gazetteer = try world.open()
        let attribution = Attribution(gazetteer)
        print(output.isForPeople ? attribution.text : JSON.line(attribution))
    }
}

extension Attribution {
    /// For a terminal of 80 columns.
    var text: String {
        var lines = [program]
        for notice in notices {
            lines += [""] + Words.wrapped(notice.attribution, after: "")
            for (name, values) in [
                ("Licence", [notice.licence]), ("Layers", [notice.layers.joined(separator: ", ")]),
                ("Source", notice.sources), ("Version", [notice.versions.joined(separator: ", ")]),
            ] {
                for (index, value) in values.enumerated() {
                    lines += Words.wrapped(value, after: "  " + Words.leftAligned(index == 0 ? name : "", width: 9))
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}
