import Files
import Logging
import LocationEngine
import PlacemarkModel
import SystemClocks

/// What the monitors of an earlier run knew, so that a restart brings no false event.
struct SavedMonitoring: Codable, Hashable, Sendable {
    var memory: MonitoringMemory
    /// Which boot the instants in the memory belong to.
    var bootID: String

    /// The memory for a machine that runs in this boot.
    func memory(bootID: String) -> MonitoringMemory { bootID == self.bootID ? memory : memory.ofEarlierBoot }

    /// The regions that somebody has added until they are removed, as GeoJSON. They are in a file of their own, because what
    /// the monitors know may be lost with any change of version, and what a person has asked for must not.
    private struct Regions: Codable, Sendable {
        var type = "FeatureCollection"
        var features: [Region]
    }

    /// What one monitor knew, with the boot that its instants belong to, in a file of its own: whatever becomes of the other
    /// files, it goes on.
    private struct OfBoot<Memory: Codable & Sendable>: Codable, Sendable {
        var memory: Memory
        var bootID: String

        init(_ memory: Memory) { (self.memory, bootID) = (memory, BootIdentity.current) }

        var isOfThisBoot: Bool { bootID == BootIdentity.current }
    }

    /// Where it is kept. Its own user alone may read it: it tells where the machine's owner is at home.
    struct Files: Sendable {
        private var monitoring: SavedFile<SavedMonitoring>
        private var regions: SavedFile<Regions>
        /// There while a guard is on.
        private var guarding: SavedFile<OfBoot<GuardMemory>>
        /// The trip that goes on, and the odometer, which nobody can make anew.
        private var trips: SavedFile<OfBoot<TripDetector.Memory>>
        /// Whether trips are kept over restarts. While they are not, their file is neither read nor written.
        var keepsTrips: Bool
        /// What the file of regions holds; nil as long as that is not known.
        private var keptRegions: [Region]?
        /// What the file of the guard holds; nil when there is no file.
        private var keptGuard: GuardMemory?
        /// What the file of the trips holds; nil as long as that is not known.
        private var keptTrips: TripDetector.Memory?
        /// What the first file holds; nil as long as that is not known.
        private var keptMonitoring: MonitoringMemory?

        init(directory: String, keepsTrips: Bool = false) {
            self.keepsTrips = keepsTrips
            // With the largest number of regions, and of corners, that can be added at run time, both stay below: a corner
            // takes some 40 bytes.
            let most = 16 << 20
            monitoring = SavedFile(directory: directory, name: "monitoring.json", version: 2, maximumBytes: most)
            regions = SavedFile(
                directory: directory, name: "regions.json", version: 1, readsAllVersions: true, maximumBytes: most)
            guarding = SavedFile(directory: directory, name: "guard.json", version: 1, maximumBytes: 1 << 16)
            // The last trips with all their places and gaps take a tenth of it.
            trips = SavedFile(directory: directory, name: "trips.json", version: 1, maximumBytes: 4 << 20)
        }

        /// Writes what has changed. While the file of the regions cannot be written, or that of the trips, they are kept in the
        /// first one.
        mutating func write(_ memory: MonitoringMemory) throws(AtomicFile.WriteError) {
            var memory = memory
            var failure: AtomicFile.WriteError?
            do throws(AtomicFile.WriteError) { try keep(memory.guarding) } catch { failure = error }
            memory.guarding = nil
            do throws(AtomicFile.WriteError) {
                try keep(memory.trips)
                memory.trips = nil
            } catch {
                failure = error
            }
            do throws(AtomicFile.WriteError) {
                try keep(memory.regions?.added ?? [])
                memory.regions?.added = []
            } catch {
                failure = error
            }
            // A guard learns all night long, a trip gets longer, and the others need not be written for that.
            if memory != keptMonitoring {
                try monitoring.write(SavedMonitoring(memory: memory, bootID: BootIdentity.current))
                keptMonitoring = memory
            }
            if let failure { throw failure }
        }

        private mutating func keep(_ memory: GuardMemory?) throws(AtomicFile.WriteError) {
            guard memory != keptGuard else { return }
            if let memory {
                try guarding.write(OfBoot(memory))
            } else {
                try guarding.remove()
            }
            keptGuard = memory
        }

        /// Trips that nobody wants any more leave their file as it is, as they do the journal.
        private mutating func keep(_ memory: TripDetector.Memory?) throws(AtomicFile.WriteError) {
            guard keepsTrips, let memory, memory != keptTrips else { return }
            try trips.write(OfBoot(memory))
            keptTrips = memory
        }

        private mutating func keep(_ added: [Region]) throws(AtomicFile.WriteError) {
            // Without regions there need not be a file.
            guard added != keptRegions ?? [] else { return }
            try regions.write(Regions(features: added))
            keptRegions = added
        }

        /// What is in the files; see `SavedFile.read`. Of a damaged one nothing is known, and that causes no event, but for
        /// that of the guard: who relies on it has to learn that nobody looks.
        mutating func read(log: Logger) -> MonitoringMemory? {
            var memory = monitoring.read(log: log)?.memory(bootID: BootIdentity.current)
            keptRegions = regions.read(log: log)?.features
            if let saved = guarding.read(log: log) {
                keptGuard = saved.memory
                memory = memory ?? MonitoringMemory()
                memory?.guarding = saved.isOfThisBoot ? saved.memory : saved.memory.ofEarlierBoot
                memory?.isGuardLost = nil
            } else if guarding.wasUnusable {
                memory = memory ?? MonitoringMemory()
                memory?.isGuardLost = true
            }
            // Earlier versions kept trips in the first file, whether they were to outlive the run or not; and see `write`.
            if !keepsTrips {
                memory?.trips = nil
            } else if let trips = readTrips(log: log) {
                memory = memory ?? MonitoringMemory()
                memory?.trips = trips
            }
            guard let keptRegions, !keptRegions.isEmpty else { return memory }
            // Up to 0.1.0 they were kept in the first file; and see `write`.
            let newer = memory?.regions?.added ?? []
            let older = keptRegions.filter { region in !newer.contains { $0.identifier == region.identifier } }
            guard memory?.regions != nil else {
                memory = memory ?? MonitoringMemory()
                memory?.regions = RegionMonitor.Memory(added: older)
                return memory
            }
            memory?.regions?.added = older + newer
            return memory
        }

        /// What is in the file of the trips, as far as it can be believed.
        mutating func readTrips(log: Logger) -> TripDetector.Memory? {
            guard let saved = trips.read(log: log) else { return nil }
            keptTrips = saved.memory
            return saved.isOfThisBoot ? saved.memory : saved.memory.ofEarlierBoot
        }
    }
}
