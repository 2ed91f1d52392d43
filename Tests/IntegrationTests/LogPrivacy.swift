import Foundation
import TestSupport
import Testing

/// What no daemon's log may hold, in any test.
enum LogPrivacy {
    /// The lines with a number of four decimals or more, as only coordinates have: a degree has 111 km, so that is 11 m.
    static func suspiciousLines(_ log: String) -> [Substring] {
        log.split(separator: "\n").filter { $0.contains(/[0-9]\.[0-9]{4}/) }
    }

    /// Ends a daemon, and looks through all that it has written.
    static func check(_ process: ChildProcess) {
        process.terminate(SIGKILL)
        let lines = suspiciousLines(process.completeStandardOutput + process.completeStandardError)
        if !lines.isEmpty { Issue.record("a log holds what looks like a coordinate: \(lines.prefix(5))") }
    }
}

@Suite("The log's guard")
struct LogPrivacyTests {
    @Test(
        "what looks like a coordinate is found, and what is none is not",
        arguments: [
            ("placemarkd: debug: at 47.1415, 9.5215", true), ("{\"lat\":-12.3456789}", true),
            ("$GPRMC,1220.7407,N", true),
            ("geocoding deferred: due in 59.312 s", false), ("gpsd 3.22 at 127.0.0.1:29470", false),
            ("version=0.1.0", false),
        ])
    func pattern(line: String, isSuspicious: Bool) {
        #expect(LogPrivacy.suspiciousLines("started\n\(line)\nstopped").isEmpty != isSuspicious)
    }
}
