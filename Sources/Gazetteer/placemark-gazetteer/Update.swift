import ArgumentParser
import GazetteerBuilding

/// `placemark-gazetteer update`
struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Rebuild the installed detail packs whose extracts have changed.",
        discussion: """
            The checksum beside an extract shows whether the extract has changed. If it has not, nothing but the \
            checksum is downloaded. Packs that were not made by install stay as they are. \
            placemark-gazetteer-update.timer does it once a month where it is enabled.

            Exit status: 75 when the network is metered and --yes is not given.

            EXAMPLE
              sudo placemark-gazetteer update
            """)

    @Argument(help: "The packs. Default: all.")
    var packs: [String] = []

    @Option(
        help: ArgumentHelp(
            "From now on, include the names in these languages, in the form that install takes. Default: those that the"
                + " pack has.",
            valueName: "list"),
        transform: { try PackLanguages($0) })
    var languages: PackLanguages?

    @OptionGroup var options: PackOptions

    func run() throws {
        try withMeteredStatus {
            let installation = options.installation
            let directory = installation.directory
            try directory.checkReadable()
            for name in packs where directory.source(of: name) == nil {
                throw InstallFault.notInstalled(name: name, directory: directory.path)
            }
            let names = packs.isEmpty ? directory.packs.filter { $0.source != nil }.map(\.name) : packs
            var failures = 0
            for name in names {
                do { try update(name, installation) } catch let fault as InstallFault {
                    if case .metered = fault { throw fault }
                    StandardError.write("Error: \(name): \(fault)\n")
                    failures += 1
                } catch {
                    StandardError.write("Error: \(name): \(error)\n")
                    failures += 1
                }
            }
            if failures > 0 { throw ExitCode.failure }
        }
    }

    private func update(_ name: String, _ installation: PackInstallation) throws {
        guard var source = installation.directory.source(of: name) else { return }
        guard !source.holdsLogin else { throw InstallFault.login(name: name) }
        let had = source.languages
        source.languages = languages?.text ?? had
        let sum = try installation.server.checksum(of: source.address)
        if let sum, sum == source.md5, source.languages == had {
            print("\(name): nothing new")
        } else {
            print("\(name): \(try installation.install(name, from: source, known: sum))")
        }
    }
}
