import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("The version of a release", .tags(.waits), .timeLimit(.minutes(1)))
struct SetVersionTests {
    private static let files = [
        "Sources/Model/Values/Installation.swift", "CHANGELOG.md", "debian/changelog", "Scripts/set-version",
    ]
    private let directory: TemporaryDirectory

    /// A checkout of the files that have the version, with something unreleased.
    init() throws {
        directory = try TemporaryDirectory()
        for name in Self.files {
            let folder = URL(filePath: directory.file(name)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Checkout.file(name), toPath: directory.file(name))
        }
        try directory.write(
            "Sources/Model/Values/Installation.swift",
            "public enum Installation {\n    public static let version = \"1.2.3\"\n}\n")
        try directory.write(
            "CHANGELOG.md", "# Changes\n\n## Unreleased\n\n- Something new.\n\n## 1.2.3, 2026-01-01\n\n- Old.\n")
    }

    private func set(_ version: String) async throws -> Programs.Result {
        try await Programs.run(directory.file("Scripts/set-version"), [version, "--date", "2026-02-03"])
    }

    private func contents(_ index: Int) -> String? { directory.contents(Self.files[index]) }

    @Test("a new version is in the source, in the changes and in the packages")
    func newVersion() async throws {
        let packages = try #require(contents(2))
        let result = try await set("1.3.0")
        #expect(result.output == "1.2.3 → 1.3.0\n", "\(result.errors)")
        #expect(contents(0)?.contains(#"version = "1.3.0""#) == true)
        #expect(
            contents(1)
                == "# Changes\n\n## Unreleased\n\n## 1.3.0, 2026-02-03\n\n- Something new.\n\n## 1.2.3, 2026-01-01\n\n- Old.\n"
        )
        #expect(contents(2)?.hasPrefix("placemarkd (1.3.0) unstable; urgency=medium\n") == true)
        #expect(contents(2)?.hasSuffix(packages) == true)
        let parsed = try await Programs.run(
            "dpkg-parsechangelog", ["--file", directory.file("debian/changelog"), "--show-field", "Date"])
        #expect(parsed.output == "Tue, 03 Feb 2026 12:00:00 +0000\n", "\(parsed.errors)")
        let again = try await set("1.4.0")
        #expect(again.status == 1 && again.errors.contains("CHANGELOG.md says nothing below"), "\(again.errors)")
    }

    @Test("what is no later version changes nothing", arguments: ["1.2.3", "1.2.2", "1.2", "v2.0.0", "02.0.0", ""])
    func refused(version: String) async throws {
        let before = (0..<3).map(contents)
        let result = try await set(version)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("set-version: "))
        #expect((0..<3).map(contents) == before)
    }
}
