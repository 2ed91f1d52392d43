import Foundation

/// A document of this package, whose examples are run.
public struct Markdown: Sendable {
    private let text: String

    /// - Parameter path: relative to the package.
    public init(_ path: String) throws { text = try Checkout.text(path) }

    /// The indented block that begins with this line, without its indentation; nil when there is none.
    public func block(beginning first: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("    " + first) }) else { return nil }
        return lines[start...].prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
    }

    /// The fenced blocks that are in this language; with `path` only what stands right below a comment of that text.
    public func blocks(in language: String, below path: String? = nil) -> [String] {
        let fence = (path.map { "<!-- \($0) -->" } ?? "") + "\n```\(language)\n"
        return text.components(separatedBy: fence).dropFirst().compactMap { rest in
            rest.components(separatedBy: "\n```").first
        }
    }
}
