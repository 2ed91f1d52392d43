import PlacemarkModel
import Testing

@testable import LocationEngine

@Suite("LocationMachine and beacons")
struct LocationMachineBeaconTests {
    private var machine = LocationMachine(seed: 1, at: at(0))
    private var publications: [Publication] = []
    private var timers: [BootInstant] = []
    private var logged: [LogEntry] = []

    private mutating func feed(_ input: LocationMachine.Input, at seconds: Double) {
        for action in machine.handle(input, at: at(seconds)) {
            if case .publish(let publication) = action { publications.append(publication) }
            if case .setTimer(let instant) = action { timers.append(instant) }
            if case .log(let entry) = action { logged.append(entry) }
        }
    }

    private mutating func listen(_ seconds: ClosedRange<Int>, hearing strength: Int? = nil) {
        for second in seconds {
            let observations = strength.map {
                [BeaconObservation(BeaconMonitorTests.garage, measuredPower: -59, strengths: [$0])]
            }
            feed(.heard(BeaconHearing(observations: observations ?? [])), at: Double(second))
        }
    }

    private mutating func begin() {
        feed(.regions(RegionTable([BeaconMonitorTests.region()])), at: 0)
        listen(1...31)
    }

    private var crossings: [String] {
        publications.flatMap(\.events).compactMap { event in
            switch event.kind {
            case .regionEntered(let region, let location): "+\(region.identifier)\(location == nil ? "" : " located")"
            case .regionExited(let region, let location): "-\(region.identifier)\(location == nil ? "" : " located")"
            default: nil
            }
        }
    }

    @Test("entries and exits are events, the snapshot follows, and a timer brings the exit when nobody reports it")
    mutating func events() {
        begin()
        #expect(publications.last?.snapshot.regions == [])
        listen(32...40, hearing: -60)
        #expect(crossings == ["+garage"])
        #expect(publications.last?.snapshot.regions == ["garage"])
        #expect(publications.last?.memory == nil && publications.contains { $0.memory?.regions != nil })
        listen(41...69)
        #expect(crossings == ["+garage"])
        #expect(timers.contains { $0 <= at(70) })
        feed(.timer, at: 70)
        #expect(crossings == ["+garage", "-garage"])
        #expect(publications.last?.snapshot.regions == [])
    }

    @Test("an event says where it was, as long as that is known")
    mutating func located() {
        begin()
        for second in 30...32 { feed(.source(.fix(fix(coordinate(47, 9), at: Double(second)))), at: Double(second)) }
        listen(33...33, hearing: -60)
        #expect(crossings == ["+garage located"])
    }

    @Test("how far the beacons are is told once a second, is no news for files, and ends with one that says so")
    mutating func ranging() throws {
        begin()
        publications = []
        listen(32...34, hearing: -59)
        let reports = publications.flatMap(\.events).compactMap {
            if case .beacons(let report) = $0.kind { report } else { nil }
        }
        #expect(reports.map(\.beacons.count) == [1, 1, 1])
        #expect(publications.map(\.isNews) == [true, false, false])
        publications = []
        feed(.deafened("placemark-beacons has gone"), at: 35)
        listen(66...66)
        guard case .beacons(let last)? = publications.last?.events.last?.kind else {
            Issue.record("nothing says that the beacon is not heard any more")
            return
        }
        #expect(last.beacons.isEmpty && last.isListening)
    }

