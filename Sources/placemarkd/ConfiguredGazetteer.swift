import Configuration
import Gazetteer

/// The gazetteer that a configuration asks for.
enum ConfiguredGazetteer {
    /// Opens the world file, with the detail packs beside it; says why of those that cannot be used.
    static func open(_ settings: Configuration) throws(GazetteerError) -> (Gazetteer, faults: [GazetteerError]) {
        let worldFile = settings.gazetteer.file ?? Gazetteer.defaultPath
        let details = DetailPackFiles(
            in: DetailPackFiles.directories(
                worldFile: worldFile, stateDirectory: settings.publishing.persistentDirectory))
        return (try Gazetteer(path: worldFile, details: details.packs), details.faults)
    }
}
