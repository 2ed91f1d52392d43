import PlacemarkCore
import Testing

@testable import placemarkctl

@Suite("What gpsd says, as the doctor understands it")
struct GPSDHearingTests {
    /// As gpsd 3.22 writes them.
    static let banner = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    static let devices =
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","activated":"2026-11-21T21:52:50.968Z"}]}"#
    static let fix =
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-21T21:52:52.488Z","lat":47.141,"lon":9.521,"eph":17.1}"#
    static let noFix = #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"#
    static let sky =
        #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.9,"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":true},{"PRN":3,"used":false}]}"#

    private static let now = Timestamp(year: 2026, month: 11, day: 21, hour: 21, minute: 52, second: 53)

    static func hearing(_ lines: String...) throws -> GPSDHearing {
        var hearing = GPSDHearing()
        for line in lines { hearing.heard(line.utf8, at: try #require(now)) }
        return hearing
    }

    @Test("the banner tells the release and the protocol, the list the receivers")
    func greeting() throws {
        let hearing = try Self.hearing(Self.banner, Self.devices)
        #expect(hearing.release == "3.22")
        #expect(hearing.protocolVersion?.major == 3 && hearing.protocolVersion?.minor == 14)
        #expect(hearing.receivers.map(\.path) == ["/dev/ttyACM0"])
        #expect(hearing.receivers.first?.driver == "u-blox")
        #expect(hearing.receivers.first?.isActive == true && hearing.receivers.first?.reports == 0)
    }

    @Test("a fix has its mode, accuracy, satellites, and what the system clock is before the receiver's")
    func withFix() throws {
        let hearing = try Self.hearing(Self.banner, Self.devices, Self.fix, Self.sky)
        let receiver = try #require(hearing.best(wanted: nil))
        #expect(receiver.hasFix && receiver.mode == 3 && receiver.horizontalAccuracyInMeters == 17.1)
        #expect(receiver.satellitesSeen == 3 && receiver.satellitesUsed == 2)
        #expect(hearing.clockOffset == .milliseconds(512))
        #expect(hearing.isComplete)
    }

    @Test("gpsd's own count of satellites counts, and a report of the dilution alone is none")
    func satellites() throws {
        let counted = #"{"class":"SKY","device":"/dev/ttyACM0","nSat":12,"uSat":7,"hdop":1.0}"#
        let receiver = try #require(try Self.hearing(Self.fix, counted).best(wanted: nil))
        #expect(receiver.satellitesSeen == 12 && receiver.satellitesUsed == 7)
        let dilution = #"{"class":"SKY","device":"/dev/ttyACM0","hdop":1.0}"#
        #expect(try Self.hearing(Self.fix, dilution).best(wanted: nil)?.satellitesSeen == nil)
    }

    @Test("there is more to wait for without a fix, and without satellites until five reports have come")
    func completeness() throws {
        #expect(try !Self.hearing(Self.banner).isComplete)
        #expect(try !Self.hearing(Self.banner, Self.devices).isComplete)
        #expect(try !Self.hearing(Self.devices, Self.noFix, Self.sky).isComplete)
        var hearing = try Self.hearing(Self.devices)
        for count in 1...5 {
            hearing.heard(Self.fix.utf8, at: try #require(Self.now))
            #expect(hearing.isComplete == (count == 5))
        }
    }

    @Test("a receiver that gpsd has closed is not active", arguments: [#""activated":0"#, #""driver":"u-blox""#])
    func closed(property: String) throws {
        let hearing = try Self.hearing(Self.devices, #"{"class":"DEVICE","path":"/dev/ttyACM0",\#(property)}"#)
        #expect(hearing.receivers.map(\.isActive) == [false])
    }

    @Test("of several receivers the wanted one counts, or the one with the better fix")
    func best() throws {
        let other = #"{"class":"TPV","device":"/dev/ttyUSB0","mode":2,"lat":1,"lon":2}"#
        let hearing = try Self.hearing(other, Self.fix)
        #expect(hearing.best(wanted: nil)?.path == "/dev/ttyACM0")
        #expect(hearing.best(wanted: "/dev/ttyUSB0")?.path == "/dev/ttyUSB0")
        #expect(hearing.best(wanted: "/dev/ttyS0") == nil)
    }

    @Test(
        "what is no report of gpsd's changes nothing (faults 4, 8, 27)",
        arguments: [
            "", "SSH-2.0-OpenSSH_9.2", "{", #"{"class":7}"#, "[]", #"{"class":"TPV","mode":1e400}"#,
            #"{"class":"TPV","mode":3,"lat":91,"lon":300}"#, #"{"class":"VERSION"}"#,
            String(repeating: "[", count: 19_000),
        ])
    func garbage(line: String) throws {
        let hearing = try Self.hearing(line)
        #expect(hearing.release == nil && hearing.receivers.allSatisfy { !$0.hasFix })
    }

    @Test("a server that names ever more receivers does not fill the memory")
    func manyReceivers() throws {
        var hearing = GPSDHearing()
        for number in 0..<1000 {
            hearing.heard(#"{"class":"TPV","device":"/dev/\#(number)","mode":1}"#.utf8, at: try #require(Self.now))
        }
        #expect(hearing.receivers.count == 64)
    }
}
