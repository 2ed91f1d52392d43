import Foundation
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
}
