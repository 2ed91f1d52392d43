import Testing

@testable import LocationEngine
@testable import PlacemarkModel

/// A box that lies where a test puts it, and its guard.
struct GuardRun {
    var monitor = GuardMonitor()
    private(set) var changes: [GuardChange] = []
    var now = 1000.0
    var offset = 0.0
    private var turn = 0.0
    let center = cupertino

    init(_ kind: GuardKind = .anchor, _ edit: (inout GuardOrder) -> Void = { _ in }) throws {
        var order = GuardOrder(kind)
        edit(&order)
        _ = try monitor.apply(.arm(order), .init(position: center), at: at(now))
    }

    var states: [GuardState] { changes.map(\.report.state) }
    var report: GuardReport { monitor.report(at: at(now)) }

    /// A fix each second, a metre to the left and to the right of so many metres north of the centre.
    mutating func stay(_ seconds: Int, north meters: Double? = nil, accuracy: Double = 5, clock: Timestamp?? = nil) {
        if let meters { offset = meters }
        for _ in 0..<seconds {
            now += 1
            turn = turn == 0 ? 1e-5 : 0
            let place = north(offset, of: coordinate(center.latitude, center.longitude + turn))
            note(monitor.advance(to: at(now)))
            note(monitor.accepted(fix(place, at: now, accuracy: accuracy, timestamp: clock)))
        }
    }

    mutating func drift(to meters: Double, speed: Double) {
        while abs(meters - offset) > speed {
            offset += meters > offset ? speed : -speed
            stay(1)
        }
        stay(1, north: meters)
    }

    mutating func silence(_ seconds: Double) {
        now += seconds
        note(monitor.advance(to: at(now)))
    }

    mutating func restart(boot isOther: Bool = false, after seconds: Double = 0) throws {
        let memory = try #require(monitor.memory)
        now = isOther ? 30 : now + seconds
        monitor = GuardMonitor()
        monitor.restore(isOther ? memory.ofEarlierBoot : memory, at: at(now))
    }

    mutating func note(_ change: GuardChange?) { if let change { changes.append(change) } }
}
