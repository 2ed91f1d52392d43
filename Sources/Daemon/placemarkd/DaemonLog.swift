import DaemonSettings
import Logging
import LocationEngine
import Settings
import Systemd

extension Logger {
    /// The daemon's own.
    static func daemon(_ level: LogLevel, environment: [String: String]) -> Logger {
        Logger(service: "placemarkd", level: Logger.Level(level), environment: environment)
    }

    /// Says why the daemon does not start, before there is a log.
    static func writeFailure(_ text: String, environment: [String: String]) {
        writeFailure(text, service: "placemarkd", environment: environment)
    }

    /// Logs an entry of the location manager at its level.
    func log(_ entry: LogEntry) {
        let level: Logger.Level =
            switch entry.level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            }
        log(level: level, "\(entry.message)")
        if let detail = entry.debugDetail { debug("\(detail)") }
    }
}

extension Logger.Level {
    /// The level of a configuration: both lists are swift-log's.
    init(_ level: LogLevel) { self = Logger.Level(rawValue: level.rawValue) ?? .info }
}
