import Foundation
import Glibc
import TestSupport
import Testing

/// What the tests of `placemark-gazetteer install` have in common: a place for packs and downloads, a server's folder with an
/// index, extracts made on the spot, and the system's programs that install asks.
struct InstallLab {
    let directory: TemporaryDirectory
    var packs: String { directory.file("packs") }
    var cache: String { directory.file("cache") }
    static let extract = "www/europe/liechtenstein-latest.osm.pbf"
    static let pack = "packs/liechtenstein.gazetteer"

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["www/europe", "packs", "bin"] {
            try FileManager.default.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: true)
        }
        try program("systemctl", #"echo "$@" >> "$0.log""#)
        // No NetworkManager.
        try program("busctl", "exit 1")
        try directory.write("www/index-v1.json", Self.index)
    }

    /// As Geofabrik's is, whose addresses a mirror does not change.
    static let index = #"""
        {"type": "FeatureCollection", "features": [
         {"type": "Feature", "geometry": null, "properties": {"id": "europe", "name": "Europe", "urls": {}}},
         {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates":
           [[[[9.4, 47.0], [9.7, 47.0], [9.7, 47.3], [9.4, 47.3], [9.4, 47.0]]]]},
          "properties": {"id": "liechtenstein", "parent": "europe", "name": "Liechtenstein", "iso3166-1:alpha2": ["LI"],
           "urls": {"pbf": "https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf"}}},
         {"type": "Feature", "geometry": {"type": "Polygon", "coordinates":
           [[[5.0, 45.0], [11.0, 45.0], [11.0, 48.0], [5.0, 48.0], [5.0, 45.0]]]},
          "properties": {"id": "alps", "parent": "europe", "name": "Alps", "iso3166-1:alpha2": ["CH", "LI"],
           "urls": {"pbf": "https://download.geofabrik.de/europe/alps-latest.osm.pbf"}}},
         {"type": "Feature", "geometry": null,
          "properties": {"id": "us/georgia", "parent": "north-america", "name": "Georgia", "iso3166-2": ["US-GA"],
           "urls": {"pbf": "https://download.geofabrik.de/north-america/us/georgia-latest.osm.pbf"}}},
         {"type": "Feature", "geometry": null,
          "properties": {"id": "georgia", "parent": "europe", "name": "Georgia", "iso3166-1:alpha2": ["GE"],
           "urls": {"pbf": "https://download.geofabrik.de/europe/georgia-latest.osm.pbf"}}}]}
        """#

    /// Puts an extract on the server, with its checksum: a town, and so many nodes beside it that nobody asks for.
    func publish(_ town: String, nodes: Int = 10, as name: String = Self.extract) async throws {
        var lines = [
            "n1 v1 t2026-01-02T03:04:05Z Tplace=town,name=\(town) x9.52 y47.14",
            "n2 v1 t2026-01-02T03:04:05Z x9.51 y47.13", "n3 v1 t2026-01-02T03:04:05Z x9.53 y47.13",
            "n4 v1 t2026-01-02T03:04:05Z x9.53 y47.15", "n5 v1 t2026-01-02T03:04:05Z x9.51 y47.15",
        ]
        var random: UInt64 = 1
        for number in 0..<nodes {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (east, north) = (Double(random >> 40) / 1e8, Double(random >> 16 & 0xFF_FFFF) / 1e8)
            lines.append("n\(10 + number) v1 t2026-01-02T03:04:05Z x\(9.4 + east) y\(47 + north)")
        }
        lines.append("w1 v1 t2026-01-02T03:04:05Z Nn2,n3,n4,n5,n2")
        lines.append(
            "r1 v1 t2026-01-02T03:04:05Z Tadmin_level=8,boundary=administrative,name=\(town),type=boundary Mw1@outer,n1@label"
        )
        try directory.write("extract.opl", lines.joined(separator: "\n") + "\n")
        let made = try await Programs.run(
            "osmium", ["cat", "--overwrite", "--output", directory.file(name), directory.file("extract.opl")])
        try #require(made.status == 0, "\(made)")
        let sum = try await Programs.run("md5sum", [directory.file(name)])
        try directory.write("\(name).md5", sum.output)
    }

    func program(_ name: String, _ script: String) throws {
        try directory.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
        chmod(directory.file("bin/\(name)"), 0o755)
    }

    /// - Parameter launcher: a program and its arguments to start it with, instead of directly.
    func start(
        _ arguments: [String], cache: String? = nil, packs: String? = nil, launcher: [String] = []
    ) throws -> ChildProcess {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let downloads = ["install", "update"].contains(arguments[0])
        let command =
            launcher + [Programs.path("placemark-gazetteer")] + arguments + ["--directory", packs ?? self.packs]
            + (downloads ? ["--cache", cache ?? self.cache, "--gazetteer", Programs.world] : [])
        return try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: ["PATH": "\(directory.file("bin")):\(path)"])
    }

    func run(_ arguments: [String], cache: String? = nil, packs: String? = nil) async throws -> Programs.Result {
        let child = try start(arguments, cache: cache, packs: packs)
        let status = try #require(await child.exitStatus(within: .seconds(60)), "\(child.standardError)")
        return .init(
            status: status, output: child.completeStandardOutput, errors: child.completeStandardError)
    }

    func from(_ server: RealNginx) -> [String] { ["--from", "http://127.0.0.1:\(server.port)/"] }

    func packBytes() -> Data? { FileManager.default.contents(atPath: directory.file(Self.pack)) }

    /// A pack that is there already; what fails must leave it.
    func installOld(from server: RealNginx) async throws -> Data {
        try await publish("Altstadt")
        let installed = try await run(["install", "liechtenstein"] + from(server))
        try #require(installed.status == 0, "\(installed)")
        return try #require(packBytes())
    }

    /// How much of a download is there.
    func partSize() -> Int {
        FileManager.default.contents(atPath: "\(cache)/liechtenstein.osm.pbf.part")?.count ?? 0
    }

    func names(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }
}
