import ArgumentParser
import GazetteerBuilding
import PlacemarkModel

/// `placemark-gazetteer install`
struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Download an OpenStreetMap extract, make a detail pack from it, and let placemarkd use it.",
        discussion: """
            The extract is named as its index has it (liechtenstein, europe/liechtenstein, us/california), by a code \
            (LI, US-CA), or in English. When you run the command again, an interrupted download goes on where it \
            stopped; the old pack stays until the new one is complete. Later updates take the same parts of the \
            extract as this command. docs/guide/detail-packs.md tells more.

            Exit status: 75 when the network is metered and --yes is not given.

            EXAMPLES
              sudo placemark-gazetteer install liechtenstein
              sudo placemark-gazetteer install --here
            """)

    @Argument(help: "The extract; with an address of an extract in --from, the name of the pack.")
    var extract: String?

    @Flag(help: "The smallest extract that holds the place where this machine is, as placemarkd knows it.")
    var here = false

    @Option(
        help: ArgumentHelp(
            "Another server: a directory with index-v1.json, such an index, or a single extract (.osm.pbf). Default: \(ExtractServer.geofabrik)",
            valueName: "address"))
    var from: String?

    @OptionGroup var content: ContentOptions

    @Option(help: ArgumentHelp("The socket of placemarkd, for --here.", valueName: "path"), completion: .file())
    var socket = Installation.socketPath

    @OptionGroup var options: PackOptions

    func validate() throws {
        guard (extract != nil) != here else { throw ValidationError("expected the name of an extract, or --here") }
        if let extract, from?.hasSuffix(".osm.pbf") == true, !Self.isPackName(extract) {
            throw ValidationError("\(extract): expected a name of letters, digits and hyphens for the pack")
        }
        if let mistake = from.flatMap(ExtractAddress.mistake) { throw ValidationError("--from: \(mistake)") }
    }

    func run() throws {
        try withMeteredStatus {
            let installation = options.installation
            try installation.refuseMeteredLink(isIndexNeeded: !isSingleExtract, at: from, withGeometry: here)
            let (name, source) = try chosen(installation.server)
            let summary = try installation.install(name, from: source)
            print("\(installation.directory.packPath(name)): \(summary)")
        }
    }

    private var isSingleExtract: Bool { from?.hasSuffix(".osm.pbf") == true && extract != nil }

    private func chosen(_ server: ExtractServer) throws(InstallFault) -> (name: String, source: PackDirectory.Source) {
        if let from, from.hasSuffix(".osm.pbf"), let extract {
            return (extract, source(from, at: from))
        }
        let found: ExtractIndex.Extract
        if let extract {
            found = try server.index(at: from, withGeometry: false).extract(named: extract)
        } else {
            // The position stays on this machine: the whole index comes.
            let location = try DaemonRequests.location(socketPath: socket)
            found = try server.index(at: from, withGeometry: true).extract(at: location)
        }
        guard Self.isPackName(found.packName) else {
            throw .malformedIndex(
                address: from ?? ExtractServer.geofabrik, reason: "an extract's id is not the name of a file")
        }
        return (found.packName, source(found.path, at: found.address))
    }

    /// - Parameter extract: as the index has it, or an address.
    private func source(_ extract: String, at address: String) -> PackDirectory.Source {
        PackDirectory.Source(
            extract: extract, address: address, only: content.only?.rawValue, noMap: content.noMap ? true : nil,
            languages: content.languages.text)
    }

    /// Whether it can be the name of a file: an index comes from elsewhere.
    static func isPackName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
    }
}
