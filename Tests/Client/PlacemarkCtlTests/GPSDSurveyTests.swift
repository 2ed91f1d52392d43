import GPSD
import PlacemarkModel
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

    static func survey(_ lines: String...) throws -> GPSDSurvey { try GPSDSurvey(lines, at: #require(now)) }

    @Test("the banner tells the release and the protocol, the list the receivers")
    func greeting() throws {
        let survey = try Self.survey(Self.banner, Self.devices)
        #expect(survey.release == "3.22")
        #expect(survey.protocolVersion?.major == 3 && survey.protocolVersion?.minor == 14)
        #expect(survey.receivers.map(\.path) == ["/dev/ttyACM0"])
        #expect(survey.receivers.first?.driver == "u-blox")
        #expect(survey.receivers.first?.isActive == true && survey.receivers.first?.reports == 0)
    }

    @Test("a fix has its mode, accuracy, satellites, and by how much the system clock is ahead of the receiver's")
    func withFix() throws {
        let survey = try Self.survey(Self.banner, Self.devices, Self.fix, Self.sky)
        let receiver = try #require(survey.best(wanted: nil))
        #expect(receiver.fix?.mode == .threeDimensional && receiver.fix?.horizontalAccuracy == 17.1)
        #expect(receiver.satellites == .init(used: 2, seen: 3))
        #expect(survey.clockOffset == .milliseconds(512))
        #expect(survey.isComplete)
    }

    @Test("gpsd's own count of satellites counts, and a report of the dilution alone is none")
    func satellites() throws {
        let counted = #"{"class":"SKY","device":"/dev/ttyACM0","nSat":12,"uSat":7,"hdop":1.0}"#
        let receiver = try #require(try Self.survey(Self.fix, counted).best(wanted: nil))
        #expect(receiver.satellites == .init(used: 7, seen: 12))
        let dilution = #"{"class":"SKY","device":"/dev/ttyACM0","hdop":1.0}"#
        #expect(try Self.survey(Self.fix, dilution).best(wanted: nil)?.satellites == nil)
    }

    @Test("there is more to wait for without a fix, and without satellites until five reports have come")
    func completeness() throws {
        #expect(try !Self.survey(Self.banner).isComplete)
        #expect(try !Self.survey(Self.banner, Self.devices).isComplete)
        #expect(try !Self.survey(Self.devices, Self.noFix, Self.sky).isComplete)
        for count in 1...5 {
            let lines = [Self.devices] + Array(repeating: Self.fix, count: count)
            #expect(try GPSDSurvey(lines).isComplete == (count == 5))
        }
    }

    @Test("a receiver that gpsd has closed is not active", arguments: [#""activated":0"#, #""driver":"u-blox""#])
    func closed(property: String) throws {
        let survey = try Self.survey(Self.devices, #"{"class":"DEVICE","path":"/dev/ttyACM0",\#(property)}"#)
        #expect(survey.receivers.map(\.isActive) == [false])
    }

    @Test("of several receivers the wanted one counts, or the one with the better fix")
    func best() throws {
        let other = #"{"class":"TPV","device":"/dev/ttyUSB0","mode":2,"lat":1,"lon":2}"#
        let survey = try Self.survey(other, Self.fix)
        #expect(survey.best(wanted: nil)?.path == "/dev/ttyACM0")
        #expect(survey.best(wanted: "/dev/ttyUSB0")?.path == "/dev/ttyUSB0")
        #expect(survey.best(wanted: "/dev/ttyS0") == nil)
    }

    @Test("a receiver that has no position yet, whatever its mode, is not the better one")
    func modeWithoutPosition() throws {
        let survey = try Self.survey(
            #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":2,"lat":1,"lon":2}"#)
        #expect(survey.best(wanted: nil)?.path == "/dev/ttyACM0")
    }

    @Test("where gpsd has the error of each axis alone, the accuracy is the daemon's")
    func accuracyOfTheAxes() throws {
        let survey = try Self.survey(#"{"class":"TPV","mode":3,"lat":1,"lon":2,"epx":3,"epy":4}"#)
        #expect(survey.receivers.map(\.fix?.horizontalAccuracy) == [5])
    }

    @Test(
        "a line that the daemon drops does not count (fault 27)",
        arguments: [
            #"{"mode":3,"class":"TPV","time":"2026-11-21T21:52:52Z","lat":1,"lon":2}"#,
            #"{"class":"TPV","mode":3,"mode":3,"time":"2026-11-21T21:52:52Z","lat":1,"lon":2}"#,
            #"{"class":"TPV","mode":3,"time":"2026-11-21T21:52:52Z","lat":1,"lon":2,"x":{"lat":3}}"#,
        ])
    func droppedByTheDaemon(line: String) throws {
        let survey = try Self.survey(line)
        #expect(survey.receivers.isEmpty && survey.clockOffset == nil)
    }

    @Test(
        "what is no report of gpsd's changes nothing (faults 4, 8, 27)",
        arguments: [
            "", "SSH-2.0-OpenSSH_9.2", "{", #"{"class":7}"#, "[]", #"{"class":"TPV","mode":1e400}"#,
            #"{"class":"TPV","mode":3,"lat":91,"lon":300}"#, #"{"class":"VERSION"}"#,
            String(repeating: "[", count: 19_000),
        ])
    func garbage(line: String) throws {
        let survey = try Self.survey(line)
        #expect(survey.release == nil && survey.receivers.allSatisfy { $0.fix == nil })
    }

    @Test("a server that names ever more receivers does not fill the memory")
    func manyReceivers() throws {
        let survey = try GPSDSurvey((0..<1000).map { #"{"class":"TPV","device":"/dev/\#($0)","mode":1}"# })
        #expect(survey.receivers.count == 64)
    }
}

extension GPSDSurvey {
    /// What a gpsd has said that wrote these lines.
    init(_ lines: [String], at now: Timestamp = .wallClock) throws {
        let gpsd = try #require(LibGPS(GPSDEndpoint()))
        self.init()
        for line in lines { add(line.utf8, parsedBy: gpsd, at: now) }
    }
}
