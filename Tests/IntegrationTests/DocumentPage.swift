import Foundation

/// A page of the documentation, with its examples.
struct DocumentPage {
    let text: String

    /// - Parameter path: from the top of the checkout.
    init(_ path: String) throws {
        text = try String(contentsOfFile: "\(Programs.package)/\(path)", encoding: .utf8)
    }

    /// The fenced blocks that are in this language; with `path` only what stands right below a comment of that text.
    func blocks(in language: String, below path: String? = nil) -> [String] {
        let fence = (path.map { "<!-- \($0) -->" } ?? "") + "\n```\(language)\n"
        return text.components(separatedBy: fence).dropFirst().compactMap { rest in
            rest.components(separatedBy: "\n```").first
        }
    }
}
