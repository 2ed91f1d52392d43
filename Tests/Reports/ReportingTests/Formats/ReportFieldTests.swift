@testable import Reporting
import TestSupport
import Testing

/// Whoever writes a template finds each name on a page, and none that templates do not know.
@Suite("The names in a template")
struct ReportFieldTests {
    @Test("docs/admin/mqtt.md has each name that a template may have, once, and no other")
    func brokers() throws {
        let paragraphs = try Checkout.text("docs/admin/mqtt.md").split(separator: "\n\n")
        let names = try #require(paragraphs.first { $0.hasPrefix("Names in braces ") })
        // What else stands between backticks there has no letters alone: braces, signs and `:json`.
        let told = names.matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
        let expected = ReportField.allCases.filter { $0 != .password }.map(\.rawValue)
        #expect(told.sorted() == expected.sorted())
    }

    @Test("docs/admin/reports.md has the name that only a request over HTTP may have")
    func requests() throws {
        let page = try Checkout.text("docs/admin/reports.md")
        #expect(page.contains("`{\(ReportField.password.rawValue)}`"))
    }
}
