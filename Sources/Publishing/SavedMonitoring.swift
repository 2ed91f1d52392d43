import FoundationEssentials
import Glibc
public import PlacemarkCore

/// What the monitors of an earlier run knew, so that a restart brings no false event.
public struct SavedMonitoring: Codable, Hashable, Sendable {
    static let currentVersion = 1

    public var version = SavedMonitoring.currentVersion
    public var memory: MonitoringMemory
    /// Which boot the instants in the memory belong to.
    var bootID: String

    init(_ memory: MonitoringMemory, bootID: String) {
        self.memory = memory
        self.bootID = bootID
    }

    /// The memory for a machine that runs in this boot.
    func memory(bootID: String) -> MonitoringMemory { bootID == self.bootID ? memory : memory.ofEarlierBoot }

    /// Where it is kept. Its own user alone may read it: it tells where the machine's owner is at home.
    public struct File: Sendable {
        /// With the largest number of regions that can be added at run time, each as long as a request may be, it stays
        /// below.
        static let maximumBytes = 16 << 20

        private let file: AtomicFile

        public init(directory: String) {
            file = AtomicFile(directory: directory, name: "monitoring.json", mode: 0o600)
        }

        func write(_ memory: MonitoringMemory) throws(AtomicFile.WriteError) {
            try file.write(JSONLine.encode(SavedMonitoring(memory, bootID: BootIdentity.current)))
        }

        /// Reads the file, and cleans up after a killed process. One that is damaged, or of another version, is set
        /// aside under the name `monitoring.json.damaged`: then nothing is known, and that causes no event.
        ///
        /// - Returns: nil when there is none.
        public func read() -> MonitoringMemory? {
            file.removeTemporary()
            guard access(file.path, F_OK) == 0 else { return nil }
            if let bytes = FileContents.read(file.path, below: Self.maximumBytes),
                let saved = try? JSONDecoder().decode(SavedMonitoring.self, from: Data(bytes)),
                saved.version == SavedMonitoring.currentVersion
            {
                return saved.memory(bootID: BootIdentity.current)
            }
            rename(file.path, file.path + ".damaged")
            return nil
        }
    }
}
