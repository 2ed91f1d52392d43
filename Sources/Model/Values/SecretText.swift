/// A password, a key or a token. It cannot be printed: whatever shows it, or what it is part of, shows three dots.
public struct SecretText: Hashable, Sendable {
    /// The text itself, for the one place that sends it.
    public let revealed: String

    public init(_ text: String) { revealed = text }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "…" }
    public var debugDescription: String { description }
    /// Without it `dump` and the messages of failed tests would show the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
