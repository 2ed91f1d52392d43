import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("TimeZoneMonitor")
struct TimeZoneMonitorTests {
    private var monitor = TimeZoneMonitor()

    private func placemark(_ timeZone: String?) -> Placemark {
        var placemark = Placemark(geocoder: "test")
        placemark.timeZone = timeZone
        return placemark
    }

    @Test("the first zone of a first run is told without a previous one, and then each change with the one before")
    mutating func changes() {
        let zones = ["Europe/Zurich", "Europe/Zurich", "Europe/Vaduz", "Europe/Vaduz", "Europe/Zurich"]
        let changes = zones.map { monitor.named(placemark($0)) }
        #expect(
            changes == [
                .init(timeZone: "Europe/Zurich", previous: nil), nil,
                .init(timeZone: "Europe/Vaduz", previous: "Europe/Zurich"), nil,
                .init(timeZone: "Europe/Zurich", previous: "Europe/Vaduz"),
            ])
    }

    @Test("a placemark without a zone changes nothing, and the next one is compared with what was before it")
    mutating func withoutZone() {
        #expect(monitor.named(placemark(nil)) == nil)
        #expect(monitor.named(placemark("Europe/Vaduz")) == .init(timeZone: "Europe/Vaduz", previous: nil))
        #expect(monitor.named(placemark(nil)) == nil)
        #expect(monitor.named(placemark("Europe/Vaduz")) == nil)
    }

    @Test("the zone of an earlier run is the one before; one that is restored late does not count")
    mutating func restored() {
        monitor.restored(placemark("Europe/Zurich"))
        #expect(monitor.named(placemark("Europe/Zurich")) == nil)
        #expect(monitor.named(placemark("Europe/Vaduz")) == .init(timeZone: "Europe/Vaduz", previous: "Europe/Zurich"))
        monitor.restored(placemark("Asia/Tokyo"))
        #expect(monitor.timeZone == "Europe/Vaduz")
    }
}
