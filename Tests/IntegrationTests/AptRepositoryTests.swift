import Foundation
import TestConditions
import TestSupport
import Testing

/// `Scripts/apt-repository`, with a key made for the test, packages made for the test, and the real apt as the client.
@Suite("The apt repository", .tags(.waits), .timeLimit(.minutes(6)))
struct AptRepositoryTests {
    private let directory: TemporaryDirectory
    private let repository: String
    private static let script = Checkout.file("Scripts/apt-repository")

    init() async throws {
        directory = try TemporaryDirectory()
        repository = directory.file("repository")
        for name in ["keys", "state/lists/partial", "cache/archives/partial", "packages"] {
            try FileManager.default.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let key = try await shell(
            "gpg --batch --pinentry-mode loopback --passphrase '' --quick-generate-key test@example.org rsa2048 sign never"
        )
        try #require(key.status == 0, "\(key.errors)")
    }

    /// Runs a command with the test's own keys.
    private func shell(_ command: String) async throws -> Programs.Result {
        try await Programs.run(
            "/bin/bash", ["-c", "export GNUPGHOME='\(directory.file("keys"))'; cd '\(directory.path)'; \(command)"],
            within: .seconds(60))
    }

    /// Makes a package of one file.
    private func makePackage(_ name: String, _ version: String, architecture: String, content: String) async throws {
        let made = try await shell(
            """
            mkdir -p tree/DEBIAN tree/usr/share/\(name) && echo '\(content)' >tree/usr/share/\(name)/file &&
            printf 'Package: \(name)\\nVersion: \(version)\\nArchitecture: \(architecture)\\nMaintainer: x <x@example.org>\\nDescription: x\\n' \
                >tree/DEBIAN/control && dpkg-deb --build --root-owner-group tree packages; rm -rf tree
            """)
        try #require(made.status == 0, "\(made.errors)")
    }

    private func publish(key: String = "test@example.org") async throws -> Programs.Result {
        try await shell("'\(Self.script)' \(key) '\(repository)' bookworm=packages")
    }

    /// The real apt-get, with the repository as its only source, in folders of its own.
    private func apt(_ arguments: String) async throws -> Programs.Result {
        try directory.write(
            "sources.list", "deb [signed-by=\(repository)/placemarkd.gpg] file:\(repository) bookworm main\n")
        let options = [
            "Dir::State=\(directory.file("state"))", "Dir::Cache=\(directory.file("cache"))",
            "Dir::Etc::SourceList=\(directory.file("sources.list"))", "Dir::Etc::SourceParts=/dev/null",
            "APT::Sandbox::User=root", "Acquire::Languages=none", "APT::Architecture=amd64",
        ].map { "-o \($0)" }.joined(separator: " ")
        return try await shell("apt-get \(options) \(arguments)")
    }

    @Test("apt finds the packages of its architecture in it, believes its signature, and nobody else's")
    func client() async throws {
        try await makePackage("one", "1", architecture: "amd64", content: "first")
        try await makePackage("two", "1", architecture: "all", content: "first")
        try await makePackage("three", "1", architecture: "arm64", content: "first")
        let published = try await publish()
        #expect(published.output == "bookworm: 3 packages\n", "\(published.errors)")
        let updated = try await apt("update")
        #expect(updated.status == 0, "\(updated.errors)")
        #expect(try await apt("download one two").status == 0)
        #expect(directory.names.filter { $0.hasSuffix(".deb") }.sorted() == ["one_1_amd64.deb", "two_1_all.deb"])
        #expect(try await apt("download three").status != 0)

        try await makePackage("one", "2", architecture: "amd64", content: "second")
        #expect(try await publish().output == "bookworm: 4 packages\n")
        #expect(try await apt("update").status == 0)
        #expect(try await apt("download one").status == 0)
        #expect(directory.names.contains("one_2_amd64.deb"))

        let forged = try await shell(
            "sed -i 's/Origin: placemarkd/Origin: somebody/' repository/dists/bookworm/InRelease")
        #expect(forged.status == 0)
        let refused = try await apt("update --error-on=any")
        #expect(refused.status != 0)
    }

    @Test(
        "another package of a version that is there, a key that is missing and a folder without packages change nothing"
    )
    func refusals() async throws {
        let empty = try await publish()
        #expect(empty.status == 1 && empty.errors.contains("run: make deb"), "\(empty.errors)")
        try await makePackage("one", "1", architecture: "amd64", content: "first")
        let keyless = try await publish(key: "nobody@example.org")
        #expect(keyless.status == 1 && keyless.errors.contains("gpg has no secret key"), "\(keyless.errors)")
        #expect(!directory.names.contains("repository"))
        #expect(try await publish().status == 0)
        let before = try await shell("cat repository/dists/bookworm/Release")
        try await makePackage("one", "1", architecture: "amd64", content: "other bytes")
        let changed = try await publish()
        #expect(changed.status == 1 && changed.errors.contains("give it a new version"), "\(changed.errors)")
        #expect(try await shell("cat repository/dists/bookworm/Release").output == before.output)
        #expect(try await apt("update").status == 0)
    }
}
