import PlacemarkModel
import Simulation
import SystemClocks
import TestSupport
import TestConditions
import Testing

/// With the installed gpsd. A missing gpsd is a failure.
@Suite(.tags(.waits)) struct RealGPSDTests {
    private let box: EastboundBox

    init() throws { box = try EastboundBox() }

    @Test("each field of a fix arrives as it was fed", .timeLimit(.minutes(1)))
    func fields() async throws {
        let gpsd = try await RealGPSD()
        // Two fixes that are read at once are dated back, as far as to the greeting.
        let before = BootClock.now
        let log = gpsd.log()
        let event = try await box.feed(gpsd, until: log, "a fix", where: EastboundBox.isTimedFix).event
        guard case .fix(let location) = event else { return }
        #expect(location.coordinate.distance(to: box.coordinate) < 0.01)
        #expect(location.mode == .threeDimensional)
        #expect(abs((location.altitude ?? 0) - 72) < 0.01)
        #expect(abs((location.ellipsoidalAltitude ?? 0) - 42) < 0.01)
        #expect(abs((location.speed ?? 0) - 10) < 0.01)
        #expect(abs((location.course ?? 0) - 81) < 0.01)
        #expect(abs((location.horizontalAccuracy ?? 0) - 17.1) < 0.01)
        #expect((location.verticalAccuracy ?? 0) > 0)
        #expect(location.timestamp.map { $0 >= box.start && $0.duration(since: box.start) < .seconds(60) } == true)
        #expect(location.receivedAt >= before && location.receivedAt <= BootClock.now)
        #expect(location.device == gpsd.device)
        #expect(!location.isSimulated)
        let events = await log.events
        #expect(events.prefix(2) == [.connected, .deviceFound(device: gpsd.device)])
    }

    @Test("a fix has the satellites that gpsd tells of", .timeLimit(.minutes(1)))
    func satellites() async throws {
        let gpsd = try await RealGPSD()
        let log = gpsd.log()
        // Nine are used, as GGA and GSA say, and eleven are in view.
        let inView = (0..<3).flatMap { part in
            let satellites = (part * 4 + 1...min(part * 4 + 4, 11)).map { ",\($0 < 10 ? "0" : "")\($0),40,083,46" }
            return Array(NMEASentence("GPGSV,3,\(part + 1),11" + satellites.joined()).description.utf8)
        }
        let feeder = Task {
            // Only the pace of the receiver, not a wait for anything.
            for second in 0... {
                gpsd.feed(inView + box.epoch(second))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { feeder.cancel() }
        try await log.first("a fix with satellites") {
            if case .fix(let location) = $0 { location.satellites == .init(used: 9, seen: 11) } else { false }
        }
    }

    @Test("a receiver that loses its fix says so", .timeLimit(.minutes(1)))
    func noFix() async throws {
        let gpsd = try await RealGPSD()
        let log = gpsd.log()
        let (_, mark) = try await box.feed(gpsd, until: log, "a fix", where: EastboundBox.isTimedFix)
        try await box.feed(gpsd, fix: false, until: log, from: mark, "no fix") { [device = gpsd.device] in
            $0 == .noFix(device: device)
        }
    }

    @Test("fault 20: live again once a killed gpsd is up again", .timeLimit(.minutes(1)))
    func restarted() async throws {
        var gpsd = try await RealGPSD()
        let log = gpsd.log()
        let port = gpsd.port
        var (_, mark) = try await box.feed(gpsd, until: log, "a fix", where: EastboundBox.isTimedFix)
        for round in 1...3 {
            gpsd.kill()
            mark = try await log.first(from: mark, "the loss in round \(round)") {
                $0 == .disconnected(reason: "gpsd at 127.0.0.1:\(port) closed the connection")
            }.next
            mark = try await log.first(from: mark, "the refusal in round \(round)") {
                if case .disconnected(let reason) = $0 { reason.contains("is gpsd running?") } else { false }
            }.next
            gpsd = try await RealGPSD(port: port)
            mark = try await box.feed(
                gpsd, until: log, from: mark, "a fix in round \(round)", where: EastboundBox.isTimedFix
            ).next
        }
        // Two reasons for each outage, however often it was tried.
        let outages = await log.events.filter { if case .disconnected = $0 { true } else { false } }
        #expect(outages.count == 6)
    }

    @Test(
        "fault 21: a gpsd that hangs is noticed, and is live again when it goes on", .timeLimit(.minutes(1)))
    func suspended() async throws {
        let gpsd = try await RealGPSD()
        let log = gpsd.log()
        let (_, mark) = try await box.feed(gpsd, until: log, "a fix", where: EastboundBox.isTimedFix)
        gpsd.suspend()
        // SilenceWatchTests say after how long.
        let (event, next) = try await log.first(from: mark, "the end of patience") {
            if case .disconnected = $0 { true } else { false }
        }
        #expect(event == .disconnected(reason: "gpsd at 127.0.0.1:\(gpsd.port) no longer answers"))
        gpsd.resume()
        try await box.feed(gpsd, until: log, from: next, "a fix afterwards", where: EastboundBox.isTimedFix)
    }

    @Test("fault 19: a receiver that goes is lost, and found again when it is back", .timeLimit(.minutes(1)))
    func unplugged() async throws {
        let receiver = try StubServer()
        let device = "tcp://127.0.0.1:\(receiver.port)"
        let gpsd = try await RealGPSD(.device(device))
        let log = gpsd.log()
        var mark = 0
        for round in 1...2 {
            let plug = try await receiver.accept()
            let feeder = Task {
                for second in 0... {
                    await plug.send(box.epoch(second))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            mark = try await log.first(from: mark, "the receiver in round \(round)") {
                $0 == .deviceFound(device: device)
            }.next
            mark = try await log.first(from: mark, "a fix in round \(round)", where: EastboundBox.isTimedFix).next
            feeder.cancel()
            plug.reset()
            mark = try await log.first(from: mark, "the loss in round \(round)") { $0 == .deviceLost(device: device) }
                .next
        }
    }

    @Test("of two receivers only the one in the endpoint is heard", .timeLimit(.minutes(1)))
    func otherDevice() async throws {
        let gpsd = try await RealGPSD()
        let (deaf, hearing) = (gpsd.log(device: "/dev/other"), gpsd.log(device: gpsd.device))
        try await deaf.first("the connection") { $0 == .connected }
        try await box.feed(gpsd, until: hearing, "a fix", where: EastboundBox.isTimedFix)
        let leftOut = SourceEvent.devicesLeftOut([gpsd.device], filter: "/dev/other")
        try await deaf.first("the receiver that is left out") { $0 == leftOut }
        #expect(await deaf.events == [.connected, leftOut])
    }

    @Test("fault 28: a receiver of 100 Hz loses nothing", .timeLimit(.minutes(1)))
    func fast() async throws {
        let receiver = try StubServer()
        let gpsd = try await RealGPSD(.device("tcp://127.0.0.1:\(receiver.port)"))
        let log = gpsd.log()
        let plug = try await receiver.accept()
        try await log.first("the receiver") { if case .deviceFound = $0 { true } else { false } }
        // As fast as gpsd takes them, far faster than such a receiver. It needs a few to find out what they are.
        func time(_ hundredth: Int) -> Timestamp {
            Timestamp(nanosecondsSinceEpoch: box.start.nanosecondsSinceEpoch + Int64(hundredth) * 10_000_000)
        }
        for hundredth in 0..<550 {
            let state = ReceiverState(time: time(hundredth), fix: .init(coordinate: box.coordinate))
            #expect(await plug.send(NMEAEpoch(state).bytes))
        }
        let last = time(549)
        try await log.first("the last fix") {
            if case .fix(let location) = $0 { location.timestamp == last } else { false }
        }
        let times = Set(
            await log.events.compactMap { if case .fix(let location) = $0 { location.timestamp } else { nil } })
        #expect((50..<550).allSatisfy { times.contains(time($0)) })
    }

    @Test("fault 33: a leap second is a moment like any other", .timeLimit(.minutes(1)))
    func leapSecond() async throws {
        let gpsd = try await RealGPSD()
        let log = gpsd.log()
        try await box.feed(gpsd, until: log, "a fix", where: EastboundBox.isTimedFix)
        // gpsd goes by the sentences' own times, so no second must be skipped.
        for time in ["235958", "235959", "235960", "000000", "000001", "000002"] {
            let date = time.hasPrefix("23") ? "301126" : "011226"
            let position = "3719.908000,N,12201.872000,W"
            for body in [
                "GPGGA,\(time).000,\(position),1,09,0.90,72.00,M,-30.00,M,,",
                "GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.44,0.90,1.13",
                "GPRMC,\(time).000,A,\(position),0.0000,,\(date),,,A",
            ] { gpsd.feed(NMEASentence(body).description) }
        }
        let midnight = try #require(Timestamp(parsing: "2026-12-01T00:00:00Z"))
        let (_, next) = try await log.first("the second after") {
            if case .fix(let location) = $0 { location.timestamp.map { $0 > midnight } ?? false } else { false }
        }
        let times = await log.events[..<next].compactMap { event in
            if case .fix(let location) = event { location.timestamp?.duration(since: midnight) } else { nil }
        }
        // The leap second and the one after it have the same number.
        #expect(times.contains(.seconds(-1)) && times.contains(.zero))
        #expect(!times.contains { $0 > .seconds(3) })
    }
}
