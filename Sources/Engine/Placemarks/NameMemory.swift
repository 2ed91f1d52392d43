import PlacemarkModel

/// The names of the last requests, and how often the box has gone back and forth between them.
///
/// A road that follows a border, or the receiver's noise beside one, changes the names again and again. Each return to
/// one of the last few names as soon as it is allowed doubles the time until the next return is allowed. New names end
/// that, and so does a return that comes twice as late as it might have.
struct NameMemory: Sendable {
    /// Enough for a point where four names meet.
    private static let length = 4
    /// 2^20 intervals are beyond any longest pause.
    private static let mostReturns = 20

    /// The hints of the last answered requests, each once, the newest last.
    private var hints: [NameHint] = []
    /// How many returns in a row came as soon as they were allowed.
    private var returns = 0

    /// - Parameter hint: the names that the box has already, if they are known.
    init(_ hint: NameHint? = nil) { hints = hint.map { [$0] } ?? [] }

    /// The hint of the location that was geocoded last.
    var last: NameHint? { hints.last }

    /// How long after the last request these names may be asked for.
    func pause(before hint: NameHint, interval: Duration, longest: Duration) -> Duration {
        isReturn(hint) ? min(interval * (1 << returns), max(interval, longest)) : interval
    }

    /// Takes a request into account that was answered, and came this long after the one before.
    mutating func asked(_ hint: NameHint, after elapsed: Duration, interval: Duration, longest: Duration) {
        guard hint != last else { return }
        let isPrompt = elapsed < pause(before: hint, interval: interval, longest: longest) * 2
        returns = isReturn(hint) && isPrompt ? min(returns + 1, Self.mostReturns) : 0
        hints.removeAll { $0 == hint }
        if hints.count == Self.length { hints.removeFirst() }
        hints.append(hint)
    }

    /// Whether these are names that the box has left a few requests ago.
    private func isReturn(_ hint: NameHint) -> Bool { hints.dropLast().contains(hint) }
}
