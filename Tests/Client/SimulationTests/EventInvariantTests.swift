import Simulation
import Testing

@testable import LocationEngine
@testable import PlacemarkModel
@testable import SimulationSupport

/// The invariants of regions, visits, pauses, time zones, the source, and of what readers see.
@Suite("Invariants of events")
struct EventInvariantTests {
    private static let fix = TamperedRun.fix(at: TamperedRun.at(50))
    private static let (region, silent) = (TamperedRun.region, TamperedRun.silentRegion)

    private static func visit(from arrival: Double, to departure: Double? = nil) -> Visit {
        Visit(
            coordinate: TamperedRun.place, horizontalAccuracy: 20, arrival: nil, arrivedAt: TamperedRun.at(arrival),
            departure: nil, departedAt: departure.map(TamperedRun.at))
    }

    /// Lists the region from this second on.
    private static func list(_ names: [String]?, in draft: inout TamperedRun.Draft) {
        draft.snapshot { $0.regions = names }
    }

    static let regions: [Misdeed] = [
        Misdeed("regions alternate", "r was entered or left before") { draft in
            if draft.seconds >= 50 { list(["r"], in: &draft) }
            if [50, 60].contains(draft.seconds) { draft.report(.regionEntered(region, fix)) }
        },
        Misdeed("regions alternate", "r was entered twice") { draft in
            list([50, 60].contains(draft.seconds) ? ["r"] : [], in: &draft)
            if [50, 60].contains(draft.seconds) { draft.report(.regionEntered(region, fix)) }
        },
        Misdeed("regions alternate", "r was entered or left before") {
            if $0.seconds == 50 { $0.report(.regionExited(region, fix)) }
        },
        Misdeed("regions alternate", "r was crossed twice at once") {
            if $0.seconds == 50 { $0.report(.regionEntered(region, fix), .regionExited(region, fix)) }
        },
        Misdeed("regions alternate", "the list has not followed r") {
            if $0.seconds == 50 { $0.report(.regionEntered(region, fix)) }
        },
        Misdeed("regions alternate", "s reports what it was told not to") {
            if $0.seconds == 50 { $0.report(.regionEntered(silent, fix)) }
        },
        Misdeed("regions alternate", "other is not watched") {
            let other = Region(identifier: "other", shape: region.shape)
            if $0.seconds == 50 { $0.report(.regionEntered(other, fix)) }
        },
        Misdeed("regions alternate", "not in order") { list(["s", "r"], in: &$0) },
        Misdeed("regions alternate", "what is not watched") { list(["other"], in: &$0) },
    ]

    static let visits: [Misdeed] = [
        Misdeed("visits follow each other", "arrived twice") {
            if [50, 51].contains($0.seconds) { $0.report(.visitArrived(visit(from: 10))) }
        },
        Misdeed("visits follow each other", "a visit that is over") {
            if $0.seconds == 50 { $0.report(.visitArrived(visit(from: 10, to: 20))) }
        },
        Misdeed("visits follow each other", "arrived in the future") {
            if $0.seconds == 50 { $0.report(.visitArrived(visit(from: 51))) }
        },
        Misdeed("visits follow each other", "overlaps the last visit") {
            if $0.seconds == 250 { $0.report(.visitArrived(visit(from: 10)), .visitDeparted(visit(from: 10, to: 200))) }
            if $0.seconds == 251 { $0.report(.visitArrived(visit(from: 199))) }
        },
        Misdeed("visits follow each other", "left what was not arrived at") {
            if $0.seconds == 250 { $0.report(.visitDeparted(visit(from: 10, to: 200))) }
        },
        Misdeed("visits follow each other", "stayed for 179.0 seconds") {
            if $0.seconds == 250 { $0.report(.visitArrived(visit(from: 10)), .visitDeparted(visit(from: 10, to: 189))) }
        },
        Misdeed("visits follow each other", "left in the future") {
            if $0.seconds == 250 { $0.report(.visitArrived(visit(from: 10)), .visitDeparted(visit(from: 10, to: 251))) }
        },
        Misdeed("visits follow each other", "left at no time") {
            if $0.seconds == 250 { $0.report(.visitArrived(visit(from: 10)), .visitDeparted(visit(from: 10))) }
        },
        Misdeed("visits follow each other", "a visit that has vanished") { draft in
            if draft.seconds == 250 { draft.report(.visitArrived(visit(from: 10))) }
            draft.snapshot { $0.visit = nil }
        },
        Misdeed("visits follow each other", "a visit that was never reported") { draft in
            draft.snapshot { $0.visit = visit(from: 0) }
        },
    ]

    static let pausesAndZones: [Misdeed] = [
        Misdeed("pauses alternate", "paused twice") { if [50, 60].contains($0.seconds) { $0.report(.paused(fix)) } },
        Misdeed("pauses alternate", "resumed without a pause") { if $0.seconds == 50 { $0.report(.resumed(fix)) } },
        Misdeed("pauses alternate", "paused and moving") { draft in
            if draft.seconds == 50 { draft.report(.paused(fix)) }
            draft.snapshot { $0.motion = .moving }
        },
        Misdeed("pauses alternate", "stationary without a pause") { draft in
            draft.snapshot { $0.motion = .stationary }
        },
        Misdeed("time zones", "from Europe/Vaduz to itself") {
            if $0.seconds == 50 { $0.report(.timeZone("Europe/Vaduz", previous: "Europe/Vaduz")) }
        },
        Misdeed("time zones", "from Europe/Rome, which was Europe/Vaduz") {
            if $0.seconds == 50 { $0.report(.timeZone("Europe/Vaduz", previous: nil)) }
            if $0.seconds == 60 { $0.report(.timeZone("Europe/Paris", previous: "Europe/Rome")) }
        },
    ]

