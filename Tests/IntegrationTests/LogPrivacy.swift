import Testing

/// What no log may hold, in any test.
enum LogPrivacy {
    /// The lines with a number of four decimals or more, as only coordinates have: a degree has 111 km, so that is 11 m.
    static func suspiciousLines(_ log: String) -> [Substring] {
        log.split(separator: "\n").filter { $0.contains(/[0-9]\.[0-9]{4}/) }
    }

    /// Those with a number that is not among what the program was given.
    static func suspiciousLines(_ errors: String, given: String) -> [Substring] {
        suspiciousLines(errors).filter { line in
            line.matches(of: /[0-9]+\.[0-9]{4,}/).contains { !given.contains($0.output) }
        }
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
    @Test("a program may repeat what it was given, and tell nothing else")
    func given() {
        let errors = "expected a latitude, not 95.12345\nnear 47.1413\n"
        #expect(LogPrivacy.suspiciousLines(errors, given: "reverse 95.12345 9.5") == ["near 47.1413"])
    }
}
