import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct ConversationTests {
    private let gpsd: LibGPS

    init() throws { gpsd = try #require(LibGPS(GPSDEndpoint())) }

    private func conversation(device: String? = nil, compassSentences: CompassSentences? = nil) -> Conversation {
        Conversation(
            device: device, limits: SilenceLimits(), connectedAt: at(0), parser: gpsd,
            compassSentences: compassSentences)
    }

    private func hear(_ line: String, in conversation: inout Conversation, at now: BootInstant = at(1)) -> [SourceEvent]
    {
        conversation.received(Array(line.utf8)[...], at: now)
    }

    private func device(_ path: String, activated: Bool = true) -> String {
        #"{"class":"DEVICE","path":"\#(path)","activated":\#(activated ? #""2026-11-21T01:36:26Z""# : "0")}"#
    }

    private func noFix(_ device: String) -> String { #"{"class":"TPV","device":"\#(device)","mode":1}"# }

    private let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

    @Test("is connected with the banner, once")
    func banner() {
        var conversation = conversation()
        #expect(hear("garbage", in: &conversation).isEmpty)
        #expect(!conversation.isConnected)
        #expect(hear(version, in: &conversation) == [.connected])
        #expect(hear(version, in: &conversation).isEmpty)
        #expect(conversation.isConnected && !conversation.hasPositions)
    }

    @Test("each receiver is found once, and lost once")
    func devices() {
        var conversation = conversation()
        _ = hear(version, in: &conversation)
        let list =
            #"{"class":"DEVICES","devices":[{"path":"a","activated":"t"},{"path":"b","activated":"t"},{"path":"c"}]}"#
        #expect(hear(list, in: &conversation) == [.deviceFound(device: "a"), .deviceFound(device: "b")])
        #expect(hear(device("a"), in: &conversation).isEmpty)
        #expect(hear(noFix("a"), in: &conversation) == [.noFix(device: "a")])
        #expect(hear(device("a", activated: false), in: &conversation) == [.deviceLost(device: "a")])
        #expect(hear(device("a", activated: false), in: &conversation).isEmpty)
        #expect(hear(noFix("a"), in: &conversation) == [.deviceFound(device: "a"), .noFix(device: "a")])
        #expect(
            hear(#"{"class":"DEVICES","devices":[{"path":"c","activated":"t"}]}"#, in: &conversation)
                == [.deviceLost(device: "a"), .deviceLost(device: "b"), .deviceFound(device: "c")])
    }

    @Test("with a device in the endpoint, no other one is heard")
    func filter() {
        var conversation = conversation(device: "b")
        _ = hear(version, in: &conversation)
        _ = hear(device("a"), in: &conversation)
        #expect(hear(noFix("a"), in: &conversation).isEmpty)
        #expect(!conversation.hasPositions)
        #expect(hear(noFix("b"), in: &conversation) == [.deviceFound(device: "b"), .noFix(device: "b")])
        #expect(conversation.hasPositions)
    }

    @Test("the receivers that a device in the endpoint leaves out are told when they change, wherever they show")
    func leftOut() {
        var conversation = conversation(device: "b")
        _ = hear(version, in: &conversation)
        #expect(hear(noFix("c"), in: &conversation) == [.devicesLeftOut(["c"], filter: "b")])
        #expect(hear(noFix("c"), in: &conversation).isEmpty)
        #expect(hear(device("a"), in: &conversation) == [.devicesLeftOut(["a", "c"], filter: "b")])
        #expect(hear(device("a", activated: false), in: &conversation) == [.devicesLeftOut(["c"], filter: "b")])
        #expect(
            hear(#"{"class":"DEVICES","devices":[{"path":"b","activated":"t"}]}"#, in: &conversation)
                == [.devicesLeftOut([], filter: "b"), .deviceFound(device: "b")])
    }

    @Test("however many receivers a list has that are left out, that is told once, and not again by the same list")
    func leftOutAtOnce() {
        var conversation = conversation(device: "b")
        _ = hear(version, in: &conversation)
        func list(_ paths: String...) -> String {
            let devices = paths.map { #"{"path":"\#($0)","activated":"t"}"# }.joined(separator: ",")
            return #"{"class":"DEVICES","devices":[\#(devices)]}"#
        }
        #expect(
            hear(list("a", "b", "c", "d"), in: &conversation)
                == [.devicesLeftOut(["a", "c", "d"], filter: "b"), .deviceFound(device: "b")])
        #expect(hear(list("d", "c", "b", "a"), in: &conversation).isEmpty)
        #expect(hear(list("e", "f", "b"), in: &conversation) == [.devicesLeftOut(["e", "f"], filter: "b")])
    }

    @Test("a fix has the satellites of its receiver, as long as they are heard of, and until the fix is lost")
    func satellites() {
        var conversation = conversation()
        _ = hear(version, in: &conversation)
        let position = #"{"class":"TPV","device":"a","mode":3,"lat":47.1,"lon":9.5}"#
        func satellites(at now: BootInstant) -> Location.Satellites? {
            for case .fix(let location) in hear(position, in: &conversation, at: now) { return location.satellites }
            return nil
        }
        #expect(satellites(at: at(1)) == nil)
        // As gpsd 3.22 tells them, and as later ones do.
        let list = #"{"class":"SKY","device":"a","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#
        _ = hear(list, in: &conversation, at: at(2))
        #expect(satellites(at: at(2)) == .init(used: 1, seen: 2))
        _ = hear(#"{"class":"SKY","device":"a","nSat":14,"uSat":9}"#, in: &conversation, at: at(3))
        // The dilution of precision alone, what cannot be, and another receiver's change nothing.
        for report in [#""hdop":0.9"#, #""nSat":3,"uSat":9"#, #""nSat":900,"uSat":9"#] {
            _ = hear(#"{"class":"SKY","device":"a",\#(report)}"#, in: &conversation, at: at(4))
        }
        _ = hear(#"{"class":"SKY","device":"b","nSat":7,"uSat":6}"#, in: &conversation, at: at(4))
        #expect(satellites(at: at(4)) == .init(used: 9, seen: 14))
        #expect(satellites(at: at(13)) == .init(used: 9, seen: 14))
        #expect(satellites(at: at(14)) == nil)
        _ = hear(list, in: &conversation, at: at(15))
        _ = hear(noFix("a"), in: &conversation, at: at(15))
        #expect(satellites(at: at(16)) == nil)
    }

    @Test("a compass is heard, but is no receiver; with a device in the endpoint, only that one's")
    func compass() {
        func attitude(_ device: String) -> String { #"{"class":"ATT","device":"\#(device)","heading":123.4}"# }
        func heading(_ device: String) -> SourceEvent {
            .compass(CompassReading(123.4, from: .true, receivedAt: at(1), device: device))
        }
        var open = conversation()
        #expect(hear(attitude("a"), in: &open) == [.connected, heading("a")])
        #expect(!open.hasPositions)
        var filtered = conversation(device: "b")
        _ = hear(version, in: &filtered)
        #expect(hear(attitude("a"), in: &filtered).isEmpty)
        #expect(hear(attitude("b"), in: &filtered) == [heading("b")])
    }

    private let sentence = "$HCHDG,98.3,0.0,E,12.6,W*57\r"

    private func heading(inSentenceOf device: String?) -> SourceEvent {
        .compass(
            CompassReading(
                98.3, from: .magnetic, deviation: 0, declination: -12.6, receivedAt: at(1), device: device))
    }

    @Test("a compass is heard by its sentence if gpsd was asked for it and has greeted, as of the only device")
    func compassSentence() {
        var deaf = conversation()
        _ = hear(version, in: &deaf)
        #expect(hear(sentence, in: &deaf).isEmpty)
        var open = conversation(compassSentences: CompassSentences())
        #expect(hear(sentence, in: &open).isEmpty)
        #expect(!open.isConnected)
        _ = hear(version, in: &open)
        #expect(hear(sentence, in: &open) == [heading(inSentenceOf: nil)])
        _ = hear(device("a"), in: &open)
        #expect(hear(sentence, in: &open) == [heading(inSentenceOf: "a")])
        _ = hear(device("b"), in: &open)
        #expect(hear(sentence, in: &open) == [heading(inSentenceOf: nil)])
        #expect(!open.hasPositions)
        // What a compass says is no word of gpsd's own.
        _ = hear(sentence, in: &open, at: at(4))
        #expect(open.verdict(at: at(6)) == .ask)
    }

    @Test("with a device in the endpoint, no sentence is heard while it may be another one's")
    func compassSentenceOfAnother() {
        var filtered = conversation(device: "b", compassSentences: CompassSentences())
        _ = hear(version, in: &filtered)
        _ = hear(device("b"), in: &filtered)
        #expect(hear(sentence, in: &filtered) == [heading(inSentenceOf: "b")])
        _ = hear(device("a"), in: &filtered)
        #expect(hear(sentence, in: &filtered).isEmpty)
        _ = hear(device("a", activated: false), in: &filtered)
        #expect(hear(sentence, in: &filtered) == [heading(inSentenceOf: "b")])
    }

    @Test("gpsd's own report of a magnetic compass comes in place of its HDM")
    func reportInPlaceOfSentence() {
        var conversation = conversation(compassSentences: CompassSentences())
        _ = hear(version, in: &conversation)
        let line = "$HCHDM,98.3,M*1B\r"
        #expect(hear(line, in: &conversation).count == 1)
        #expect(hear(#"{"class":"ATT","device":"a","mheading":98.3}"#, in: &conversation).count == 1)
        #expect(hear(line, in: &conversation).isEmpty)
        #expect(hear(sentence, in: &conversation).count == 1)
    }

    @Test("a server that makes up receivers gets no memory for it")
    func manyDevices() {
        var conversation = conversation()
        let found = (0..<1000).flatMap { hear(device("d\($0)"), in: &conversation) }
        #expect(found.count == 65)  // .connected, and 64 receivers
    }

    @Test("a damaged line is no sign of life")
    func damagedLine() {
        var conversation = conversation()
        _ = hear(version, in: &conversation, at: at(0))
        _ = hear("garbage", in: &conversation, at: at(4))
        #expect(conversation.verdict(at: at(5)) == .ask)
    }

    private func fix(_ second: Int, received: Double, device: String = "a") throws -> SourceEvent {
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 1))
        return .fix(
            Location(
                coordinate: coordinate, timestamp: Timestamp(secondsSinceEpoch: Int64(1_800_000_000 + second)),
                receivedAt: at(received), device: device))
    }

    @Test("fault 23: after 75 s of standstill, only the newest fix of each receiver is new")
    func backlog() throws {
        var conversation = conversation()
        var before: [SourceEvent] = []
        conversation.dateBack(&before, isEmpty: true, at: at(100))
        var batch = try (1...75).map { try fix($0, received: 175) } + [fix(75, received: 175, device: "b")]
        conversation.dateBack(&batch, isEmpty: true, at: at(175))
        #expect(
            batch
                == (try (1...75).map { try fix($0, received: Double(100 + $0)) } + [fix(75, received: 175, device: "b")])
        )
    }

    @Test("epochs that come faster than their time are not older than the moment before them")
    func accelerated() throws {
        var conversation = conversation()
        var batch: [SourceEvent] = []
        conversation.dateBack(&batch, isEmpty: true, at: at(100))
        batch = try [fix(1, received: 100.1), fix(1001, received: 100.1)]
        conversation.dateBack(&batch, isEmpty: false, at: at(100.1))
        #expect(batch == (try [fix(1, received: 100), fix(1001, received: 100.1)]))
        // The round before did not empty the socket, so its end is no limit.
        batch = try [fix(1001, received: 100.2), fix(2001, received: 100.2), fix(2, received: 100.2)]
        conversation.dateBack(&batch, isEmpty: true, at: at(100.2))
        #expect(batch == (try [fix(1001, received: 100.2), fix(2001, received: 100.2), fix(2, received: 100.2)]))
    }
}
