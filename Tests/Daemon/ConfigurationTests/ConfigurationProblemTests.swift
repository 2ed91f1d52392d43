import LocationEngine
import PlacemarkModel
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("What is wrong with a configuration")
struct ConfigurationProblemTests {
    @Test("all problems of all files are reported at once, each with its line")
    func all() throws {
        let file = try TemporaryConfiguration(
            """
            [Geocoding]
            # a comment
            Interval=fast

            Distnce=1km
            [GPSD]
            Port=0
            """)
        try file.addDropIn("a.conf", "[Log]\nLevel=loud")
        #expect(
            try file.problems() == [
                "placemarkd.conf:3: [Geocoding] Interval=fast: "
                    + "expected a duration such as 60s or 2min, between 0.1s and 1d",
                "placemarkd.conf:5: [Geocoding] Distnce=: no such key, did you mean Distance=?; "
                    + "expected one of Geocoder=, Policy=, Distance=, Interval=, Granularity=, AtRest=, Language=",
                "placemarkd.conf:7: [GPSD] Port=0: expected a port number between 1 and 65535",
                "placemarkd.conf.d/a.conf:2: [Log] Level=loud: "
                    + "expected one of trace, debug, info, notice, warning, error, critical",
            ])
    }

    @Test("a list of languages that is none is refused with what is expected")
    func languages() throws {
        let expected = "expected languages such as de or \"fr-CH, de\", or local"
        for value in ["german language", "de,,fr", "7"] {
            let file = try TemporaryConfiguration("[Geocoding]\nLanguage=\(value)\n")
            #expect(try file.problems() == ["placemarkd.conf:2: [Geocoding] Language=\(value): \(expected)"])
        }
        let file = try TemporaryConfiguration("[Geocoding]\nLanguage=fr-CH, de;q=0.5\n")
        #expect(try file.load().gazetteer.languages == ["fr-CH", "de"])
    }

    @Test("every-fix and a geocoder behind a socket do not go together; the line is that of the later one")
    func contradiction() throws {
        let refusal =
            "[Geocoding] Policy=every-fix does not go with a Geocoder= that is a socket: expected another policy, such as"
            + " on-change, or Geocoder=gazetteer"
        let file = try TemporaryConfiguration("[Geocoding]\nGeocoder=/run/g.sock\nInterval=5s\nPolicy=every-fix\n")
        #expect(try file.problems() == ["placemarkd.conf:4: \(refusal)"])
        try file.addDropIn("a.conf", "[Geocoding]\nGeocoder=/run/h.sock\n")
        #expect(try file.problems() == ["placemarkd.conf.d/a.conf:2: \(refusal)"])
        try file.addDropIn("b.conf", "[Geocoding]\nGeocoder=\n")
        #expect(try file.load().machine.geocoding.mode == .everyFix)
        for value in ["network", "geocoder.sock", "/" + String(repeating: "g", count: 100)] {
            let problems = try TemporaryConfiguration("[Geocoding]\nGeocoder=\(value)\n").problems()
            #expect(
                problems.first?.hasSuffix(
                    "expected gazetteer, or the socket of a geocoder: an absolute path of at most 100 bytes") == true)
        }
    }

    @Test(
        "a line that says nothing understandable is reported", arguments: ["Port", "=2", "Port:2", "]", "Port 2 ; x"])
    func malformedLine(line: String) throws {
        #expect(
            try TemporaryConfiguration("[GPSD]\n\(line)").problems() == [
                "placemarkd.conf:2: a line without a key: expected Key=value, [Section], or a comment after # or ;"
            ])
    }

    @Test("a bad section header is reported once, and what follows does not go to the section before")
    func malformedSection() throws {
        let sections =
            "[GPSD], [Location], [Regions], [Beacons], [Guard], [Track], [Trips], [Geocoding], [Gazetteer],"
            + " [Publishing], [Log]"
        #expect(
            try TemporaryConfiguration("[GPSD]\n[Location\nPort=1\nnonsense\n[]\nPort=x\n[Geocodng]\nPort=x\n[log]")
                .problems()
                == [
                    "placemarkd.conf:2: a section without its end: expected a name in brackets, such as [GPSD]",
                    "placemarkd.conf:5: []: no such section; expected one of \(sections)",
                    "placemarkd.conf:7: [Geocodng]: no such section, did you mean [Geocoding]?; expected one of \(sections)",
                    "placemarkd.conf:9: [log]: no such section, did you mean [Log]?; expected one of \(sections)",
                ])
    }

    @Test("a key in the wrong place is told where it belongs")
    func wrongPlace() throws {
        #expect(
            try TemporaryConfiguration("Port=1\nFoo=1\n[Log]\nInterval=1\nLevle=info").problems() == [
                "placemarkd.conf:1: Port=: comes before the first section, did you mean [GPSD] Port=?",
                "placemarkd.conf:2: Foo=: comes before the first section",
                "placemarkd.conf:4: [Log] Interval=: no such key, did you mean [Geocoding] Interval=?; expected one of Level=",
                "placemarkd.conf:5: [Log] Levle=: no such key, did you mean Level=?; expected one of Level=",
            ])
    }

    @Test(
        "a comment after a value is no comment, and is refused",
        arguments: ["60s # often", "60s ; often", " ;60s", "60s\t#"])
    func inlineComment(value: String) throws {
        let problems = try TemporaryConfiguration("[Geocoding]\nInterval=\(value)").problems()
        #expect(problems.count == 1)
        #expect(
            problems.first
                == "placemarkd.conf:2: Interval=: a # or ; after a blank: expected a comment to have a line of its own"
        )
    }

    @Test("a # or ; inside a word belongs to the value")
    func noComment() throws {
        #expect(try TemporaryConfiguration("[Gazetteer]\nFile=/a#b;c d").load().gazetteer.file == "/a#b;c d")
    }

    @Test("indented lines, DOS line ends, a byte order mark and blanks around the = are accepted")
    func lenient() throws {
        let text = "\u{FEFF}[GPSD]\r\n  ; comment\r\n\tHost = gps  \r\n    Port\t=\t1 \r\n\r\n[Log]\r\nLevel=debug"
        let configuration = try TemporaryConfiguration(text).load()
        #expect(configuration.gpsd.host == "gps")
        #expect(configuration.gpsd.port == 1)
        #expect(configuration.log.level == .debug)
    }

    @Test("an indented line does not continue the one before")
    func noContinuation() throws {
        #expect(
            try TemporaryConfiguration("[GPSD]\nHost=a\n  b").problems() == [
                "placemarkd.conf:3: a line without a key: expected Key=value, [Section], or a comment after # or ;"
            ])
    }

    @Test("a NUL and bytes that are not UTF-8 are reported, in comments too")
    func notText() throws {
        let file = try TemporaryConfiguration()
        try file.write(Array("[GPSD]\nHost=a\0b\n#".utf8) + [0xE9, 10] + Array("Host=".utf8) + [0xFF], to: file.path)
        #expect(
            try file.problems() == [
                "placemarkd.conf:2: a NUL byte: expected text",
                "placemarkd.conf:3: not UTF-8: expected text in this encoding",
                "placemarkd.conf:4: not UTF-8: expected text in this encoding",
            ])
    }

    @Test("a line is read whole or reported, never cut; only a comment may have any length")
    func lineLength() throws {
        let path = "/" + String(repeating: "x", count: 169)
        let comment = "#" + String(repeating: "x", count: 10_000)
        let longest = try TemporaryConfiguration("\(comment)\n[Publishing]\nPersistentDirectory=\(path)\n").load()
        #expect(longest.publishing.persistentDirectory == path)

        let host = String(repeating: "x", count: 193)
        #expect(try TemporaryConfiguration("[GPSD]\nHost=\(host)").load().gpsd.host == host)
        #expect(
            try TemporaryConfiguration("[GPSD]\nHost=x\(host)\nPort=x").problems() == [
                "placemarkd.conf:2: the line is too long: expected at most 198 bytes",
                "placemarkd.conf:3: [GPSD] Port=x: expected a port number between 1 and 65535",
            ])
    }

    @Test("what was found is shown short, and cannot write to the terminal")
    func visible() throws {
        let problems = try TemporaryConfiguration("[GPSD]\nHost=\u{1B}[2J\u{202E}\(String(repeating: "x", count: 150))")
            .problems()
        #expect(
            problems == [
                "placemarkd.conf:2: [GPSD] Host=\u{FFFD}[2J\u{FFFD}\(String(repeating: "x", count: 75))…: "
                    + "expected a host name or an IP address, without a port"
            ])
    }

    @Test("of a file that is something else altogether, only the first hundred problems are listed")
    func many() throws {
        let problems = try TemporaryConfiguration(String(repeating: "x\n", count: 100_000)).problems()
        #expect(problems.count == 101)
        #expect(problems.last == "and 99900 more problems")
    }
}
