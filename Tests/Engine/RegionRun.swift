import LocationEngine
import PlacemarkModel
import Testing

/// Fixes past regions, and the events that they bring: `+home` and `-home`.
struct RegionRun {
    var monitor = RegionMonitor()
    private(set) var transitions: [String] = []

    static let home = coordinate(47, 9)

    static func home(_ radius: Double = 100, dwell: Duration = .zero) -> Region {
        RegionShapes.circle("home", home, radius, dwell: dwell)
    }

    /// Feeds a fix every second, so many metres north of home.
    mutating func stay(_ meters: Double, seconds: ClosedRange<Int>, accuracy: Double? = 5) {
        for second in seconds { accept(meters, at: Double(second), accuracy: accuracy) }
    }

    mutating func accept(_ meters: Double, at second: Double, accuracy: Double? = 5) {
        accept(north(meters, of: Self.home), at: second, accuracy: accuracy)
    }

    mutating func accept(_ coordinate: Coordinate, at second: Double, accuracy: Double? = 5) {
        for transition in monitor.accepted(fix(coordinate, at: second, accuracy: accuracy)) {
            #expect(transition.location?.coordinate == coordinate)
            transitions.append((transition.crossing == .entered ? "+" : "-") + transition.region.identifier)
        }
    }
}
