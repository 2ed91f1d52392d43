import ArgumentParser
import Gazetteer
import Glibc

/// Which world file.
struct GazetteerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The world file; by default the one that was installed.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var gazetteer: String?

    /// - Parameter configured: the file that a configuration names.
    func open(configured: String? = nil) throws(CommandFailure) -> Gazetteer {
        do throws(GazetteerError) {
            // One answer does not need the whole file to be read; damage may give a wrong one, and `verify` finds it.
            return try Gazetteer(path: gazetteer ?? configured ?? Gazetteer.defaultPath, check: .structure)
        } catch {
            throw CommandFailure("\(error)", exitStatus: EX_NOINPUT)
        }
    }
}
