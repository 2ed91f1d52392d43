import Glibc

@testable import LocationEngine
@testable import PlacemarkModel

/// A night that a box may have, made up from a seed: where it truly is at each second, and what its receiver says.
///
/// The receiver's error is what multipath makes of it: a part that wanders slowly, a part that is new with each fix, and
/// leaps of tens of metres that last some seconds. Its accuracy is told too well by up to a half.
struct GuardNight {
    enum Story {
        /// The boat swings with wind and tide, and stays.
        case quiet
        /// It swings, and from an hour on drags its anchor at so many m/s.
        case drag(speed: Double)
        /// A car stands, and is towed away after an hour.
        case tow
    }

    let seed: UInt64
    let story: Story
    let plan: GuardPlan
    /// One standard deviation of the slow error, east and north, in metres.
    let sigma: Double
    private let correlation: Double
    private let claimed: Double
    private let chain: Double
    private let seconds: Int
    /// The second from which on a boat drags, or a car is towed.
    let startsAt: Int
    private var random: SeededRandom

    static let center = Coordinate(clampingLatitude: 43.5081, wrappingLongitude: 16.4402)

    /// - Parameters:
    ///   - calm: in seconds, how long nothing happens before a drag or a tow.
    ///   - ring: what is left between the boat at its whole chain and the ring, in radii of the claimed accuracy.
    init(
        seed: UInt64, story: Story, hours: Double = 8, calm: ClosedRange<Int> = 3600...5400, ring: Double = 3
    ) {
        self.seed = seed
        self.story = story
        random = SeededRandom(seed: seed)
        sigma = 3 * exp(Double.random(in: 0...log(5.0), using: &random))
        correlation = Double.random(in: 40...200, using: &random)
        claimed = 2.448 * sigma * Double.random(in: 0.55...1, using: &random)
        let isBoat = if case .tow = story { false } else { true }
        chain = isBoat ? Double.random(in: 20...40, using: &random) : 0
        seconds = Int(hours * 3600)
        startsAt = Int.random(in: calm, using: &random)
        let radius = (chain + max(10, ring * claimed)).rounded()
        guard let plan = try? GuardPlan(isBoat ? .anchor : .parked, coordinate: Self.center, radius: radius) else {
            preconditionFailure("a night with a radius of \(radius) m")
        }
        self.plan = plan
    }

    /// What became of the night.
    struct Outcome {
        var alarms: [Double] = []
        var blinds: [Double] = []
        var warnings = 0
        /// When the box truly left the ring; nil when it has not.
        var leftAt: Double?
        /// Seconds without a fix at a stretch, with where they began.
        var outages: [(from: Double, to: Double)] = []
        /// When a plain circle would have told: with each fix outside, and with ten in a row.
        var plainAlarms: [Double] = []
        var patientAlarms: [Double] = []
        var deviation = 0.0
        var margin = 0.0

        /// Alarms of a box that is inside.
        func isFalse(_ at: Double) -> Bool { leftAt.map { at < $0 - 1 } ?? true }
        var delay: Double? { leftAt.flatMap { left in alarms.first { !isFalse($0) }.map { $0 - left } } }
    }

