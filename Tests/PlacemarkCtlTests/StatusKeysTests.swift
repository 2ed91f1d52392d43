import FoundationEssentials
import TestSupport
import Testing

@testable import placemarkctl

@Suite("The keys that “get” completes")
struct StatusKeysTests {
    @Test("they are those of the table in docs/protocol.md")
    func documented() throws {
        let text = try Checkout.text("docs/protocol.md")
        let section = try #require(text.split(separator: "## The status\n").last?.split(separator: "\n## ").first)
        var (documented, part) = (Set<String>(), "")
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cell = line.dropFirst(2).split(separator: "|")[0]
            for (index, piece) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where !index.isMultiple(of: 2) {
                if piece.hasPrefix(".") {
                    documented.insert(part + piece)
                } else {
                    documented.insert(String(piece))
                    part = piece.split(separator: ".").dropLast().joined(separator: ".")
                }
            }
        }
        #expect(documented.count > 60)
        let known = Set(StatusKeys.paths)
        #expect(documented.subtracting(known).sorted() == [])
        #expect(known.subtracting(documented).sorted() == [])
    }

    @Test(
        "a key is known by its path, by what it is a part of, and by its last name",
        arguments: [
            ("placemark.locality", true), ("placemark", true), ("locality", true), ("fixes.rejected.tooOld", true),
            ("visit.placemark.locality", true), ("localty", false), ("placemark.localty", false), ("place", false),
            ("location.coordinate", true), ("coordinate", true), ("", false), (".", false),
        ])
    func known(key: String, isKnown: Bool) { #expect(StatusKeys.isKnown(key) == isKnown) }
}
