import Foundation
import TestConditions
import TestSupport
import Testing

/// `Scripts/pin-packages` in a checkout that is made for the test, with a `swift` that notes what it is asked.
@Suite("The versions of the Swift packages", .tags(.waits), .timeLimit(.minutes(1)))
struct PinPackagesTests {
    private let checkout: TemporaryDirectory

    init() throws {
        checkout = try TemporaryDirectory()
        let manager = FileManager.default
        try manager.createDirectory(atPath: checkout.file("Scripts"), withIntermediateDirectories: false)
        try manager.copyItem(
            atPath: Checkout.file("Scripts/pin-packages"), toPath: checkout.file("Scripts/pin-packages"))
        try checkout.write("Scripts/package-versions", "swift-log 1.16.2\nswift-nio 2.101.2\n")
        try checkout.write("Package.swift")
        try setDate(of: "Package.swift", to: Date(timeIntervalSince1970: 1))
    }

    private func setDate(of name: String, to date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: checkout.file(name))
    }

    /// Writes what Swift has resolved, or what it will resolve when it is asked.
    private func resolve(_ versions: KeyValuePairs<String, String>, in name: String = "Package.resolved") throws {
        let pins = versions.map {
            """
                {
                  "identity" : "\($0.key)",
                  "kind" : "remoteSourceControl",
                  "state" : {
                    "revision" : "0123abcd",
                    "version" : "\($0.value)"
                  }
                }
            """
        }
        try checkout.write(
            name, "{\n  \"pins\" : [\n\(pins.joined(separator: ",\n"))\n  ],\n  \"version\" : 3\n}\n")
    }

    /// The exit status, and what the script said.
    private func pin(_ arguments: String...) async throws -> (status: Int32?, said: String) {
        let swift = "() { echo \"$*\" >>asked; [ ! -e obtainable ] || cp obtainable Package.resolved; }"
        let run = try ChildProcess(
            "bash", [checkout.file("Scripts/pin-packages")] + arguments, environment: ["BASH_FUNC_swift%%": swift])
        let status = await run.exitStatus(within: .seconds(20))
        return (status, run.completeStandardOutput + run.completeStandardError)
    }

    @Test("says nothing and asks nothing when all is as listed")
    func asListed() async throws {
        try resolve(["swift-log": "1.16.2", "swift-nio": "2.101.2"])
        let (status, said) = try await pin()
        #expect(status == 0 && said.isEmpty, "\(said)")
        #expect(checkout.contents("asked") == nil)
    }

    @Test("brings a package that is another to the version that is listed")
    func brought() async throws {
        try resolve(["swift-log": "1.16.2", "swift-nio": "2.102.0"])
        try resolve(["swift-log": "1.16.2", "swift-nio": "2.101.2"], in: "obtainable")
        let (status, said) = try await pin()
        #expect(status == 0 && said.isEmpty, "\(said)")
        #expect(checkout.contents("asked") == "package resolve swift-nio --version 2.101.2\n")
    }

    @Test("fails where a version cannot be had, and says which, and what is listed or resolved alone")
    func different() async throws {
        try resolve(["swift-new": "1.0.0", "swift-nio": "2.102.0"])
        let (status, said) = try await pin()
        #expect(status == 65)
        for line in [
            "swift-log: 1.16.2 is listed, none is resolved", "swift-new: none is listed, 1.0.0 is resolved",
            "swift-nio: 2.101.2 is listed, 2.102.0 is resolved",
        ] { #expect(said.contains("\n\(line)\n"), "\(said)") }
    }

    @Test("after a change of Package.swift it resolves first; --write makes the list of what is resolved then")
    func written() async throws {
        try resolve(["swift-nio": "2.101.2"])
        try resolve(["swift-nio-extras": "1.35.2", "swift-nio": "2.102.0"], in: "obtainable")
        try setDate(of: "Package.swift", to: Date(timeIntervalSinceNow: 3600))
        let (status, said) = try await pin("--write")
        #expect(status == 0 && said.isEmpty, "\(said)")
        #expect(checkout.contents("asked") == "package resolve\n")
        #expect(checkout.contents("Scripts/package-versions") == "swift-nio 2.102.0\nswift-nio-extras 1.35.2\n")
    }

    private struct Rule {
        var needed: [String]
        var lines: [String] = []
    }

    /// The rules of the Makefile by name: what each needs first, and the lines that it runs.
    private static func rules() throws -> [String: Rule] {
        var rules: [String: Rule] = [:]
        var current: String?
        for line in try Checkout.text("Makefile").split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("\t") {
                if let current { rules[current]?.lines.append(String(line)) }
                continue
            }
            current = nil
            guard let colon = line.firstIndex(of: ":"), line[..<colon].allSatisfy({ $0.isLowercase || $0 == "-" })
            else { continue }
            let name = String(line[..<colon])
            let needed = line[colon...].dropFirst().prefix(while: { $0 != "#" }).split(separator: " ")
            rules[name] = Rule(needed: needed.map { String($0) })
            current = name
        }
        return rules
    }

    @Test("each rule of the Makefile that builds takes the listed versions first, itself or in a rule that it needs")
    func makefile() throws {
        let rules = try Self.rules()
        func isBuild(_ line: String) -> Bool { line.contains("swift build") || line.contains("$(SWIFT_RELEASE)") }
        func isPin(_ line: String) -> Bool { line.contains("Scripts/pin-packages") }
        func pins(_ name: String) -> Bool {
            guard let rule = rules[name] else { return false }
            return rule.lines.contains(where: isPin) || rule.needed.contains(where: pins)
        }
        let building = rules.filter { $0.value.lines.contains(where: isBuild) }
        let isRead = Set(building.keys).isSuperset(of: ["programs", "demo-programs", "cross", "test"])
        #expect(isRead, "\(building.keys.sorted())")
        let astray = building.filter { _, rule in
            let before = rule.lines.prefix { !isBuild($0) }
            return !before.contains(where: isPin) && !rule.needed.contains(where: pins)
        }
        #expect(astray.keys.sorted() == [])
    }
}
