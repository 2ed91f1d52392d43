import Foundation
import TestSupport
import Testing

@Suite("The page of the library")
struct SwiftPageTests {
    @Test("docs/reference/swift.md has every question and every sequence of updates")
    func methods() throws {
        let page = try Checkout.text("docs/reference/swift.md")
        let folder = "Sources/Client/PlacemarkClient"
        var names: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(folder))
        where file.hasSuffix(".swift") {
            let text = try Checkout.text("\(folder)/\(file)")
            names.formUnion(text.matches(of: /public func (\w+)\(/).map { String($0.1) })
        }
        names.remove("makeAsyncIterator")
        #expect(names.count > 20)
        for name in names.sorted() { #expect(page.contains("`\(name)("), "\(name)") }
    }
}
