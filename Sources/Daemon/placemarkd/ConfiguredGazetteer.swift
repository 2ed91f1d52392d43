import DaemonSettings
import Files
import Gazetteer
import Geocoding
import NetworkGeocoding
import NIOPosix
import PlacemarkModel
import Settings

/// The gazetteer that a configuration asks for.
enum ConfiguredGazetteer {
    /// Opens the world file, with the detail packs beside it; says why of those that cannot be used.
    static func open(_ settings: Configuration) throws(GazetteerError) -> (Gazetteer, faults: [GazetteerError]) {
        let worldFile = settings.gazetteer.file ?? InstalledPaths.own.world
        let details = DetailPackFiles(
            in: DetailPackFiles.directories(
                worldFile: worldFile, stateDirectories: settings.publishing.packDirectories))
        return (try Gazetteer(path: worldFile, details: details.packs), details.faults)
    }
}

extension GeocoderAddress {
    /// The geocoder at this address, with the gazetteer beside it, and names in these languages.
    func geocoder(
        beside gazetteer: Gazetteer, languages: PreferredLanguages, on eventLoops: MultiThreadedEventLoopGroup
    ) -> any Geocoder {
        let embedded = GazetteerGeocoder(gazetteer, languages: languages)
        switch self {
        case .gazetteer: return embedded
        case .socket(let path): return NetworkGeocoder(GeocoderSocket(path: path, on: eventLoops), beside: embedded)
        }
    }
}
