import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// What the installed gpsd makes of compasses. A missing gpsd is a failure.
@Suite(.tags(.waits)) struct RealCompassTests {
    private let box: EastboundBox

    init() throws { box = try EastboundBox() }

    /// A compass is fed beside the fixes until a heading of it has come, or until a hundred fixes have.
    private func heading(
        from sentences: [String], readsCompassSentences: Bool = false
    ) async throws -> CompassReading? {
        let gpsd = try await RealGPSD()
        let log = gpsd.log(readsCompassSentences: readsCompassSentences)
        try await box.feed(gpsd, until: log, "a fix", where: EastboundBox.isTimedFix)
        let feeder = Task {
            for second in 1000...1100 {
                gpsd.feed(box.epoch(second))
                for body in sentences { gpsd.feed(NMEASentence(body).description) }
                try await Task.sleep(for: .milliseconds(20))
            }
            // The mark that ends the wait for what does not come.
            gpsd.feed(box.epoch(5000))
            gpsd.feed(box.epoch(5001))
        }
        defer { feeder.cancel() }
        let end = Timestamp(nanosecondsSinceEpoch: box.start.nanosecondsSinceEpoch + 5000 * 1_000_000_000)
        let event = try await log.first("a heading, or the last fix") {
            switch $0 {
            case .compass: true
            case .fix(let location): location.timestamp.map { $0 >= end } ?? false
            default: false
            }
        }.event
        if case .compass(let reading) = event { return reading } else { return nil }
    }

    @Test(
        "a true heading of a compass arrives", .timeLimit(.minutes(1)),
        arguments: ["GPHDT,123.4,T", "HCHDT,123.4,T", "PTNTHTM,123.4,N,-12.2,N,34.1,N,10.9,11.2"])
    func compass(body: String) async throws {
        let heading = try await heading(from: [body])
        #expect(heading?.degrees == 123.4)
        #expect(heading?.north == .true)
        #expect(heading?.device?.hasPrefix("udp://") == true)
    }

    @Test(
        "a magnetic heading is none with gpsd 3.22, and is one from magnetic north since 3.25", .timeLimit(.minutes(1)))
    func magneticCompass() async throws {
        let heading = try await heading(from: ["HCHDG,98.3,0.0,E,12.6,W", "HCHDM,98.3,M"])
        if try await RealGPSD.release() >= (3, 25) {
            #expect(heading?.north == .magnetic && heading?.degrees == 98.3)
        } else {
            #expect(heading == nil)
        }
    }

    @Test(
        "a magnetic compass is heard by its sentences, if they are asked for, with what it knows of the declination",
        .timeLimit(.minutes(1)),
        arguments: [
            ("HCHDG,98.3,1.5,E,12.6,W", 1.5, -12.6), ("SDHDG,98.3,,,1.3,E", nil, 1.3), ("IIHDM,98.3,M", nil, nil),
        ] as [(String, Double?, Double?)])
    func compassSentences(body: String, deviation: Double?, declination: Double?) async throws {
        let reading = try await heading(from: [body], readsCompassSentences: true)
        #expect(reading?.degrees == 98.3 && reading?.north == .magnetic)
        #expect(reading?.deviation == deviation && reading?.declination == declination)
        #expect(reading?.device?.hasPrefix("udp://") == true)
    }
}