    mutating func run() -> Outcome {
        var outcome = Outcome()
        var monitor = GuardMonitor()
        let ring = GuardRing(plan)
        var order = GuardOrder(plan.kind)
        (order.coordinate, order.radius) = (plan.coordinate, plan.radius)
        _ = try? monitor.apply(.arm(order), .init(position: plan.coordinate), at: at(0))

        let shifts = (0..<2).map { _ in
            (
                at: Double.random(in: 1800...Double(seconds), using: &random),
                by: Double.random(in: -180...180, using: &random),
                within: Double.random(in: 300...1800, using: &random)
            )
        }
        var jumps = makeSpans(count: Int.random(in: 3...8, using: &random), lengths: 2...45)
        var outages = makeSpans(count: 3, lengths: 5...90)
        let outage = Double.random(in: 1200...Double(seconds) - 1500, using: &random)
        if case .quiet = story { outages.append((outage, outage + 1200)) }
        outcome.outages = outages
        let wind = Double.random(in: 0..<360, using: &random)
        let yaw = (
            width: Double.random(in: 5...35, using: &random), period: Double.random(in: 60...240, using: &random)
        )
        let gust = (
            low: Double.random(in: 0.3...0.8, using: &random), period: Double.random(in: 600...5000, using: &random)
        )
        let towSpeed = Double.random(in: 1...12, using: &random)
        var slow = SIMD2<Double>(gauss() * sigma, gauss() * sigma)
        var jump = SIMD2<Double>.zero
        var (isOutside, inARow) = (false, 0)
        let keep = exp(-1 / correlation)
        let end = outageFreeEnd()

        for second in 1...end {
            let time = Double(second)
            // Where the boat is: on its chain, away from the wind.
            var bearing = wind + yaw.width * sin(2 * .pi * time / yaw.period)
            for shift in shifts { bearing += shift.by * min(1, max(0, (time - shift.at) / shift.within)) }
            let tide = 1 - 0.08 * (1 + cos(2 * .pi * time / 22_350)) / 2
            let strength = gust.low + (1 - gust.low) * (1 + sin(2 * .pi * time / gust.period)) / 2
            let angle = bearing * .pi / 180
            var truth = SIMD2(sin(angle), cos(angle)) * (chain * tide * strength)
            let course = SIMD2(sin(wind * .pi / 180), cos(wind * .pi / 180))
            let moving = max(0, time - Double(startsAt))
            switch story {
            case .quiet: break
            case .drag(let speed):
                if moving > 0 { truth += dragCourse(shifts, wind, before: Double(startsAt)) * (speed * moving) }
            case .tow: truth += course * (towSpeed * moving * moving / max(10, moving + 5))
            }
            if outcome.leftAt == nil, ring.excess(at: truth) > 0, moving > 0 { outcome.leftAt = time }

            slow = slow * keep + SIMD2(gauss(), gauss()) * (sigma * (1 - keep * keep).squareRoot())
            let change = monitor.advance(to: at(time))
            note(change, time, &outcome)
            if outages.contains(where: { $0.from <= time && time < $0.to }) { continue }
            if let index = jumps.firstIndex(where: { $0.from <= time }) {
                if jump == .zero {
                    let length = Double.random(in: 20...120, using: &random)
                    let direction = Double.random(in: 0..<2 * .pi, using: &random)
                    jump = SIMD2(sin(direction), cos(direction)) * length
                }
                if jumps[index].to <= time {
                    jumps.remove(at: index)
                    jump = .zero
                }
            }
            let white = SIMD2(gauss(), gauss()) * (0.15 * sigma + 0.3)
            let seen = ring.coordinate(at: truth + slow + jump + white)
            note(monitor.accepted(fix(seen, at: time, accuracy: claimed)), time, &outcome)
            let isNowOutside = ring.excess(at: ring.offset(of: seen)) > 0
            if isNowOutside, !isOutside { outcome.plainAlarms.append(time) }
            isOutside = isNowOutside
            inARow = isNowOutside ? inARow + 1 : 0
            if inARow == 10 { outcome.patientAlarms.append(time) }
            if let left = outcome.leftAt, time > left + 400 { break }
        }
        let report = monitor.report(at: at(Double(end)))
        outcome.deviation = (report.scatter ?? 0) / 2.448
        outcome.margin = report.margin ?? 0
        return outcome
    }

    private func note(_ change: GuardChange?, _ time: Double, _ outcome: inout Outcome) {
        switch change?.kind {
        case .alarm: outcome.alarms.append(time)
        case .blind: outcome.blinds.append(time)
        case .warning: outcome.warnings += 1
        case .cleared, nil: break
        }
    }

    private func dragCourse(
        _ shifts: [(at: Double, by: Double, within: Double)], _ wind: Double, before: Double
    ) -> SIMD2<Double> {
        var bearing = wind
        for shift in shifts { bearing += shift.by * min(1, max(0, (before - shift.at) / shift.within)) }
        return SIMD2(sin(bearing * .pi / 180), cos(bearing * .pi / 180))
    }

    private func outageFreeEnd() -> Int {
        switch story {
        case .quiet: seconds
        case .drag(let speed): min(seconds, startsAt + Int(2 * plan.radius / speed) + 2000)
        case .tow: startsAt + 600
        }
    }

    private mutating func makeSpans(count: Int, lengths: ClosedRange<Double>) -> [(from: Double, to: Double)] {
        (0..<count).map { _ in
            let from = Double.random(in: 300...Double(seconds), using: &random)
            return (from, from + Double.random(in: lengths, using: &random))
        }
    }

    /// Of the standard normal distribution (Box and Muller, 1958).
    private mutating func gauss() -> Double {
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude...1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}
