public import Logging
public import PlacemarkCore

/// What the monitors of an earlier run knew, so that a restart brings no false event.
public struct SavedMonitoring: Codable, Hashable, Sendable {
    var memory: MonitoringMemory
    /// Which boot the instants in the memory belong to.
    var bootID: String

    /// The memory for a machine that runs in this boot.
    func memory(bootID: String) -> MonitoringMemory { bootID == self.bootID ? memory : memory.ofEarlierBoot }

    /// Where it is kept. Its own user alone may read it: it tells where the machine's owner is at home.
    public struct File: Sendable {
        private let file: SavedFile<SavedMonitoring>

        public init(directory: String) {
            // With the largest number of regions, and of corners, that can be added at run time, it stays below: a corner
            // takes some 40 bytes.
            file = SavedFile(directory: directory, name: "monitoring.json", version: 2, maximumBytes: 16 << 20)
        }

        func write(_ memory: MonitoringMemory) throws(AtomicFile.WriteError) {
            try file.write(SavedMonitoring(memory: memory, bootID: BootIdentity.current))
        }

        /// What is in the file; see `SavedFile.read`. Of a damaged one nothing is known, and that causes no event.
        public func read(log: Logger) -> MonitoringMemory? {
            file.read(log: log)?.memory(bootID: BootIdentity.current)
        }
    }
}
