import ArgumentParser
import GazetteerBuilding
import PlacemarkModel

/// What the commands have in common that download packs.
struct PackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The directory of the packs.", valueName: "directory"),
        completion: .directory)
    var directory: String = PackDirectory.usual

    @Option(
        help: ArgumentHelp(
            "Where extracts lie until they are imported.",
            valueName: "directory"),
        completion: .directory)
    var cache: String = PackInstallation.usualCache

    @OptionGroup var world: WorldFileOption

    @Option(
        help: ArgumentHelp("About how much memory the positions of nodes may take.", valueName: "megabytes"))
    var memory = 1024

    @Flag(name: .shortAndLong, help: "Download over a metered link, too, and without a question.")
    var yes = false

    @Flag(help: "Take an extract that has no checksum beside it.")
    var noChecksum = false

    var installation: PackInstallation {
        PackInstallation(
            directory: PackDirectory(path: directory), cache: cache, gazetteer: world.path,
            memoryInMegabytes: memory, isAgreed: yes, isChecksumNeedless: noChecksum)
    }

    func validate() throws {
        guard memory > 0 else { throw ValidationError("--memory: expected a number of megabytes above 0") }
    }
}

extension InstallFault {
    /// Not a failure of anything: what is to come costs, and nobody has agreed. EX_TEMPFAIL of sysexits.h, so that the unit of the
    /// timer can tell it from one.
    static let statusOfMetered: Int32 = 75
}

/// Runs a command, and ends it with the exit status of its own that a metered link has.
func withMeteredStatus(_ body: () throws -> Void) throws {
    do { try body() } catch let fault as InstallFault {
        guard case .metered = fault else { throw fault }
        StandardError.write("Error: \(fault)\n")
        throw ExitCode(InstallFault.statusOfMetered)
    }
}
