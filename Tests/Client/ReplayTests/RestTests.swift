import Foundation
import Gazetteer
import LocationEngine
import PlacemarkModel
import Recordings
import Replay
import Testing

/// What a real receiver indoors does to a box that stands still.
@Suite struct RestTests {
    private static let stillIndoor = RealData.hasWorld ? RealData.trace("still-indoor-sg.nmea") : nil

    private func replay(_ file: URL, watching regions: [Region] = []) throws -> [EventReport] {
        let gazetteer = try Gazetteer(path: RealData.world, check: .structure)
        var trip = Trip(
            settings: LocationMachine.Settings(), prelude: [.regions(RegionTable(regions))],
            geocode: { gazetteer.placemark(at: $0.coordinate) }, truth: { gazetteer.placemark(at: $0)?.city })
        var reports: [EventReport] = []
        let recording = try Recording(path: file.path)
        while let entries = try recording.next() {
            for case .event(let event, let instant) in entries {
                trip.handle(event, at: instant) { reports.append($0) }
            }
        }
        return reports
    }

    @Test(
        "135 minutes indoors: one visit, one pause, no geocode, and no region event but a late one at the hysteresis",
        .enabled(if: stillIndoor != nil, "no recordings or no world file: see docs/contribute/build-and-test.md"))
    func indoors() throws {
        let file = try #require(Self.stillIndoor)
        let departures = try replay(file).filter { $0.event == .visitDeparted }
        let longest = try #require(departures.max { ($0.visit?.duration ?? 0) < ($1.visit?.duration ?? 0) })
        let visit = try #require(longest.visit)
        #expect(visit.duration > 8000 && visit.duration < 135 * 60 + 60)

        // Circles whose centre is a kilometre away, and whose border is so many metres beyond the middle of the visit.
        let center = Coordinate(
            clampingLatitude: visit.coordinate.latitude, wrappingLongitude: visit.coordinate.longitude - 0.009)
        let distance = center.distance(to: visit.coordinate)
        let regions = [-500, -200, -100, -50, -30, -20, -10, 0, 10, 20, 30, 50, 100, 200, 500].map { border in
            Region(
                identifier: "border \(border)",
                shape: .circle(center: center, radiusInMeters: distance + Double(border)))
        }
        let reports = try replay(file, watching: regions)
        let rests = zip(
            reports.filter { $0.event == .paused }.compactMap(\.elapsed),
            reports.filter { $0.event == .resumed }.compactMap(\.elapsed))
        let rest = try #require(rests.max { $0.1 - $0.0 < $1.1 - $1.0 })
        #expect(rest.1 - rest.0 > 7500, "one pause, from \(rest.0) s to \(rest.1) s")
        let during = reports.filter { ($0.elapsed ?? 0) > rest.0 && ($0.elapsed ?? 0) < rest.1 }
        #expect(during.count { $0.event == .visitArrived } <= 1)
        for name in [EventReport.Name.geocode, .regionEntered, .visitDeparted] {
            #expect(during.count { $0.event == name } == 0, "\(name.rawValue)")
        }
        // Beyond a border by just the hysteresis, a tenth of the radius: that it has left is told when a better fix
        // comes, and once.
        let exits = during.filter { $0.event == .regionExited }.compactMap(\.region)
        #expect(exits.isEmpty || exits == ["border -100"])
        // The borders are watched: those round the way there have been crossed.
        #expect(reports.contains { $0.event == .regionEntered })
    }
}
