import Glibc
import LocationEngine
import PlacemarkModel
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("Loading the configuration")
struct LoadTests {
    @Test("every key reaches its place")
    func everyKey() throws {
        let file = try TemporaryConfiguration(
            """
            # placemarkd
            [GPSD]
            Host=gps.example.org
            Port=12947
            Device=/dev/ttyACM0
            [Location]
            DistanceFilter=25
            MaximumAccuracy=1.5km
            [Geocoding]
            Geocoder=/run/geocoder.sock
            Policy=distance-or-time
            Distance=500 m
            Interval=1min 30s
            Granularity=street
            AtRest=no
            [Gazetteer]
            File=/srv/my world/world.gazetteer
            [Publishing]
            Socket=/run/p.sock
            StateDirectory=/run/p
            PersistentDirectory=/var/lib/p
            StateFilePrecision=precise
            [Log]
            Level=debug
            """)
        var expected = Configuration()
        expected.gpsd.host = "gps.example.org"
        expected.gpsd.port = 12947
        expected.gpsd.device = "/dev/ttyACM0"
        expected.machine.distanceFilterInMeters = 25
        expected.machine.fixFilter.maximumAccuracyInMeters = 1500
        expected.machine.geocoder = .socket("/run/geocoder.sock")
        expected.machine.geocoding.mode = .distanceOrTime
        expected.machine.geocoding.distanceInMeters = 500
        expected.machine.geocoding.interval = .seconds(90)
        expected.machine.geocoding.granularity = .street
        expected.machine.geocoding.asksAtRest = false
        expected.gazetteer.file = "/srv/my world/world.gazetteer"
        expected.publishing.socket = "/run/p.sock"
        expected.publishing.stateDirectory = "/run/p"
        expected.publishing.persistentDirectory = "/var/lib/p"
        expected.publishing.stateFilePrecision = .precise
        expected.log.level = .debug
        #expect(try file.load() == expected)
    }

    @Test("a missing default file means the defaults, its drop-ins are read all the same")
    func missingDefault() throws {
        let file = try TemporaryConfiguration()
        #expect(try Configuration.load(path: file.path, isRequired: false) == Configuration())
        try file.addDropIn("a.conf", "[Log]\nLevel=debug")
        #expect(try Configuration.load(path: file.path, isRequired: false).log.level == .debug)
    }

