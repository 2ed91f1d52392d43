import PlacemarkModel

/// What a guard takes for the box's position: the median of its last fixes, without those that have jumped.
///
/// Multipath moves a fix by tens of metres from one second to the next, and back some seconds later. What floats or is
/// towed does not: so a fix that cannot have been reached waits until it has stayed for a minute.
struct GuardPosition: Sendable {
    /// How old fixes may be, as long as there are more than `fewest`.
    static let window = Duration.seconds(20)
    static let fewest = 5
    static let most = 24
    /// Older ones say nothing of now, however few there are.
    static let oldest = Duration.seconds(180)
    /// More often than this a receiver only repeats itself.
    static let shortestStep = Duration.milliseconds(800)
    /// In seconds: as long as a box may have moved from a fix to the next.
    static let longestStep = 5.0
    /// Over so long a way takes to tell a speed from noise.
    static let speedBase = Duration.seconds(4)
    /// How long a place must be stayed at that cannot have been reached.
    static let probation = Duration.seconds(60)
    /// The least that counts as a jump, in metres.
    private let shortestJump: Double
    /// In m/s: a box that moves faster than this jumps.
    private let largestSpeed: Double
    /// In m/s²: what stands has to start first. A boat reaches its little speed from one fix to the next.
    private let largestAcceleration: Double
    private var fixes: [(offset: SIMD2<Double>, at: BootInstant)] = []
    private var suspects: [(offset: SIMD2<Double>, at: BootInstant)] = []
    private var lastAt: BootInstant?
    /// The mean square of a step from fix to fix, in m².
    private var stepSquare = 1.0

    init(_ kind: GuardKind) {
        switch kind {
        case .anchor: (shortestJump, largestSpeed, largestAcceleration) = (12, 2, 2.5)
        case .parked: (shortestJump, largestSpeed, largestAcceleration) = (8, 15, 4)
        }
    }

    /// When the position was known last; before the first one, when the first fix came that counts. Fixes that are too few for
    /// a position say nothing of where the box is.
    private(set) var seenAt: BootInstant?

    /// The position, in metres east and north of the centre; nil until there are enough fixes.
    private(set) var median: SIMD2<Double>?

    private static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Takes a fix into account. Returns whether there is a newer position.
    mutating func accepted(_ offset: SIMD2<Double>, at now: BootInstant) -> Bool {
        if let lastAt, lastAt.duration(to: now) < Self.shortestStep { return false }
        let silence = lastAt.map { $0.duration(to: now).inSeconds } ?? 0
        lastAt = now
        if let oldest = fixes.first, oldest.at.duration(to: now) > Self.oldest {
            fixes.removeAll { $0.at.duration(to: now) > Self.oldest }
            if fixes.count < Self.fewest { median = nil }
        }
        guard let last = fixes.last, let known = median ?? fixes.last?.offset else {
            take(suspects.isEmpty ? [(offset, now)] : suspects + [(offset, now)], at: now)
            return median != nil
        }
        // From the last fix, and from the middle of the last ones: noise is farther from the one before than from that.
        let step = min((offset - last.offset).length, (offset - known).length)
        let noise = max(shortestJump, 5 * stepSquare.squareRoot())
        // What comes after a silence may have jumped meanwhile, as well as moved: it waits, too.
        if step <= noise + reachableSpeed(after: silence) * min(silence, Self.longestStep) {
            suspects = []
            let square = ((offset - last.offset) * (offset - last.offset)).sum()
            stepSquare += (min(square, 400) - stepSquare) / 60
            take([(offset, now)], at: now)
            return median != nil
        }
        let reach = noise + largestSpeed * silence
        if let suspect = suspects.last, (offset - suspect.offset).length > reach { suspects = [] }
        suspects.append((offset, now))
        guard let first = suspects.first, first.at.duration(to: now) >= Self.probation else { return false }
        fixes = []
        take(suspects, at: now)
        return median != nil
    }

    /// In m/s: what the box can have reached so many seconds after its last fix.
    private func reachableSpeed(after seconds: Double) -> Double {
        var speed = 0.0
        if let last = fixes.last, let earlier = fixes.last(where: { $0.at.duration(to: last.at) >= Self.speedBase }) {
            speed = (last.offset - earlier.offset).length / earlier.at.duration(to: last.at).inSeconds
        }
        return min(largestSpeed, speed + largestAcceleration * seconds)
    }

    private mutating func take(_ new: [(offset: SIMD2<Double>, at: BootInstant)], at now: BootInstant) {
        suspects = []
        fixes += new
        while fixes.count > Self.most || fixes.count > Self.fewest && fixes[0].at.duration(to: now) > Self.window {
            fixes.removeFirst()
        }
        let isEnough = fixes.count >= Self.fewest
        if isEnough || seenAt == nil { seenAt = now }
        median = isEnough ? SIMD2(Self.median(fixes.map(\.offset.x)), Self.median(fixes.map(\.offset.y))) : nil
    }

    /// Forgets all fixes, because nobody knows what has happened since.
    mutating func reset() { (fixes, suspects, lastAt, median, seenAt) = ([], [], nil, nil, nil) }
}
