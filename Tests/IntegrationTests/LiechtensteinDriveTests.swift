import Foundation
import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

/// Every part real: receiver's sentences → gpsd → placemarkd → placemark-nominatim → Nominatim with OpenStreetMap's data.
@Suite("A drive through Liechtenstein with a real Nominatim", .timeLimit(.minutes(15)), .tags(.waits))
struct LiechtensteinDriveTests {
    /// Along the main road from Vaduz to Schaan, and on to Nendeln.
    private static let way = [
        (47.1396, 9.5225), (47.1478, 9.5175), (47.1567, 9.5123), (47.1652, 9.5092), (47.1745, 9.5160),
        (47.1990, 9.5395),
    ].map { Coordinate(clampingLatitude: $0.0, wrappingLongitude: $0.1) }

    @Test(
        "street, village and postal code; the world file's names while the server hangs; street level comes back (fault 60)"
    )
    func drive() async throws {
        let server = try await RealNominatim.orCancel()
        let directory = try TemporaryDirectory()
        let socket = directory.file("geocoder.sock")
        try directory.write(
            "nominatim.conf",
            """
            [Provider]
            Server=\(server.address)
            [Budget]
            Interval=0s
            [Cache]
            Directory=\(directory.file("cache"))
            [Service]
            Socket=\(socket)
            """)
        let helper = try ChildProcess(
            Programs.path("placemark-nominatim"), ["--config", directory.file("nominatim.conf")])
        let listens = await poll(atMost: .seconds(10)) { FileManager.default.fileExists(atPath: socket) }
        try #require(listens, "\(helper.standardError)")

        let gpsd = try await RealGPSD()
        let box = MovingBox(at: Self.way[0])
        let feeding = Task { await box.feed { gpsd.feed($0) } }
        defer { feeding.cancel() }
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port,
            configuration:
                "[Geocoding]\nGeocoder=\(socket)\nInterval=1s\nDistance=50m\n[Location]\nActivityType=airborne\n")
        let named = try await daemon.status("the street") { $0.placemark?.placemark.thoroughfare != nil }
        let vaduz = try #require(named.placemark?.placemark)
        #expect(vaduz.locality == "Vaduz" && vaduz.postalCode == "9490" && vaduz.geocoder == "nominatim")
        #expect(vaduz.country == "Liechtenstein" && vaduz.timeZone == "Europe/Vaduz")

        // It waits in Schaan until it has been seen there: how soon a street is named is up to the machine.
        let driving = Task { for place in Self.way[1...3] { await box.drive(to: place) } }
        defer { driving.cancel() }
        let schaan = try await daemon.status(within: .seconds(60), "the next village") {
            $0.placemark?.placemark.locality == "Schaan" && $0.placemark?.placemark.thoroughfare != nil
        }
        #expect(schaan.placemark?.placemark.postalCode == "9494")

        let onward = Task {
            await driving.value
            for place in Self.way[4...] { await box.drive(to: place) }
        }
        defer { onward.cancel() }
        // In mid-drive it hangs: each request runs into its deadline.
        server.suspend()
        _ = try await daemon.status(within: .seconds(20), "the failure") { $0.geocoding?.failing == true }
        // Where the world file has no postal code, that of the server holds for a kilometre.
        let without = try await daemon.status(within: .seconds(40), "the world file's names") {
            $0.placemark?.placemark.geocoder == "gazetteer" && $0.geocoding?.failing == true
        }
        #expect(without.placemark?.placemark.locality != nil && without.placemark?.stale == false)
        server.resume()
        _ = try await daemon.status(within: .seconds(120), "the street again") {
            $0.placemark?.placemark.geocoder == "nominatim" && $0.placemark?.placemark.thoroughfare != nil
                && $0.geocoding?.failing == false
        }
        #expect(helper.isRunning && daemon.process.isRunning)
    }
}
