import LocationEngine
public import PlacemarkModel
import Replay

/// What a box of a fleet asks of a geocoding server with a policy, by the real decisions in virtual time.
public struct FleetYear: Sendable {
    public let kind: FleetBox.Kind
    public let mode: GeocodingMode
    public let asksAtRest: Bool
    public let days: Int
    public let server: CountingServer

    /// - Parameter hint: the embedded gazetteer's names of a position.
    public init(
        _ kind: FleetBox.Kind, _ mode: GeocodingMode, asksAtRest: Bool = true, days: Int, seed: UInt64 = 1,
        hint: @escaping (Coordinate) -> NameHint?
    ) {
        (self.kind, self.mode, self.asksAtRest, self.days) = (kind, mode, asksAtRest, days)
        var settings = LocationMachine.Settings()
        settings.geocoder = .socket("/run/placemark-nominatim.sock")
        settings.geocoding.mode = mode
        settings.geocoding.asksAtRest = asksAtRest
        let counting = Counting()
        var manager = VirtualLocationManager(
            settings: settings, seed: seed, at: BootInstant(sinceBoot: .zero),
            geocode: { request in
                // A fix a second at rest, too, would ask as often as the clock ticks.
                counting.server.ask(request.coordinate, at: request.location.receivedAt)
                return Self.answer
            }, hint: hint)
        manager.handle(.source(.connected), at: BootInstant(sinceBoot: .zero)) { _ in }
        for fix in FleetBox(kind, days: days, seed: seed) {
            manager.handle(.source(.fix(fix)), at: fix.receivedAt) { _ in }
        }
        server = counting.server
    }

    private final class Counting { var server = CountingServer() }

    private static let answer = {
        var placemark = Placemark(geocoder: "counting")
        placemark.locality = "Somewhere"
        return placemark
    }()

    /// A line of the table in docs/explain/performance-policies.md: requests a day without a cache, and behind one of streets
    /// and of cities.
    public var line: String {
        let counts = [server.requests, server.requestsBehindStreets, server.requestsBehindCities].map { count in
            let tenths = (Double(count) / Double(days) * 10).rounded() / 10
            return tenths >= 100 ? "\(Int(tenths.rounded()))" : "\(tenths)"
        }
        let policy = "`\(mode.rawValue)`" + (asksAtRest ? "" : ", `AtRest=no`")
        return "| \(kind.rawValue) | \(policy) | \(counts.joined(separator: " | ")) |"
    }

    /// The fastest two requests, against the budget of one a second.
    public var keepsBudget: Bool { server.shortestPause.map { $0 >= .seconds(1) } ?? true }
}
