import Foundation
import NIOHTTP1
import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@testable import Publishing

@Suite("The documents")
struct DocumentTests {
    @Test("docs/reference/protocol.md names every key of a status, every request, every event and every rejection")
    func protocolPage() throws {
        let page = try Checkout.text("docs/reference/protocol.md")
        let words = Set(page.split { !$0.isLetter && $0 != "-" }.map(String.init))
        func keys(_ value: Any) -> [String] {
            guard let object = value as? [String: Any] else { return [] }
            return object.keys + object.values.flatMap(keys)
        }
        for snapshot in [Snapshots.cupertino, Snapshots.stale] {
            let json = Data(JSONLine.encode(snapshot.status(at: at(722), precision: .precise)))
            for key in keys(try JSONSerialization.jsonObject(with: json)) where !words.contains(key) {
                Issue.record("the page lacks the key \(key)")
            }
        }
        let names =
            LineRequest.Word.allCases.map(\.rawValue) + EventReport.Name.allCases.map(\.rawValue)
            + Rejection.allCases.map(\.rawValue)
        for name in names where !words.contains(name) { Issue.record("the page lacks \(name)") }
    }

    @Test("docs/reference/http.md names every path, method, parameter and code of HTTP")
    func httpPage() throws {
        let page = try Checkout.text("docs/reference/http.md")
        for route in HTTPRoute.allCases {
            #expect(page.contains(route.rawValue.replacing("{identifier}", with: "IDENTIFIER")), "\(route)")
            for method in route.methods { #expect(page.contains("`\(method.rawValue)"), "\(method)") }
            for parameter in route.parameters { #expect(page.contains("\(parameter)="), "\(parameter)") }
        }
        let codes = try Checkout.text("Tests/Daemon/PublishingTests/Golden/http.txt")
            .matches(of: /"code":"([a-z-]+)"/).map { String($0.1) }
        #expect(Set(codes).count > 10)
        for code in Set(codes) { #expect(page.contains("`\(code)`"), "\(code)") }
    }

    @Test("docs/explain/how-it-decides.md says of each policy when it asks")
    func policies() throws {
        let page = try Checkout.text("docs/explain/how-it-decides.md")
        for mode in GeocodingMode.allCases { #expect(page.contains("\n| `\(mode.rawValue)` |"), "\(mode)") }
    }

    @Test("docs/explain/faults.md has every row, and each test file that it names carries the row's number")
    func faultsPage() throws {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file("Tests"))
            .filter { $0.hasSuffix(".swift") }
        let rows = try Checkout.text("docs/explain/faults.md").split(separator: "\n").filter { $0.first == "|" }
            .dropFirst(2)
        let numbers = 1...rows.count
        #expect(
            rows.map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) } == numbers.map { String($0) })
        // No test is of a fault that has no row.
        for source in sources {
            for line in try Checkout.text("Tests/\(source)").split(separator: "\n") where line.contains("fault") {
                for match in line.matches(of: /\bfaults? (\d+(?:(?:, | and )\d+)*)/) {
                    let named = match.1.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
                    #expect(named.allSatisfy { numbers.contains($0) }, "\(source): \(named)")
                }
            }
        }
        for (number, row) in zip(numbers, rows) {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            for name in cells[3].split(separator: ",").map({ $0.trimmingCharacters(in: .init(charactersIn: " `")) }) {
                guard name != "–" else { continue }
                let texts = try sources.filter { $0.hasSuffix("/\(name).swift") }.map {
                    try Checkout.text("Tests/\($0)")
                }
                let pattern = try Regex("faults? [0-9, and]*\\b\(number)\\b")
                #expect(texts.contains { $0.contains(pattern) }, "row \(number): \(name)")
            }
        }
    }
}