    private static func monitor(_ change: (inout SourceMonitor) -> Void) -> SourceMonitor {
        var monitor = SourceMonitor(at: TamperedRun.start)
        change(&monitor)
        return monitor
    }

    static let source: [Misdeed] = [
        Misdeed("source states", "nothing has changed") { draft in
            if draft.seconds == 50, let live = draft.publications.first?.snapshot.source { draft.report(.source(live)) }
        },
        Misdeed("source states", "from live to waiting") { draft in
            let waiting = monitor { $0.connected(at: TamperedRun.start) }
            if draft.seconds == 50 { draft.report(.source(waiting)) }
        },
        Misdeed("source states", "2 states at once") { draft in
            let gone = monitor { $0.disconnected(because: "gone", at: TamperedRun.start) }
            if draft.seconds == 50, let live = draft.publications.first?.snapshot.source {
                draft.report(.source(gone), .source(live))
            }
        },
        Misdeed("source states", "in this state since the future") { draft in
            let gone = monitor { $0.disconnected(because: "gone", at: TamperedRun.at(51)) }
            if draft.seconds == 50 { draft.report(.source(gone)) }
        },
        Misdeed("source states", "not live any more after 1.0 seconds") { draft in
            let silent = monitor { $0.reportedNoPosition(device: nil, at: TamperedRun.start) }
            if draft.seconds == 50 { draft.report(.source(silent)) }
        },
        Misdeed("source states", "connecting is shown, and live was reported") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.source = SourceMonitor(at: TamperedRun.start) } }
        },
    ]

    private static func reduced(_ coordinate: Coordinate) -> ReducedPosition {
        let location = Location(coordinate: coordinate, receivedAt: TamperedRun.at(50))
        return ReducedPosition(ReducedCell(of: coordinate, movedBy: (0, 0)), of: location)
    }

    static let readers: [Misdeed] = [
        Misdeed("reduced precision", "another position than the one that was reported") {
            if $0.seconds == 50 {
                $0.report(.reducedPosition(reduced(Coordinate(clampingLatitude: 1, wrappingLongitude: 1))))
            }
        },
        Misdeed("reduced precision", "the position has vanished") { draft in
            if draft.seconds == 50 { draft.snapshot { $0.reducedPosition = nil } }
        },
        Misdeed("reduced precision", "changed without an event") { draft in
            draft.snapshot { $0.reducedPosition = reduced(Coordinate(clampingLatitude: 1, wrappingLongitude: 1)) }
        },
        Misdeed("reduced precision", "the box is not within the radius") { draft in
            guard draft.isFix else { return }
            draft.snapshot { $0.reducedPosition = reduced(Coordinate(clampingLatitude: 1, wrappingLongitude: 1)) }
        },
        Misdeed("reduced precision", "five positions within") { draft in
            guard draft.isFix else { return }
            let new = reduced(
                TamperedRun.place.shifted(towards: 0, byMeters: 3000 * draft.seconds.truncatingRemainder(dividingBy: 2))
            )
            draft.snapshot { $0.reducedPosition = new }
            draft.report(.reducedPosition(new))
        },
        Misdeed("sane numbers", "precise: speed is nan") { draft in
            if draft.isFix { draft.snapshot { $0.location?.speed = .nan } }
        },
        Misdeed("sane numbers", "course is 400.0") { draft in
            if draft.isFix { draft.snapshot { $0.location?.course = 400 } }
        },
        Misdeed("sane numbers", "location: horizontalAccuracy is -1.0") { draft in
            var fix = fix
            fix.horizontalAccuracy = -1
            if draft.seconds == 50 { draft.report(.location(fix)) }
        },
        Misdeed("sane numbers", "no JSON") { draft in
            if draft.isFix { draft.snapshot { $0.location?.verticalAccuracy = .infinity } }
        },
    ]

    @Test("what must not be is noticed", arguments: regions + visits + pausesAndZones + source + readers)
    func misdeed(_ misdeed: Misdeed) { misdeed.mustBeNoticed() }

    @Test("a timer that fires at one moment again and again is noticed")
    func busyLoop() {
        var invariants = Invariants(settings: .init())
        for _ in 0..<4 { invariants.check(Step(.timer, at: TamperedRun.start, actions: [])) }
        #expect(invariants.violations.first.map(\.invariant) == ["restraint"])
    }

    @Test("a reduced status that tells more than a cell and a locality is noticed")
    func reducedStatus() {
        var snapshot = StatusSnapshot(at: TamperedRun.start, geocoding: .init())
        snapshot.location = Self.fix
        snapshot.reducedPosition = Self.reduced(Self.fix.coordinate)
        let honest = snapshot.status(at: TamperedRun.at(60), precision: .reduced)
        #expect(honest.problem == nil)
        let changes: [(inout Status) -> Void] = [
            { $0.motion = .moving }, { $0.regions = [] }, { $0.location?.speed = 1 },
            { $0.location?.mode = .twoDimensional },
            { $0.location?.timestamp = Self.fix.timestamp }, { $0.location?.age = -1 }, { $0.source.since = .nan },
        ]
        for change in changes {
            var status = honest
            change(&status)
            #expect(status.problem != nil)
        }
    }
}
