import TestConditions
import Testing

@testable import LocationEngine
@testable import PlacemarkModel

/// Real receivers at rest, and what set them moving: a phone indoors, and a car that stops on its way.
@Suite("A guard of recorded rests (fault 90)")
struct RecordedGuardTests {
    /// What a guard told, in seconds from the first fix on.
    private struct Watch {
        var alarms: [Double] = []
        /// When the fixes left the ring for good.
        var leftAt: Double?
    }

    /// Arms a guard in a minute of a recording, behind the filter as in the daemon, and watches for some more.
    private func watch(_ name: String, _ order: GuardOrder, from: Int, to: Int) throws -> Watch {
        let fixes = try RecordedTrip.fixes(name)
        var (filter, monitor, outcome) = (FixFilter(), GuardMonitor(), Watch())
        var plan: GuardPlan?
        for fix in fixes where filter.evaluate(fix, at: fix.receivedAt) == nil {
            let second = fix.receivedAt.sinceBoot.inSeconds - 100
            guard second >= Double(from * 60), second <= Double(to * 60) else { continue }
            if plan == nil {
                _ = try monitor.apply(.arm(order), .init(position: fix.coordinate), at: fix.receivedAt)
                plan = monitor.report(at: fix.receivedAt).plan
            }
            let changes = [monitor.advance(to: fix.receivedAt), monitor.accepted(fix)].compactMap(\.self)
            if changes.contains(where: { $0.kind == .alarm }) { outcome.alarms.append(second) }
            let isOutside = plan.map { fix.coordinate.distance(to: $0.coordinate) > $0.radius } ?? false
            outcome.leftAt = isOutside ? outcome.leftAt ?? second : nil
        }
        return outcome
    }

    @Test(
        "drive-tokyo-fuji: each stop is quiet, and the departure is an alarm",
        arguments: [(3, 14), (125, 160), (186, 192), (235, 241), (272, 275)])
    func stops(from: Int, to: Int) throws {
        try expectDeparture(watch("drive-tokyo-fuji.nmea", GuardOrder(.parked), from: from, to: to))
    }

    @Test(
        "still-indoor-sg: two hours at rest are quiet in any ring, and the departure is an alarm",
        arguments: [20.0, 40, 60, 100])
    func indoors(radius: Double) throws {
        var order = GuardOrder(.parked)
        order.radius = radius
        try expectDeparture(watch("still-indoor-sg.nmea", order, from: 60, to: 196))
    }

    /// These receivers have a fix every five to ten seconds. One car comes back into its ring for some seconds.
    private func expectDeparture(_ outcome: Watch) throws {
        let left = try #require(outcome.leftAt)
        #expect(outcome.alarms.count == 1)
        #expect(outcome.alarms.allSatisfy { (-60...30).contains($0 - left) }, "\(outcome)")
    }
}
