import NIOCore
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

@Suite("Lines of events")
struct EventLinesTests {
    private static let events: [Event] = [
        Event(.location(Snapshots.fix), at: at(2), elapsed: .zero),
        Event(.significantLocation(Snapshots.fix), at: at(2), elapsed: .zero),
        Event(.rejected(.tooOld), at: at(3), elapsed: .seconds(1)),
        Event(.geocode(.first, Snapshots.fix), at: at(3), elapsed: .seconds(1)),
        Event(.timeZone("Europe/Vaduz", previous: nil), at: at(4), elapsed: .seconds(2)),
    ]

    @Test("are for each audience what its own encoding would be, whoever was asked for first", arguments: [0, 1, 2])
    func audiences(turn: Int) {
        let filters = [EventFilter.all, .significant, EventFilter([.rejected, .timeZone])]
        var journals = EventJournals(run: 1)
        var lines = EventLines(journals.append(Self.events)) { _ in ByteBuffer() }
        for filter in filters[turn...] + filters[..<turn] {
            for precision in [Precision.reduced, .precise] {
                let expected = Self.events.compactMap {
                    EventReport($0, precision: precision, filter: filter).map { JSONLine.encode($0) }
                }
                let lines = lines.lines(for: Audience(precision: precision, filter: filter))
                #expect(Array(lines.bytes.readableBytesView) == expected.flatMap(\.self))
                #expect(lines.count == expected.count)
            }
        }
    }

    @Test("a trip is told with the local times of its two ends")
    func localTimes() throws {
        func end(_ zone: String) -> TripRecord.End {
            var end = TripRecord.End(coordinate: Snapshots.fix.coordinate)
            end.timestamp = Timestamp(parsing: "2026-07-01T10:00:00Z")
            end.placemark = Placemark(geocoder: "test")
            end.placemark?.timeZone = zone
            return end
        }
        var trip = TripRecord(id: "a", start: end("Europe/Madrid"))
        trip.end = end("Europe/Lisbon")
        var journals = EventJournals(run: 1)
        let event = Event(.tripEnded(trip), at: at(2), elapsed: .zero)
        var lines = EventLines(journals.append([event])) { _ in ByteBuffer() }
        let bytes = lines.lines(for: Audience(precision: .precise, filter: .all)).bytes
        let text = String(buffer: bytes)
        #expect(text.contains(#""utcOffset":7200"#) && text.contains(#""utcOffset":3600"#), "\(text)")
    }
}
