import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct RepeatedHeadingTests {
    private func report(_ heading: Double, _ magnetic: Double, of device: String = "a") -> ATT {
        ATT(heading: heading, magneticHeading: magnetic, device: device)
    }

    /// The true headings that are left of these reports.
    private func trueHeadings(of reports: [ATT]) -> [Double?] {
        var repeated = RepeatedHeading()
        return reports.map { report in
            var report = report
            repeated.remove(from: &report)
            return report.heading.isNaN ? nil : report.heading
        }
    }

    @Test("a true heading that stays while the magnetic one turns does not count, until it changes (fault 98)")
    func repeated() {
        let turning = [350.0, 355, 0, 1, 5, 90].map { report(85.7, $0) } + [report(85.8, 90), report(85.8, 95)]
        #expect(trueHeadings(of: turning) == [85.7, 85.7, 85.7, nil, nil, nil, 85.8, 85.8])
    }

    @Test("a steady gyrocompass counts beside a needle that trembles")
    func steady() {
        let headings = trueHeadings(of: [98.3, 95, 102, 90, 98].map { report(85.7, $0) })
        #expect(headings == [Double?](repeating: 85.7, count: 5))
    }

    @Test("what comes after a report with one heading alone has been said since: a receiver's epoch lies between")
    func forgotten() {
        let beside = [report(85.7, 98.3), report(.nan, 120), report(85.7, 120), report(85.7, .nan), report(85.7, 150)]
        #expect(trueHeadings(of: beside) == [85.7, nil, 85.7, 85.7, 85.7])
    }

    @Test("another device's compasses are other ones")
    func otherDevice() {
        let reports = [report(85.7, 98.3), report(85.7, 150, of: "b"), report(.nan, 7), report(85.7, 175, of: "b")]
        #expect(trueHeadings(of: reports) == [85.7, 85.7, nil, nil])
    }

    @Test("of two devices that report in turn each is found out by itself (fault 98)")
    func inTurn() {
        let reports = [0.0, 5, 20, 40].flatMap { [report(85.7, $0), report(30 + $0, $0, of: "b")] }
        #expect(trueHeadings(of: reports) == [85.7, 30, 85.7, 35, nil, 50, nil, 70])
    }

    @Test("the magnetic heading stays")
    func magnetic() {
        var repeated = RepeatedHeading()
        for magnetic in [10.0, 100, 190] {
            var report = report(85.7, magnetic)
            repeated.remove(from: &report)
            #expect(report.magneticHeading == magnetic)
        }
    }

    @Test("of a report with both headings two compasses are heard, until gpsd only repeats the true one (fault 98)")
    func conversation() throws {
        let gpsd = try #require(LibGPS(GPSDEndpoint()))
        var conversation = Conversation(device: nil, limits: SilenceLimits(), connectedAt: at(0), parser: gpsd)
        func hear(_ line: String) -> [SourceEvent] { conversation.received(Array(line.utf8)[...], at: at(1)) }
        func heading(_ degrees: Double, _ north: CompassReading.North) -> SourceEvent {
            .compass(CompassReading(degrees, from: north, receivedAt: at(1), device: "a"))
        }
        let both = hear(#"{"class":"ATT","device":"a","heading":85.700,"mheading":98.300}"#)
        #expect(both == [.connected, heading(85.7, .true), heading(98.3, .magnetic)])
        let later = hear(#"{"class":"ATT","device":"a","heading":85.700,"mheading":130.000}"#)
        #expect(later == [heading(130, .magnetic)])
    }
}
