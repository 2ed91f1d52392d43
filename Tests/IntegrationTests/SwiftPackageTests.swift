import Foundation
import TestSupport
import TestConditions
import Testing

/// A user's own package, as docs/reference/swift.md describes it. It stays in .build, so that only the first run compiles swift-nio.
@Suite("A package that depends on PlacemarkClient and Gazetteer", .timeLimit(.minutes(25)), .tags(.waits, .busy))
struct SwiftPackageTests {
    private let package = Checkout.file(".build/examples/where-am-i")

    @Test("the files of docs/reference/swift.md are all that it takes")
    func build() async throws {
        let page = try Markdown("docs/reference/swift.md")
        for path in ["Package.swift", "Sources/where-am-i/main.swift", "Sources/offline/main.swift"] {
            let block = try #require(
                page.blocks(in: "swift", below: path).first, "docs/reference/swift.md has no \(path)")
            let file = URL(filePath: "\(package)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try block.write(to: file, atomically: true, encoding: .utf8)
        }
        // The checkout may have any name; the package is beside one of that name.
        let checkout = "\(package)/../placemarkd"
        try? FileManager.default.removeItem(atPath: checkout)
        try FileManager.default.createSymbolicLink(atPath: checkout, withDestinationPath: Checkout.path)

        let build = try ChildProcess("swift", ["build", "--package-path", package, "--disable-index-store"])
        let status = await build.exitStatus(within: .seconds(540))
        try #require(status == 0, "\(build.standardOutput)\(build.standardError)")
        // With a daemon ExamplesTests runs it.
        let program = try ChildProcess(
            "\(package)/.build/debug/where-am-i", ["/nonexistent"], environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(await program.exitStatus(within: .seconds(20)) != 0)
        #expect(program.standardError.contains("/nonexistent"), "\(program.standardError)")

        let offline = try ChildProcess("\(package)/.build/debug/offline", [Programs.world, "47.141,9.521"])
        #expect(await offline.exitStatus(within: .seconds(20)) == 0, "\(offline.standardError)")
        #expect(offline.standardOutput == "Vaduz\n")
    }
}
