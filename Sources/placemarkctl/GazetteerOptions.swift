import ArgumentParser
import Configuration
import Gazetteer
import Glibc

/// The configuration file, and which world file.
struct GazetteerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file; its drop-ins are FILE.d/*.conf.", valueName: "file"),
        completion: .file(extensions: ["conf"]))
    var config: String?
    @Option(
        help: ArgumentHelp(
            "The world file. Default: the one that the configuration names, or else the installed one.",
            valueName: "file"), completion: .file(extensions: ["gazetteer"]))
    var gazetteer: String?

    func settings() throws(CommandFailure) -> Configuration {
        do throws(ConfigurationErrors) {
            return try Configuration.load(path: config)
        } catch {
            throw CommandFailure(error.description, exitStatus: EX_CONFIG)
        }
    }

    /// The world file that the daemon uses, unless the command line names another.
    func open() throws(CommandFailure) -> Gazetteer { try open(gazetteer == nil ? settings() : Configuration()) }

    /// - Parameter settings: what `settings()` has read.
    func open(_ settings: Configuration) throws(CommandFailure) -> Gazetteer {
        do throws(GazetteerError) {
            // One answer does not need the whole file to be read; damage may give a wrong one, and `verify` finds it.
            return try Gazetteer(
                path: gazetteer ?? settings.gazetteer.file ?? Gazetteer.defaultPath, check: .structure)
        } catch {
            throw CommandFailure("\(error)", exitStatus: EX_NOINPUT)
        }
    }
}
