import Foundation
import PlacemarkModel
import Reporting
import Settings
import TestSupport
import Testing

@Suite("The list of formats")
struct ReportFormatsTests {
    private let names = ReportFormats.all.map(\.rawValue)

    @Test("a format whose file is there is a line of the list, once")
    func complete() throws {
        let folder = URL(filePath: Checkout.file("Sources/Reports/Reporting/Formats"))
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var written: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            written += text.matches(of: /ReportFormat\(\s*"([^"]+)"/).map { String($0.1) }
        }
        #expect(written.sorted() == names.sorted())
        #expect(Set(names).count == names.count)
        for name in names { #expect(ReportFormat(rawValue: name)?.rawValue == name) }
    }

    @Test("a format has something for some way that reports travel")
    func ways() {
        for format in ReportFormats.all {
            #expect(SinkSettings.Transport.allCases.contains { format.travels(by: $0) }, "\(format.rawValue)")
        }
    }

    /// The sink of a file that nobody has checked.
    private func sink(_ format: ReportFormat, _ transport: SinkSettings.Transport) -> Sink {
        var settings = SinkSettings()
        (settings.format, settings.transport, settings.url) = (format, transport, "https://x")
        return Sink(name: "map", settings: settings)
    }

    @Test("what a format has nothing for, it does not make: no format becomes a template", arguments: ReportFormats.all)
    func unfit(_ format: ReportFormat) {
        let made: [(SinkSettings.Transport, (Sink) throws -> Void)] = [
            (.http, { _ = try $0.requests() }), (.mqtt, { _ = try $0.messages() }), (.signalk, { _ = try $0.deltas() }),
            (.homeassistant, { _ = try $0.wheels() }),
        ]
        #expect(made.map(\.0).count == SinkSettings.Transport.allCases.count)
        for (transport, make) in made where !format.travels(by: transport) {
            #expect {
                try make(sink(format, transport))
            } throws: { error in
                guard case .contradiction(let words)? = error as? ConfigurationProblem.Reason else { return false }
                let fit = ReportFormats.all.filter { $0.travels(by: transport) }.map(\.rawValue)
                return words.hasSuffix("with Type=\(transport.rawValue), one of \(fit.joined(separator: ", "))")
            }
        }
    }

    @Test("an unknown word is no format, and the error lists all of them")
    func unknown() throws {
        #expect(ReportFormat(rawValue: "owntrack") == nil)
        let key = try #require(SinkSettings.keys.first { $0.section == "Sink" && $0.name == "Format" })
        #expect(key.allowed == "one of " + names.joined(separator: ", "))
        for name in names { #expect(key.explanation.contains(name)) }
    }

    /// The names in the first column of a table, below the row that has `head` in it.
    private func firstColumn(of page: String, below head: String) throws -> [String] {
        let lines = try Checkout.text(page).split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| ") && $0.contains(head) })
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.compactMap { row in
            row.firstMatch(of: /`([^`]+)`/).map { String($0.1) }
        }
    }

    @Test(
        "the pages tell of each format, where it travels",
        arguments: [
            (SinkSettings.Transport.http, "docs/admin/reports.md", "`Format=` with `Type=http`"),
            (.mqtt, "docs/admin/mqtt.md", "`Format=` | Topics"),
        ])
    func documented(_ transport: SinkSettings.Transport, _ page: String, _ head: String) throws {
        let expected = ReportFormats.all.filter { $0.travels(by: transport) }.map(\.rawValue)
        #expect(try firstColumn(of: page, below: head).sorted() == expected.sorted())
    }
}
