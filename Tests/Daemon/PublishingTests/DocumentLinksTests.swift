import Foundation
import TestSupport
import Testing

/// What holds for every page, whatever it is about.
@Suite("The pages")
struct DocumentLinksTests {
    /// Every page of the checkout, by its path.
    private static func pages() throws -> [String] {
        let documents = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file("docs"))
            .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        let top = try FileManager.default.contentsOfDirectory(atPath: Checkout.path).filter { $0.hasSuffix(".md") }
        return (documents + top).sorted()
    }

    /// Where a relative link of a page leads, as a path of the checkout.
    private static func target(of link: Substring, in page: String) -> String {
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    /// The headings of a page as GitHub and its kin name them in links.
    private static func anchors(of page: String) throws -> Set<String> {
        let lines = try Checkout.text(page).split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            lines.map { line in
                line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
                    .replacing(" ", with: "-")
            })
    }

    @Test("each link leads to a file, and to a heading that is there")
    func links() throws {
        let pages = try Self.pages()
        #expect(pages.count > 50)
        for page in pages {
            for match in try Checkout.text(page).matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains(":") {
                let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path = parts[0].isEmpty ? page : Self.target(of: parts[0], in: page)
                #expect(FileManager.default.fileExists(atPath: Checkout.file(path)), "\(page): \(match.1)")
                guard parts.count == 2, path.hasSuffix(".md") else { continue }
                #expect(try Self.anchors(of: path).contains(String(parts[1])), "\(page): \(match.1)")
            }
        }
    }

    @Test("docs/README.md lists every page")
    func contents() throws {
        let contents = try Checkout.text("docs/README.md")
        let decisions = "docs/contribute/decisions"
        for page in try Self.pages() where page.hasPrefix("docs/") && page != "docs/README.md" {
            // They have a list of their own.
            let isDecision = page.hasPrefix("\(decisions)/") && !page.hasSuffix("/README.md")
            let list = isDecision ? try Checkout.text("\(decisions)/README.md") : contents
            let name = page.dropFirst(isDecision ? decisions.count + 1 : "docs/".count)
            #expect(list.contains("](\(name))"), "\(page)")
        }
    }

    @Test(
        "README.md has at most 900 words, and ARCHITECTURE.md at most 1,500",
        arguments: [("README.md", 900), ("ARCHITECTURE.md", 1500)])
    func lengths(page: String, words: Int) throws {
        #expect(try Checkout.text(page).split { $0.isWhitespace }.count <= words)
    }

    @Test("lines end before 140 characters, where Markdown can break them")
    func lines() throws {
        for page in try Self.pages() {
            var isCode = false
            for (number, line) in try Checkout.text(page).components(separatedBy: "\n").enumerated() {
                if line.hasPrefix("```") { isCode.toggle() }
                // A row of a table, a command and a word are whole.
                let isWhole =
                    isCode || line.drop { $0 == " " }.hasPrefix("|") || line.hasPrefix("    ")
                    || !line.dropFirst(2).contains(" ")
                #expect(isWhole || line.count < 140, "\(page):\(number + 1)")
            }
        }
    }

    @Test("each file that code, a unit, a manual or a script names in docs is there")
    func mentions() throws {
        for folder in [
            "Benchmarks", "Scripts", "Sources", "Tests", "debian", "etc", "examples", "man", "map", "systemd",
        ] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(folder)) {
                guard let text = try? Checkout.text("\(folder)/\(file)"), text.utf8.count < 2_000_000 else { continue }
                for match in text.replacing("\\-", with: "-").matches(of: #/(?:^|[^\w.\-])(docs/[\w/\-]+\.md)\b/#) {
                    // OwnTracks' booklet has such a name, too.
                    guard match.1 != "docs/tech/json.md" else { continue }
                    #expect(
                        FileManager.default.fileExists(atPath: Checkout.file(String(match.1))),
                        "\(folder)/\(file): \(match.1)")
                }
            }
        }
    }

    @Test("each file of the checkout that a page names is there")
    func files() throws {
        let path = /`((?:Benchmarks|Scripts|Sources|Tests|etc|examples|map|systemd)\/[\w.+\/\-]+)`/
        // It says what to write into packages of one's own.
        for page in try Self.pages() where page != "docs/reference/swift.md" {
            for match in try Checkout.text(page).matches(of: path) {
                #expect(FileManager.default.fileExists(atPath: Checkout.file(String(match.1))), "\(page): \(match.1)")
            }
        }
    }
}
