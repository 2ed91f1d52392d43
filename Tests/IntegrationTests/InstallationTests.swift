import Foundation
import PlacemarkClient
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// `make install` into a directory of its own, and the shells that find their completions there.
@Suite("What is installed", .timeLimit(.minutes(10)), .tags(.waits))
struct InstallationTests {
    /// An installation, made once for all tests of the suite.
    private struct Installation {
        let directory: TemporaryDirectory
        var share: String { directory.file("usr/share") }

        private static let one = Task { try await Installation() }

        static var shared: Installation { get async throws { try await one.value } }

        private init() async throws {
            directory = try TemporaryDirectory()
            let make = try await Programs.run(
                "make",
                ["--directory", Checkout.path, "--silent", "install", "DESTDIR=\(directory.path)", "PREFIX=/usr"],
                within: .seconds(100))
            try #require(make.status == 0, "\(make.errors)")
        }
    }

    private static let programs = [
        "placemark-beacons", "placemark-gazetteer", "placemark-nominatim", "placemark-report", "placemark-server",
        "placemarkctl", "placemarkd",
    ]

    @Test("the files are these, no more and no fewer")
    func files() async throws {
        let root = try await Installation.shared.directory.path
        let found = try await Programs.run("find", [root, "-type", "f", "-printf", "%P %m\\n"])
        let documents = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file("docs"))
            .filter { $0.hasSuffix(".md") || $0.hasSuffix(".png") }
        let units = try FileManager.default.contentsOfDirectory(atPath: Checkout.file("systemd/examples"))
        let pages = try FileManager.default.contentsOfDirectory(atPath: Checkout.file("man"))
        var expected = [
            "etc/placemarkd.conf 644", "usr/lib/systemd/system/placemark-timezone.service 644",
            "usr/lib/systemd/system/placemark-alarm@.service 644",
            "usr/lib/systemd/system/placemarkd.service 644", "usr/lib/systemd/system/placemarkd.socket 644",
            "usr/lib/systemd/system/placemark-gazetteer-update.service 644",
            "usr/lib/systemd/system/placemark-gazetteer-update.timer 644",
            "usr/lib/systemd/system/placemark-server.service 644",
            "usr/lib/systemd/system/placemark-server.socket 644",
            "usr/lib/sysusers.d/placemarkd.conf 644", "usr/lib/tmpfiles.d/placemarkd.conf 644",
            "usr/libexec/placemarkd/set-timezone 755", "usr/share/doc/placemarkd/LICENSE 644",
            "usr/share/placemarkd/world.gazetteer 644",
            "etc/placemarkd/nominatim.conf 644", "usr/lib/systemd/system/placemark-nominatim.service 644",
            "usr/lib/systemd/system/placemark-nominatim.socket 644",
            "usr/lib/sysusers.d/placemark-nominatim.conf 644", "usr/lib/tmpfiles.d/placemark-nominatim.conf 644",
            "usr/lib/systemd/system/placemark-beacons.service 644", "usr/lib/sysusers.d/placemark-beacons.conf 644",
            "usr/lib/systemd/system/placemark-report.service 644", "usr/lib/sysusers.d/placemark-report.conf 644",
            "usr/lib/tmpfiles.d/placemark-report.conf 644",
            "etc/placemarkd/map.conf 644", "usr/lib/systemd/system/placemark-map.service 644",
            "usr/lib/sysusers.d/placemark-map.conf 644", "usr/libexec/placemarkd/placemark-map 755",
            "usr/libexec/placemarkd/placemark-picture 755", "usr/share/placemarkd/world.pmtiles 644",
        ]
        for program in Self.programs {
            expected += [
                "usr/bin/\(program) 755", "usr/share/bash-completion/completions/\(program) 644",
                "usr/share/zsh/site-functions/_\(program) 644",
                "usr/share/fish/vendor_completions.d/\(program).fish 644",
            ]
        }
        expected += ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY"].map {
            "usr/share/doc/placemarkd/\($0).md 644"
        }
        expected += documents.map { "usr/share/doc/placemarkd/docs/\($0) 644" }
        expected += (units + ["python/placemarkd.py", "swift/main.swift"]).map {
            "usr/share/doc/placemarkd/examples/\($0) 644"
        }
        let page = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(".build/map"))
            .filter { $0.contains(".") && !$0.hasSuffix(".gz") }
        expected += page.map { "usr/share/placemarkd/map/\($0) 644" }
        expected += pages.map { "usr/share/man/man\($0.suffix(1))/\($0) 644" }
        let files = Set(found.output.split(separator: "\n").map(String.init))
        #expect(files.subtracting(expected).sorted() == [], "not in the list of this test")
        #expect(Set(expected).subtracting(files).sorted() == [], "not installed")
        #expect(pages.count == 9)
    }

    @Test("each link of an installed page leads to an installed file")
    func links() async throws {
        let documents = "\(try await Installation.shared.share)/doc/placemarkd"
        let pages = try FileManager.default.subpathsOfDirectory(atPath: documents).filter { $0.hasSuffix(".md") }
        #expect(pages.count > 50)
        for page in pages {
            let folder = URL(filePath: "\(documents)/\(page)").deletingLastPathComponent()
            let text = try String(contentsOfFile: "\(documents)/\(page)", encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#\s]+)[^)\s]*\)/) where !match.1.contains(":") {
                let target = folder.appending(path: match.1).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: target), "\(page): \(match.1)")
            }
        }
    }

    @Test("make uninstall leaves nothing but the configuration", arguments: ["/usr", "/usr/local"])
    func uninstall(prefix: String) async throws {
        let directory = try TemporaryDirectory()
        func make(_ goal: String) async throws {
            let result = try await Programs.run(
                "make",
                ["--directory", Checkout.path, "--silent", goal, "DESTDIR=\(directory.path)", "PREFIX=\(prefix)"],
                within: .seconds(100))
            try #require(result.status == 0, "\(result.errors)")
        }
        try await make("install")
        // A file of somebody else's in each directory that is shared.
        let other = directory.file("\(prefix.dropFirst())/bin/other")
        try Data().write(to: URL(filePath: other))
        try directory.write("etc/placemarkd.conf", "[Log]\n")
        try directory.write("etc/placemarkd.conf.d/mine.conf", "[Log]\n")
        try await make("uninstall")
        let left = try await Programs.run("find", [directory.path, "-type", "f", "-printf", "%P\\n"])
        #expect(
            Set(left.output.split(separator: "\n").map(String.init))
                == [
                    "\(prefix.dropFirst())/bin/other", "etc/placemarkd.conf", "etc/placemarkd.conf.d/mine.conf",
                    "etc/placemarkd/nominatim.conf", "etc/placemarkd/map.conf",
                ])
        let own = try await Programs.run("find", [directory.path, "-mindepth", "1", "-name", "*placemark*"])
        #expect(own.output.split(separator: "\n").allSatisfy { $0.contains("/etc/placemarkd") }, "\(own.output)")
        // Without an installation there is nothing to do, and that is no error.
        try await make("uninstall")
    }

    @Test(
        "WITHOUT= leaves the programs beside the daemon out, with their units, users, pages and settings",
        arguments: [["nominatim"], ["report"], ["server"], ["nominatim", "report", "server"]])
    func without(names: [String]) async throws {
        let directory = try TemporaryDirectory()
        let result = try await Programs.run(
            "make",
            [
                "--directory", Checkout.path, "--silent", "install", "DESTDIR=\(directory.path)", "PREFIX=/usr",
                "WITHOUT=\(names.map { "placemark-\($0)" }.joined(separator: " "))",
            ], within: .seconds(100))
        try #require(result.status == 0, "\(result.errors)")
        for name in names {
            let found = try await Programs.run(
                "find", [directory.path, "-name", "*\(name)*", "-not", "-path", "*/docs/*", "-not", "-path", "*/map/*"])
            #expect(found.output == "")
        }
        #expect(directory.contents("usr/lib/systemd/system/placemarkd.service") != nil)
    }

    @Test("the manual pages name the prefix, and the world file has the time at which it was built")
    func prefix() async throws {
        let directory = try TemporaryDirectory()
        let result = try await Programs.run(
            "make",
            ["--directory", Checkout.path, "--silent", "install", "DESTDIR=\(directory.path)", "PREFIX=/opt/pm"],
            within: .seconds(100))
        try #require(result.status == 0, "\(result.errors)")
        for page in ["man1/placemarkctl.1", "man1/placemark-gazetteer.1", "man8/placemarkd.8"] {
            let text = try #require(directory.contents("opt/pm/share/man/\(page)"))
            #expect(
                text.contains("/opt/pm/share/placemarkd/world.gazetteer") && !text.contains("/usr/share"), "\(page)")
        }
        let installed = try FileManager.default.attributesOfItem(
            atPath: directory.file("opt/pm/share/placemarkd/world.gazetteer"))
        let built = try FileManager.default.attributesOfItem(atPath: Programs.world)
        #expect(installed[.modificationDate] as? Date == built[.modificationDate] as? Date)
    }

    @Test(
        "each file of ours that an installed page names is where the page says, whatever the prefix",
        arguments: ["/usr", "/opt/pm"])
    func namedFiles(prefix: String) async throws {
        let directory = try TemporaryDirectory()
        let result = try await Programs.run(
            "make",
            ["--directory", Checkout.path, "--silent", "install", "DESTDIR=\(directory.path)", "PREFIX=\(prefix)"],
            within: .seconds(100))
        try #require(result.status == 0, "\(result.errors)")
        let documents = "\(prefix)/share/doc/placemarkd"
        let pages = try await Programs.run(
            "grep",
            [
                "--recursive", "--no-filename", "--only-matching", "--extended-regexp",
                // A placeholder in capitals is no file.
                "/(usr|usr/local|opt/pm)/(share|share/doc|libexec)/placemarkd[A-Za-z0-9@./_-]*[a-z0-9]",
                directory.file("\(documents.dropFirst())/docs"),
                directory.file("\(documents.dropFirst())/README.md"),
            ])
        let named = Set(pages.output.split(separator: "\n").map(String.init))
        #expect(named.count >= 8)
        for path in named where !path.hasPrefix("/usr/local/") {
            #expect(path.hasPrefix(prefix))
            #expect(FileManager.default.fileExists(atPath: directory.file(String(path.dropFirst()))), "\(path)")
        }
    }

    @Test(
        "a page whose commands need another package than the daemon's says which one",
        arguments: [
            "placemark-beacons", "placemark-gazetteer", "placemark-map", "placemark-nominatim", "placemark-report",
            "placemark-server",
        ])
    func packages(package: String) throws {
        let pages = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file("docs"))
            .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        var count = 0
        for page in pages + ["README.md"] {
            let text = try String(contentsOfFile: Checkout.file(page), encoding: .utf8)
            let commands = text.split(separator: "\n").filter { line in
                line.firstMatch(of: /^(    )?(sudo )?(systemctl .*)?(placemark-[a-z]+)/)?.4 == package[...]
            }
            guard !commands.isEmpty else { continue }
            count += 1
            // Where a line breaks does not matter.
            #expect(
                text.replacing("\n", with: " ").contains("apt install \(package)"), "\(page): \(commands[0])")
        }
        #expect(count > 0)
    }

    @Test("man finds the pages by their names, and the units name them")
    func manuals() async throws {
        let installation = try await Installation.shared
        for page in ["placemarkd", "placemarkctl", "placemark-gazetteer", "placemark-server", "placemarkd.conf"] {
            let found = try await Programs.run("man", ["--manpath", "\(installation.share)/man", "--where", page])
            #expect(found.output.hasPrefix(installation.share), "\(page): \(found.errors)")
        }
        for unit in ["placemarkd.service", "placemarkd.socket", "placemark-timezone.service"] {
            let text = installation.directory.contents("usr/lib/systemd/system/\(unit)")
            #expect(text?.contains("Documentation=man:placemarkd(8) ") == true)
        }
    }

    @Test(
        "the shells load what is installed, and complete commands, options, events, keys and formats",
        arguments: ["bash", "fish", "zsh"],
        [
            ("placemarkctl wat", ["watch"]), ("placemarkctl watch --s", ["--significant", "--socket"]),
            ("placemarkctl watch regionE", ["regionEntered", "regionExited"]),
            ("placemarkctl get placemark.loc", ["placemark.locality", "placemark.localitySource"]),
            ("placemarkctl get timeZ", ["timeZone"]),
            ("placemarkctl track --format g", ["gpx", "geojson"]), ("placemarkctl regions st", ["state"]),
            ("placemarkd --che", ["--check-config"]), ("placemark-gazetteer ver", ["verify"]),
            ("placemark-server --acc", ["--access-log"]),
        ])
    func completion(shell: String, example: (line: String, words: [String])) async throws {
        let (words, errors) = try await complete(shell, example.line)
        #expect(words == example.words.sorted(), "\(shell): “\(example.line)” \(errors)")
    }

    @Test("the regions of the daemon are completed, and without a daemon nothing is", arguments: ["bash", "zsh"])
    func regions(shell: String) async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let center = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)
        for name in ["home", "harbour", "office"] {
            try await daemon.client.add(Region(identifier: name, shape: .circle(center: center, radiusInMeters: 100)))
        }
        let line = "placemarkctl regions state --socket \(daemon.socket) h"
        // A shell offers nothing when the daemon has not answered within half a second, as on a busy machine.
        #expect(await poll(atMost: .seconds(60)) { (try? await complete(shell, line).words) == ["harbour", "home"] })
        daemon.process.terminate()
        #expect(try await complete(shell, line) == ([], ""))
    }

    /// What a shell offers at the end of a line, sorted.
    private func complete(_ shell: String, _ line: String) async throws -> (words: [String], errors: String) {
        let installation = try await Installation.shared
        let script = Checkout.file("Tests/IntegrationTests/Shells/complete.\(shell)")
        let child = try ChildProcess(
            script, [installation.share, line],
            environment: ["PATH": "\(installation.directory.file("usr/bin")):/usr/bin:/bin", "TERM": "dumb"])
        _ = try #require(await child.exitStatus(within: .seconds(60)), "\(shell) did not end")
        return (child.standardOutput.split(separator: "\n").map(String.init).sorted(), child.standardError)
    }
}
