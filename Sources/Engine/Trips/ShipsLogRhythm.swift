public import PlacemarkModel

/// When the ship's log gets an entry by itself: with the first fix of each full hour, or other part of a day, under way.
public struct ShipsLogRhythm: Sendable {
    /// Between two entries; zero for never.
    public let interval: Duration
    /// The number of the interval that the last fix was in, counted from 1970 in UTC; nil at rest.
    private var current: Int64?

    public init(every interval: Duration) { self.interval = interval }

    /// Goes on with a trip of an earlier run, whose last fix was then, by the receiver's clock.
    public mutating func resume(after time: Timestamp) { if interval > .zero { current = number(at: time) } }

    /// Whether two moments are in the same interval.
    public func isSameInterval(_ one: Timestamp, _ other: Timestamp) -> Bool {
        interval > .zero && number(at: one) == number(at: other)
    }

    /// Whether a fix is the first of its interval, on a trip that went on before.
    ///
    /// - Parameter time: by the receiver's clock; nil when that cannot be believed: then nothing is due.
    public mutating func isDue(at time: Timestamp?, isUnderWay: Bool) -> Bool {
        guard interval > .zero, isUnderWay, let time else {
            if !isUnderWay { current = nil }
            return false
        }
        let number = number(at: time)
        defer { current = number }
        return current.map { number > $0 } ?? false
    }

    private func number(at time: Timestamp) -> Int64 {
        let length = Int64(interval / .nanoseconds(1))
        return time.nanosecondsSinceEpoch / length - (time.nanosecondsSinceEpoch % length < 0 ? 1 : 0)
    }
}
