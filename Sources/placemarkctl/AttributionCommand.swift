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
        let attribution = Attribution(layers: gazetteer.layers + gazetteer.detailPacks.flatMap(\.layers))
        print(output.isForPeople ? attribution.text : JSON.line(attribution))
    }
}

/// What the licences of a world file ask for: each notice once, with all the layers that it is about.
struct Attribution: Encodable {
    /// One sentence that has to be shown.
    struct Notice: Encodable, Equatable {
        let attribution: String
        let licence: String
        var layers: [String] = []
        var sources: [String] = []
        var versions: [String] = []
    }

    /// This project's own licence.
    let program = "placemarkd: Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0"
    private(set) var notices: [Notice] = []

    /// In the order of the layers. One without an attribution (the user's own) asks for nothing.
    init(layers: [LayerDescription]) {
        for layer in layers where !layer.attribution.isEmpty {
            let isSame = { (notice: Notice) in
                notice.attribution == layer.attribution && notice.licence == layer.licence
            }
            let index = notices.firstIndex(where: isSame) ?? notices.count
            if index == notices.count {
                notices.append(Notice(attribution: layer.attribution, licence: layer.licence))
            }
            notices[index].layers.append(layer.name)
            if !notices[index].sources.contains(layer.source) { notices[index].sources.append(layer.source) }
            if !notices[index].versions.contains(layer.version) { notices[index].versions.append(layer.version) }
        }
    }

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