    @Test("a drop-in whose name is not UTF-8 is told by as much of its name as can be shown")
    func foreignName() throws {
        let file = try TemporaryConfiguration("")
        try file.addDropIn("a.conf", "")
        let path = (Array("\(file.path).d/caf".utf8) + [0xE9] + Array(".conf".utf8) + [0]).map(CChar.init(bitPattern:))
        let dropIn = try #require(fopen(path, "w"))
        fclose(dropIn)
        #expect(
            try file.problems() == [
                "placemarkd.conf.d: caf\u{FFFD}.conf: expected a file name in UTF-8: rename the file"
            ])
        unlink(path)
    }

    @Test("a missing file that was named is an error")
    func missing() throws {
        let problems = try TemporaryConfiguration().problems()
        #expect(problems == ["placemarkd.conf: cannot be read: No such file or directory"])
    }

    @Test("the last assignment wins, within a file and over the drop-ins in the order of their names")
    func order() throws {
        let file = try TemporaryConfiguration("[GPSD]\nPort=1\nPort=2\nHost=a\nDevice=/dev/a\n[Log]\n[GPSD]\nHost=b")
        #expect(try file.load().gpsd.port == 2)
        try file.addDropIn("20-second.conf", "[GPSD]\nPort=20")
        try file.addDropIn("10-first.conf", "[GPSD]\nPort=10\nHost=c")
        try file.addDropIn("9-third.conf", "[GPSD]\nPort=9")
        try file.addDropIn(".hidden.conf", "nonsense")
        try file.addDropIn("90-other.conf.bak", "nonsense")
        let gpsd = try file.load().gpsd
        #expect(gpsd.port == 9)
        #expect(gpsd.host == "c")
        #expect(gpsd.device == "/dev/a")
    }

    @Test("an empty value puts the default back", arguments: Configuration.keys.map { "\($0.section)/\($0.name)" })
    func emptyValue(name: String) throws {
        let other = [
            "Host": "h", "Port": "1", "Device": "/dev/x", "CompassSentences": "yes",
            "DistanceFilter": "5m", "MaximumAccuracy": "5m",
            "Geocoder": "/g", "Policy": "every-fix", "Distance": "5m", "Interval": "5s", "Granularity": "street",
            "AtRest": "no", "Language": "de", "File": "/f",
            "Socket": "/s",
            "StateDirectory": "/d", "PersistentDirectory": "/e", "DesiredAccuracy": "100m", "ActivityType": "fitness",
            "HeadingFilter": "5", "CompassDeviation": "/dev/null", "Directory": "/r", "User": "other",
            "Location": "yes",
            "AntennaToBow": "9m",
            "AnchorRadius": "60m", "ParkedRadius": "60m", "Warning": "50%", "Grace": "5s", "Parked": "auto",
            "OwnerRegions": "home", "Reduced": "alarm", "GuardStateFile": "yes", "Keep": "disk",
            "MaximumAge": "2h", "MaximumSize": "1M", "Retention": "2d",
            "BusinessRegions": "office", "PrivateRegions": "home", "LogInterval": "1h",
            "StateFilePrecision": "precise", "PreciseStateFile": "yes", "MetricsFile": "/m",
            "MetricsFilePrecision": "precise", "ConnectionsPerUser": "5", "Level": "error",
        ]
        let key = try #require(Configuration.keys.first { "\($0.section)/\($0.name)" == name })
        let assignment = "[\(key.section)]\n\(key.name)=\(try #require(other[key.name]))\n"
        let file = try TemporaryConfiguration(assignment)
        #expect(try file.load() != Configuration())
        try file.addDropIn("a.conf", "[\(key.section)]\n\(key.name)=")
        #expect(try file.load() == Configuration())
    }

    @Test("a link to /dev/null switches a drop-in off")
    func masked() throws {
        let file = try TemporaryConfiguration("[GPSD]\nPort=1")
        try file.addDropIn("a.conf", "")
        unlink(file.path + ".d/a.conf")
        try #require(symlink("/dev/null", file.path + ".d/a.conf") == 0)
        #expect(try file.load().gpsd.port == 1)
    }

    @Test("a directory and a pipe are refused, without waiting", .timeLimit(.minutes(1)))
    func notRegular() throws {
        let file = try TemporaryConfiguration()
        let refusal = "is a directory or something else that is not a file: expected a text file"
        try #require(mkdir(file.path, 0o755) == 0)
        #expect(try file.problems() == ["placemarkd.conf: \(refusal)"])
        rmdir(file.path)
        try #require(mkfifo(file.path, 0o644) == 0)
        #expect(try file.problems() == ["placemarkd.conf: \(refusal)"])
    }

    @Test("a drop-in directory that is a file, and a link that leads nowhere, are reported")
    func badDropIns() throws {
        let file = try TemporaryConfiguration("")
        try file.write([], to: file.path + ".d")
        #expect(try file.problems() == ["placemarkd.conf.d: cannot be read: Not a directory"])
        unlink(file.path + ".d")
        try file.addDropIn("a.conf", "")
        unlink(file.path + ".d/a.conf")
        try #require(symlink("/nonexistent", file.path + ".d/a.conf") == 0)
        #expect(try file.problems() == ["placemarkd.conf.d/a.conf: cannot be read: No such file or directory"])
    }

    @Test("a file that cannot be opened is reported with the system's reason")
    func unreadable() throws {
        // No permissions would not do: root reads every file.
        let file = try TemporaryConfiguration()
        try #require(symlink(file.path, file.path) == 0)
        #expect(try file.problems() == ["placemarkd.conf: cannot be read: Too many levels of symbolic links"])
    }

    @Test("a file may have 1 MiB, and not a byte more")
    func tooLarge() throws {
        let file = try TemporaryConfiguration()
        let comments = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
        try file.write(comments, to: file.path)
        #expect(try file.load() == Configuration())
        try file.write(comments + [10], to: file.path)
        #expect(try file.problems() == ["placemarkd.conf: is too large: expected a text file of at most 1048576 bytes"])
    }

    @Test("1,000 random mutations of a file are read or refused, and a value that is read is in its range")
    func mutations() throws {
        let original = Array(Configuration.defaultFile.replacing("\n#", with: "\n").utf8)
        for seed: UInt64 in 1...1000 {
            var random = SplitMix64(state: seed)
            var bytes = original
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            var configuration = Configuration()
            let problems = configuration.apply(bytes, of: "f")
            #expect(problems.allSatisfy { !$0.description.contains("\n") }, "seed \(seed)")
            for key in Configuration.keys {
                var copy = Configuration()
                #expect(key.set(&copy, to: key.text(of: configuration)), "seed \(seed), \(key.name)")
            }
        }
    }
}

/// A seeded generator (Sebastiano Vigna's splitmix64), so that a failure can be repeated.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
