import Files
import Gazetteer
import PlacemarkModel

/// Which files answer: those of the command line, or else the installed ones.
struct GazetteerFiles {
    /// The world file, and detail packs beside it; empty for the installed ones.
    let named: [String]

    init(named: [String]) { self.named = named }

    /// Where the daemon keeps packs of its own, which this program may not be allowed to read.
    private static let stateDirectory = "/var/lib/placemarkd"

    /// Opens them. Packs that the command line names must be usable; of the others, those that are not are left out.
    func open() throws(GazetteerError) -> (gazetteer: Gazetteer, faults: [GazetteerError]) {
        let world = named.first ?? InstalledPaths.own.world
        guard named.isEmpty else {
            var packs: [DetailPack] = []
            for path in named.dropFirst() { packs.append(try DetailPack(path: path)) }
            return (try Gazetteer(path: world, details: packs), [])
        }
        let found = DetailPackFiles(
            in: DetailPackFiles.directories(worldFile: world, stateDirectories: [Self.stateDirectory]))
        return (try Gazetteer(path: world, details: found.packs), found.faults)
    }
}
