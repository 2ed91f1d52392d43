public import PlacemarkModel

/// Something that the machine must never do, and has done.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The name of the invariant.
    public let invariant: String
    public let at: BootInstant
    /// What was seen, and what should have been.
    public let text: String

    public var description: String { "\(invariant) at \(at.sinceBoot.inSeconds) s after boot: \(text)" }
}

/// The violations of a run. Keeps the first ones of each invariant, and counts the others: one fault brings thousands.
public struct Violations: Sendable {
    public static let kept = 10
    public private(set) var first: [Violation] = []
    public private(set) var count = 0
    private var counts: [String: Int] = [:]

    public init() {}

    mutating func add(_ invariant: String, at now: BootInstant, _ text: @autoclosure () -> String) {
        count += 1
        counts[invariant, default: 0] += 1
        if counts[invariant, default: 0] <= Self.kept {
            first.append(Violation(invariant: invariant, at: now, text: text()))
        }
    }
}

/// A rule that holds at every step, and what must be remembered to check it.
protocol Invariant: Sendable {
    mutating func check(_ step: Step, _ violations: inout Violations)
}
