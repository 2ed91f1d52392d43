import Foundation
import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@Suite("The start of placemarkd", .timeLimit(.minutes(2)), .tags(.waits))
struct DaemonStartTests {
    @Test("--check-config names file, line and what is allowed, with exit status 78")
    func checkConfiguration() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("good.conf", "[Geocoding]\nInterval=2min\n")
        let good = try await Programs.run("placemarkd", ["--check-config", "--config", directory.file("good.conf")])
        #expect(good.status == 0)
        try directory.write("bad.conf", "[Geocoding]\nInterval=fast\n\n[Geocodin]\nPolicy=x\n")
        let bad = try await Programs.run("placemarkd", ["--check-config", "--config", directory.file("bad.conf")])
        #expect(bad.status == 78)
        #expect(bad.errors.contains("bad.conf:2: [Geocoding] Interval=fast: expected a duration"))
        #expect(bad.errors.contains("bad.conf:4: [Geocodin]: no such section, did you mean [Geocoding]?"))
        let missing = try await Programs.run("placemarkd", ["--check-config", "--config", directory.file("none.conf")])
        #expect(missing.status == 78)
    }

    @Test("a world file that is missing or damaged is refused at the start and by --check-config, with what to do")
    func damagedWorld() async throws {
        let directory = try TemporaryDirectory()
        var bytes = try Data(contentsOf: URL(filePath: Programs.world))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: directory.file("world.gazetteer")))
        for path in [directory.file("world.gazetteer"), directory.file("none.gazetteer")] {
            let result = try await Programs.run(
                "placemarkd",
                ["--gazetteer", path, "--socket", directory.file("socket"), "--state-directory", directory.path])
            #expect(result.status == 66)
            #expect(
                result.errors.contains(path) && result.errors.contains("placemark-gazetteer build"), "\(result.errors)")
            try directory.write("placemarkd.conf", "[Gazetteer]\nFile=\(path)\n")
            let check = try await Programs.run(
                "placemarkd", ["--check-config", "--config", directory.file("placemarkd.conf")])
            #expect(check.status != 0 && check.errors.contains(path), "\(check.errors)")
        }
    }

    @Test("a file of regions whose name is not UTF-8 is read like any other, and a mistake in it is told by its name")
    func foreignName() async throws {
        let directory = try TemporaryDirectory()
        mkdir(directory.file("regions.d"), 0o700)
        let path = (Array("\(directory.path)/regions.d/caf".utf8) + [0xE9] + Array(".geojson\0".utf8))
            .map(CChar.init(bitPattern:))
        // For those who remove the directory.
        defer { unlink(path) }
        func write(radius: Int) throws {
            let point = #"{"type":"Point","coordinates":[9.5,47.1]}"#
            let properties = #"{"identifier":"cafe","radius":\#(radius)}"#
            let file = try #require(fopen(path, "w"))
            fputs(#"{"type":"Feature","geometry":\#(point),"properties":\#(properties)}"#, file)
            fclose(file)
        }
        try write(radius: 100)
        let daemon = try await RunningDaemon(
            gpsdPort: 1, configuration: "[Regions]\nDirectory=\(directory.file("regions.d"))\n", directory: directory)
        #expect(try await daemon.client.regions().map(\.identifier) == ["cafe"])

        try write(radius: 0)
        daemon.process.signal(SIGHUP)
        let mistake = "/caf\u{FFFD}.geojson:1: feature 1, \"cafe\": expected a radius"
        #expect(await daemon.process.says(mistake), "\(daemon.process.standardError)")
        #expect(try await daemon.client.regions().map(\.identifier) == ["cafe"])
        let check = try await Programs.run(
            "placemarkd", ["--check-config", "--config", directory.file("placemarkd.conf")])
        #expect(check.status == 78 && check.errors.contains(mistake), "\(check.errors)")
    }
}
