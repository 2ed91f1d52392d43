import Files
import FoundationEssentials
import Logging

/// Where an alarm keeps its queue, for its own user alone: events tell where the machine was.
struct AlarmFile: Sendable {
    private static let largestBytes = 16 << 20

    private let queue: AtomicFile
    private let event: AtomicFile

    init(directory: String) {
        queue = AtomicFile(directory: directory, name: "queue.json", mode: 0o600)
        event = AtomicFile(directory: directory, name: "event.json", mode: 0o600)
    }

    /// What an earlier run has kept. Of a file that is damaged nothing is known, and that is logged.
    ///
    /// Throws when it cannot be read at present: what is in it must not be replaced.
    func read(log: Logger) throws(AtomicFile.WriteError) -> AlarmQueue {
        switch try FileContents.look(at: queue.path, below: Self.largestBytes) {
        case .nothing: return AlarmQueue()
        case .bytes(let bytes):
            if let queue = try? JSONDecoder().decode(AlarmQueue.self, from: Data(bytes)) { return queue }
        case .foreign: break
        }
        log.warning("\(queue.path) is damaged, and begins anew: what waited in it is lost")
        return AlarmQueue()
    }

    func write(_ content: AlarmQueue) throws(AtomicFile.WriteError) { try queue.write(Array(JSON.line(content).utf8)) }

    /// Writes the line that a command is to get, and returns the file's path.
    func write(event line: String) throws(AtomicFile.WriteError) -> String {
        try event.write(Array((line + "\n").utf8))
        return event.path
    }
}
