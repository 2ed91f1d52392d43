import TestSupport
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("The manual page placemarkd.conf(5)")
struct ConfigurationManualTests {
    /// The keys of the page: `[Section] Key=` and the text below it on one line, without escapes.
    private static func keys() throws -> [(name: String, text: String)] {
        let bytes = try #require(try ConfigurationFile.read(Checkout.file("man/placemarkd.conf.5")))
        var (section, keys) = ("", [(name: String, text: String)]())
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix(".Ss ") {
                section = String(line.dropFirst(4))
            } else if line.hasPrefix(".It Va ") {
                keys.append(("\(section) \(line.dropFirst(7))", ""))
            } else if !line.hasPrefix("."), !keys.isEmpty {
                keys[keys.count - 1].text += " " + plain(line)
            }
            if line.hasPrefix(".Sh EXAMPLES") { break }
        }
        return keys
    }

    private static func plain(_ line: Substring) -> String {
        var text = String(line)
        for (escape, character) in [("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\&", "")] {
            text = text.split(separator: escape, omittingEmptySubsequences: false).joined(separator: character)
        }
        return text
    }

    @Test("it has the keys of the table in their order, and no others; if not, run Scripts/man-pages")
    func names() throws {
        #expect(try Self.keys().map(\.name) == Configuration.keys.map { "[\($0.section)] \($0.name)=" })
    }

    @Test("it tells of each key what it does, what is allowed and the default; if not, run Scripts/man-pages")
    func texts() throws {
        for (told, key) in zip(try Self.keys(), Configuration.keys) {
            let standard = key.defaultText.isEmpty ? "none" : key.defaultText
            #expect(told.text == " \(key.explanation) Expected: \(key.allowed). Default: \(standard).", "\(told.name)")
        }
    }
}