    @Test("only precise readers who name the event are told how far the beacons are")
    mutating func readers() throws {
        begin()
        listen(32...32, hearing: -59)
        let event = try #require(publications.last?.events.first { $0.isMeasurement })
        #expect(EventReport(event, precision: .precise) == nil)
        #expect(
            EventReport(event, precision: .precise, filter: try EventFilter(parsing: ["beacons"]))?.beacons?.count == 1)
        #expect(EventReport(event, precision: .reduced, filter: try EventFilter(parsing: ["beacons"])) == nil)
        #expect(try !EventFilter(parsing: ["beacons"]).isForReducedReaders)
        #expect(EventFilter.all.arguments == "")
    }

    @Test("the log tells when listening begins and ends, why, and which region's beacon is heard and lost")
    mutating func log() {
        feed(.regions(RegionTable([BeaconMonitorTests.region()])), at: 0)
        for second in 1...3 { feed(.heard(BeaconHearing(fault: BeaconsFault.beginning)), at: Double(second)) }
        #expect(logged.isEmpty, "that is no news")
        for second in 4...6 { feed(.heard(BeaconHearing(fault: BeaconsFault.switchedOff)), at: Double(second)) }
        listen(7...8)
        listen(9...20, hearing: -60)
        listen(21...60)
        feed(.deafened("placemark-beacons has gone"), at: 61)
        #expect(
            logged == [
                .beaconsUnheard(BeaconsFault.switchedOff), .beaconsListening, .beaconHeard(region: "garage"),
                .regionExited("garage"), .beaconLost(region: "garage"), .beaconsUnheard("placemark-beacons has gone"),
            ])
        for entry in logged { #expect(!entry.message.contains("garage"), "names of places are for debug messages") }
        #expect(logged.compactMap(\.debugDetail).filter { $0 == "the region is garage" }.count == 3)
    }

    @Test("the status tells whether beacons are heard, as long as a region names one, to precise readers")
    mutating func summary() throws {
        feed(.source(.connected), at: 0)
        #expect(publications.last?.snapshot.beacons == nil)
        feed(.regions(RegionTable([BeaconMonitorTests.region()])), at: 0)
        let silent = try #require(publications.last?.snapshot.beacons)
        #expect(silent.regions == 1 && !silent.isListening && silent.reason == BeaconsFault.noListener)
        listen(1...3, hearing: -60)
        let heard = try #require(publications.last?.snapshot)
        #expect(heard.beacons?.heard == 1 && heard.beacons?.isListening == true && heard.beacons?.reason == nil)
        #expect(heard.status(at: at(3), precision: .precise).beacons == heard.beacons)
        #expect(heard.status(at: at(3), precision: .reduced).beacons == nil)
        publications = []
        feed(.deafened("placemark-beacons has gone"), at: 4)
        #expect(publications.last?.snapshot.beacons?.reason == "placemark-beacons has gone", "it is told at once")
        feed(.regions(RegionTable([])), at: 5)
        #expect(publications.last?.snapshot.beacons == nil)
    }

    @Test("what becomes of observations is counted")
    mutating func counts() {
        feed(.regions(RegionTable([BeaconMonitorTests.region("all", .uuid(BeaconMonitorTests.uuid))])), at: 0)
        let crowd = (0..<UInt16(210)).map { minor in
            BeaconObservation(.uuid(BeaconMonitorTests.uuid, major: 1, minor: minor), strengths: [-60])
        }
        let strange = BeaconObservation(.address(BeaconBytes([1, 2, 3, 4, 5, 6])), strengths: [-60])
        let loud = BeaconObservation(.uuid(BeaconMonitorTests.uuid, major: 1, minor: 2), strengths: [127])
        feed(.heard(BeaconHearing(observations: crowd + [strange, loud], malformed: 3)), at: 1)
        let counters = publications.last?.snapshot.counters
        #expect(counters?.observations == [.taken: 200, .tooMany: 10, .unwanted: 1, .notBelieved: 1])
        #expect(counters?.malformedAdvertisements == 3)
    }

    @Test("a listener that stops changes no region, however long it is gone (fault 92)")
    mutating func deafness() {
        begin()
        listen(32...40, hearing: -60)
        feed(.deafened("placemark-beacons has gone"), at: 41)
        feed(.timer, at: 1000)
        #expect(crossings == ["+garage"])
        #expect(machine.regionMonitor.beacons.report(at: at(1000)).reason == "placemark-beacons has gone")
    }
}
