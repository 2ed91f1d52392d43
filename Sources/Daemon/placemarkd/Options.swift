import ArgumentParser
import DaemonSettings
import Files
import Gazetteer
import PlacemarkModel
import Settings

/// The options that win over the configuration file.
struct Options: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file; its drop-ins are FILE.d/*.conf.", valueName: "file"),
        completion: .file(extensions: ["conf"]))
    var config: String?
    @Option(help: ArgumentHelp("Where gpsd listens.", valueName: "host:port"), transform: endpoint)
    var gpsd: GPSDEndpoint?
    @Option(help: ArgumentHelp("The world file.", valueName: "file"), completion: .file(extensions: ["gazetteer"]))
    var gazetteer: String?
    @Option(help: ArgumentHelp("The socket to serve.", valueName: "path"), completion: .file())
    var socket: String?
    @Option(
        help: ArgumentHelp(
            """
            The directory for all state files; made if it does not exist. Detail packs are still found where the \
            configuration has them.
            """, valueName: "dir"),
        completion: .directory)
    var stateDirectory: String?

    /// The settings of the file, with these options in their place.
    func settings() throws(ConfigurationErrors) -> Configuration {
        var settings = try Configuration.load(path: config)
        if let gpsd {
            settings.gpsd.host = gpsd.host
            settings.gpsd.port = gpsd.port
        }
        if let gazetteer { settings.gazetteer.file = gazetteer }
        if let socket { settings.publishing.socket = socket }
        if let stateDirectory { settings.publishing.keepAllFiles(in: stateDirectory) }
        return settings
    }

    /// The settings, and the regions that they name.
    func settingsAndRegions() throws(ConfigurationErrors) -> (Configuration, [Region]) {
        let settings = try settings()
        return (settings, try RegionFiles.load(directory: settings.regions.directory))
    }

    /// Finds out whether the service could work with these settings.
    func check() throws(ConfigurationErrors) {
        try Configuration.check(defaultWorldFile: InstalledPaths.own.world) { () throws(ConfigurationErrors) in
            try settingsAndRegions().0
        }
    }

    /// Finds out whether the daemon could work with the world file that these settings name.
    func openWorldFile() throws {
        let settings = try settings()
        do throws(GazetteerError) {
            _ = try ConfiguredGazetteer.open(settings)
        } catch {
            throw StartError.gazetteer(error)
        }
    }

    @Sendable private static func endpoint(_ text: String) throws -> GPSDEndpoint {
        do throws(GPSDEndpointError) {
            return try GPSDEndpoint(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
