import ArgumentParser
import Gazetteer

struct AttributionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attribution", abstract: "Show whose data this is, and what the licences ask for.",
        discussion: """
            If you pass the world file or a detail pack on, or show their names, pass these lines on too. Where the
            map's page is installed, its script libraries are listed as well; their licences in full lie beside it.

            EXAMPLE
              placemarkctl attribution
            """)

    @OptionGroup var world: GazetteerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let gazetteer = try world.open()
        let data = Attribution(gazetteer)
        let libraries = try MapLibrary.listed(at: MapLibrary.listPath)
        print(
            output.isForPeople
                ? ([data.text] + MapLibrary.text(of: libraries)).joined(separator: "\n")
                : JSON.line(InstalledAttribution(data: data, libraries: libraries)))
    }
}

/// Whose data the installed files hold, and, where the map's page is installed, its script libraries: in one object.
struct InstalledAttribution: Encodable {
    let data: Attribution
    let libraries: [MapLibrary]

    private enum CodingKeys: CodingKey { case libraries }

    func encode(to encoder: any Encoder) throws {
        try data.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !libraries.isEmpty { try container.encode(libraries, forKey: .libraries) }
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
