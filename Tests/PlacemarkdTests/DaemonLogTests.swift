import Logging
import PlacemarkCore
import Synchronization
import Testing

@testable import placemarkd

@Suite("The levels of the log")
struct DaemonLogTests {
    /// Keeps what is logged, with its level.
    private final class Lines: Sendable {
        let lines = Mutex<[String]>([])

        var logger: Logger {
            Logger(label: "test") { _ in Handler(lines: self) }
        }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.lines.withLock { $0.append("\(event.level): \(event.message)") } }
    }

    @Test("each level has its priority of syslog(3)")
    func priorities() {
        let priorities = Logger.Level.allCases.map(\.priority)
        // LOG_DEBUG twice, LOG_INFO, LOG_NOTICE, LOG_WARNING, LOG_ERR, LOG_CRIT.
        #expect(priorities == [7, 7, 6, 5, 4, 3, 2])
    }

    @Test("an entry of the location manager is logged at its level, and its details at debug")
    func entries() {
        let lines = Lines()
        let entries: [LogEntry] = [
            .paused, .geocodingFailed("no memory", retryIn: nil), .placemarkUnchanged, .placemarkChanged(city: "Vaduz"),
        ]
        for entry in entries { lines.logger.log(entry) }
        #expect(
            lines.lines.withLock { $0 } == [
                "info: come to rest", "warning: geocoding failed: no memory", "debug: placemark confirmed",
                "info: placemark changed", "debug: the city is Vaduz",
            ])
    }
}
