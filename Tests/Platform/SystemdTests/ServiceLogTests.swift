import Logging
import Testing

@testable import Systemd

@Suite("The log of a service")
struct ServiceLogTests {
    @Test("each level has its priority of syslog(3)")
    func priorities() {
        let priorities = Logger.Level.allCases.map(\.priority)
        // LOG_DEBUG twice, LOG_INFO, LOG_NOTICE, LOG_WARNING, LOG_ERR, LOG_CRIT.
        #expect(priorities == [7, 7, 6, 5, 4, 3, 2])
    }

    @Test("all copies have one level")
    func level() {
        let log = Logger(service: "test", level: .warning, environment: [:])
        var copy = log
        copy.logLevel = .debug
        #expect(log.logLevel == .debug)
    }
}
