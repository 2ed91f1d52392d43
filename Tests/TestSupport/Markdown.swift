import Foundation

/// A document of this package, whose examples are run.
public struct Markdown: Sendable {
    private let lines: [Substring]

    /// - Parameter path: relative to the package.
    public init(_ path: String) throws {
        lines = try Checkout.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The indented block that begins with this line, without its indentation; nil when there is none.
    public func block(beginning first: String) -> String? {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("    " + first) }) else { return nil }
        return lines[start...].prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
    }
}
