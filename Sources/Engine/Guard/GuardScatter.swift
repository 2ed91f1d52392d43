import PlacemarkModel

/// Learns what is usual: how far outside the ring, in metres and mostly negative, the position is taken to be, and how
/// much that wanders about.
///
/// Errors of receivers are correlated over minutes, so neither the dilution nor a quarter of a minute of fixes tells
/// how far they carry the position. An hour does. What happens now must not make itself usual: it is learnt only after
/// `delay`.
struct GuardScatter: Codable, Hashable, Sendable {
    /// What is learnt from at once.
    static let blockDuration = 120.0
    /// In blocks: how long what has been seen waits.
    static let delay = 5
    /// In seconds: the time constants of the middle, and of the scatter about it.
    static let middleMemory = 900.0
    static let scatterMemory = 3600.0
    /// What was known before counts as much as what this many seconds have shown.
    static let priorWeight = 900.0
    /// No receiver is better for a whole night, in metres (one standard deviation).
    static let least = 1.5

    private struct Block: Codable, Hashable, Sendable {
        var count = 0.0
        var sum = 0.0
        var squares = 0.0
        var seconds = 0.0

        mutating func add(_ excess: Double, seconds: Double) {
            count += 1
            sum += excess
            squares += excess * excess
            self.seconds += seconds
        }
    }

    private var middle: Double?
    private var variance = 0.0
    /// How many seconds have been learnt from, at most `scatterMemory`.
    private var learnt = 0.0
    private var blocks: [Block] = [Block()]

    /// - Parameter seconds: since the one before.
    mutating func add(_ excess: Double, seconds: Double) {
        blocks[blocks.count - 1].add(excess, seconds: min(seconds, 30))
        guard blocks[blocks.count - 1].seconds >= Self.blockDuration else { return }
        blocks.append(Block())
        if blocks.count > Self.delay + 1 { learn(blocks.removeFirst()) }
    }

    private mutating func learn(_ block: Block) {
        let mean = block.sum / block.count
        let before = middle ?? mean
        let share = min(1, block.seconds / min(Self.middleMemory, learnt + block.seconds))
        let middle = before + share * (mean - before)
        self.middle = middle
        // About the middle of that time, so that a slow swing is not scatter, and a slow error is.
        let square = max(0, block.squares / block.count - 2 * middle * mean + middle * middle)
        learnt = min(Self.scatterMemory, learnt + block.seconds)
        variance += block.seconds / learnt * (square - variance)
    }

    /// Forgets what has not been learnt yet: it was the beginning of what is not usual.
    mutating func forgetNews() { blocks = [Block()] }

    /// The standard deviation in metres.
    ///
    /// - Parameter prior: what is to be believed as long as little has been seen.
    func deviation(prior: Double) -> Double {
        let square = (Self.priorWeight * prior * prior + learnt * variance) / (Self.priorWeight + learnt)
        return max(Self.least, square.squareRoot())
    }

    /// How far outside the position has mostly been; nil before anything has been learnt.
    var usual: Double? { middle }
}
