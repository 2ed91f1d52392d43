/// What is wrong with the description of a region.
public struct RegionMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// To follow the word "expected".
    public let expected: String

    public init(expected: String) { self.expected = expected }

    public var description: String { "expected \(expected)" }
}
