import Testing

@testable import Systemd

@Suite("WatchdogInterval")
struct WatchdogIntervalTests {
    @Test("a sign of life is due twice in each timeout")
    func interval() throws {
        let interval = try #require(
            WatchdogInterval(environment: ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"], processIdentifier: 42))
        #expect(interval.timeout == .seconds(30))
        #expect(interval.notificationInterval == .seconds(15))
    }

    @Test("without WATCHDOG_PID the interval is meant for every process")
    func withoutProcess() {
        #expect(
            WatchdogInterval(environment: ["WATCHDOG_USEC": "1"], processIdentifier: 42)?.timeout == .microseconds(1))
    }

    @Test(
        "no watchdog, another process's, or a number that is none means no watchdog",
        arguments: [
            [:], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "43"],
            ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"],
            ["WATCHDOG_USEC": ""], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-1"], ["WATCHDOG_USEC": "+1"],
            ["WATCHDOG_USEC": "1.5"], ["WATCHDOG_USEC": "18446744073709551615"], ["WATCHDOG_USEC": "86400000001"],
        ])
    func none(environment: [String: String]) {
        #expect(WatchdogInterval(environment: environment, processIdentifier: 42) == nil)
    }
}
