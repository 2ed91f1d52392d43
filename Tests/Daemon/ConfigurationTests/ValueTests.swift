import LocationEngine
import PlacemarkModel
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("The values of the configuration")
struct ValueTests {
    private static func set(_ name: String, to text: String) throws -> Configuration? {
        let key = try #require(Configuration.keys.first { $0.name == name })
        var configuration = Configuration()
        return key.set(&configuration, to: text) ? configuration : nil
    }

    @Test(
        "lengths",
        arguments: [
            ("0", 0), ("1000", 1000), ("1000m", 1000), ("1.5km", 1500), ("1.5 km", 1500), ("0.25m", 0.25),
            ("1000km", 1_000_000),
        ])
    func length(text: String, meters: Double) throws {
        #expect(try Self.set("Distance", to: text)?.machine.geocoding.distanceInMeters == meters)
    }

    @Test("angles", arguments: [("5", 5.0), ("0.5", 0.5), ("12 deg", 12), ("12°", 12), ("180", 180)])
    func angle(text: String, degrees: Double) throws {
        #expect(try Self.set("HeadingFilter", to: text)?.machine.headingFilterInDegrees == degrees)
    }

    @Test("what is not an angle in range", arguments: ["-1", "181", "5m", "5 5", "NaN", "deg", "1e3"])
    func notAnAngle(text: String) throws { #expect(try Self.set("HeadingFilter", to: text) == nil) }

    @Test("shares", arguments: [("80%", 80.0), ("100%", 100), ("1%", 1)])
    func share(text: String, percent: Double) throws {
        #expect(try Self.set("Warning", to: text)?.machine.guarding.warningInPercent == percent)
    }

    @Test("what is not a share in range", arguments: ["80", "0%", "101%", "-1%", "8.5%", "%", "80 %", "80%%"])
    func notAShare(text: String) throws { #expect(try Self.set("Warning", to: text) == nil) }

    @Test(
        "identifiers of regions",
        arguments: [("home", ["home"]), ("home, work", ["home", "work"]), ("my home,x", ["my home", "x"])])
    func identifiers(text: String, names: [String]) throws {
        #expect(try Self.set("OwnerRegions", to: text)?.machine.guarding.ownerRegions == names)
    }

    @Test("what is not a list of identifiers", arguments: [",", "home,", "a,,b", "a\u{7}"])
    func noIdentifiers(text: String) throws { #expect(try Self.set("OwnerRegions", to: text) == nil) }

    @Test("yes and no", arguments: ["yes", "true", "on", "1", "Yes"])
    func yes(text: String) throws {
        #expect(try Self.set("PreciseStateFile", to: text)?.publishing.preciseStateFile == true)
    }

    @Test("what is not yes or no", arguments: ["y", "2", "yes no", "reduced"])
    func neither(text: String) throws { #expect(try Self.set("PreciseStateFile", to: text) == nil) }

    @Test("sizes", arguments: [("65536", 65_536), ("64K", 65_536), ("1.5M", 1_572_864), ("1G", 1 << 30)])
    func size(text: String, bytes: Int) throws {
        #expect(try Self.set("MaximumSize", to: text)?.track.maximumSizeInBytes == bytes)
    }

    @Test("what is not a size in range", arguments: ["63K", "2G", "-1", "1T", "1m", "M", "999999999999999G"])
    func notASize(text: String) throws { #expect(try Self.set("MaximumSize", to: text) == nil) }

    @Test(
        "what is not a length in range",
        arguments: [
            "-1", "+1", "1001km", "1mi", "1 m m", "1m 2m", "m", ".5", "5.", "1e3", "0x10", "nan", "inf", "infinity",
            "1,5km",
            "999999999999999999999999", "١", "1\u{301}",
        ])
    func noLength(text: String) throws {
        #expect(try Self.set("Distance", to: text) == nil)
    }

    @Test(
        "durations, as systemd writes them",
        arguments: [
            ("60", .seconds(60)), ("60s", .seconds(60)), ("2min", .seconds(120)), ("500ms", .milliseconds(500)),
            ("0.1", .milliseconds(100)), ("1h", .seconds(3600)), ("1min 30s", .seconds(90)), ("1min30s", .seconds(90)),
            ("1.5 h", .seconds(5400)), ("1d", .seconds(86_400)), ("100000us", .milliseconds(100)),
        ] as [(String, Duration)])
    func duration(text: String, duration: Duration) throws {
        #expect(try Self.set("Interval", to: text)?.machine.geocoding.interval == duration)
    }

    @Test(
        "what is not a duration in range",
        arguments: [
            "0", "99ms", "1d 1us", "2d", "-1s", "1 2", "1min 30", "s", "1 fortnight", "nan", "infinity", "1e3",
            "999999999999999d", "9999999999999999s 9999999999999999s",
        ])
    func noDuration(text: String) throws {
        #expect(try Self.set("Interval", to: text) == nil)
    }

    @Test(
        "hosts",
        arguments: [
            "localhost", "gps.example.org", "192.0.2.1", "::1", "fe80::1%eth0", "2001:db8::1", "my_box", "a-b",
        ])
    func host(text: String) throws {
        #expect(try Self.set("Host", to: text)?.gpsd.host == text)
    }

    @Test(
        "what is not a host",
        arguments: [
            "localhost:2947", "[::1]", "a b", "-a", "gpsd://host", "\"localhost\"", "a/b", "fe80::1%", ":::", "bücher",
            String(repeating: "a", count: 254),
        ])
    func noHost(text: String) throws {
        #expect(try Self.set("Host", to: text) == nil)
    }

    @Test("ports", arguments: [("1", 1), ("2947", 2947), ("65535", 65535)] as [(String, UInt16)])
    func port(text: String, port: UInt16) throws {
        #expect(try Self.set("Port", to: text)?.gpsd.port == port)
    }

    @Test("what is not a port", arguments: ["0", "65536", "-1", "+1", "gpsd", "1.0", " 1"])
    func noPort(text: String) throws {
        #expect(try Self.set("Port", to: text) == nil)
    }

    private static let longestDevice = "/" + String(repeating: "x", count: 126)

    @Test("devices", arguments: ["/dev/ttyACM0", "udp://192.0.2.1:5000", "gpsd://192.0.2.1", longestDevice])
    func device(text: String) throws {
        #expect(try Self.set("Device", to: text)?.gpsd.device == text)
    }

    @Test(
        "what is not a device",
        arguments: ["ttyACM0", "/dev/a b", "/dev/\u{7}", longestDevice + "x"])
    func noDevice(text: String) throws {
        #expect(try Self.set("Device", to: text) == nil)
    }

    @Test("a relative path, one with a control character, and a socket that is too long are refused")
    func noPath() throws {
        #expect(try Self.set("StateDirectory", to: "run/placemarkd") == nil)
        #expect(try Self.set("File", to: "/a\u{1}") == nil)
        #expect(try Self.set("Socket", to: "/" + String(repeating: "x", count: 99)) != nil)
        #expect(try Self.set("Socket", to: "/" + String(repeating: "x", count: 100)) == nil)
    }

    @Test("the words of a choice are taken literally", arguments: ["Debug", "warn", "debug info"])
    func noChoice(text: String) throws {
        #expect(try Self.set("Level", to: text) == nil)
    }
}
