import Files
import FoundationEssentials

/// Where an alarm keeps its queue, for its own user alone: events tell where the machine was.
struct AlarmFile: Sendable {
    private static let largestBytes = 16 << 20

    private let queue: AtomicFile
    private let event: AtomicFile

    init(directory: String) {
        queue = AtomicFile(directory: directory, name: "queue.json", mode: 0o600)
        event = AtomicFile(directory: directory, name: "event.json", mode: 0o600)
    }

    /// What an earlier run has kept; nil when there is nothing, or nothing that can be read.
    func read() -> AlarmQueue? {
        FileContents.read(queue.path, below: Self.largestBytes).flatMap {
            try? JSONDecoder().decode(AlarmQueue.self, from: Data($0))
        }
    }

    func write(_ content: AlarmQueue) throws(AtomicFile.WriteError) { try queue.write(Array(JSON.line(content).utf8)) }

    /// Writes the line that a command is to get, and returns the file's path.
    func write(event line: String) throws(AtomicFile.WriteError) -> String {
        try event.write(Array((line + "\n").utf8))
        return event.path
    }
}
