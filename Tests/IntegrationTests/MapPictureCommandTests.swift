import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// Pictures of what the real daemon knows.
@Suite("Pictures of the running daemon", .timeLimit(.minutes(3)), .tags(.waits))
struct MapPictureCommandTests {
    /// Cairo's words for a colour in SVG, without the spaces that some versions write.
    private static let (user, inside) = ("3.921569%,45.490196%,100%", "8.627451%,63.921569%,29.019608%")

    @Test("the position, the track and the region around it are in the picture, and its name")
    func precise() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Track]\nKeep=memory\n")
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        let home = Region(
            identifier: "<b>home</b>",
            shape: .circle(
                center: Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521), radiusInMeters: 2000))
        try await daemon.client.add(home)
        let start = Date.now
        let isInside = await poll(every: .milliseconds(200), atMost: .seconds(40)) {
            let fix = ReceiverState.Fix(
                coordinate: Coordinate(
                    clampingLatitude: 47.141, wrappingLongitude: 9.521 + Date.now.timeIntervalSince(start) * 0.0001))
            gpsd.feed(NMEAEpoch(ReceiverState(time: .now, fix: fix)).bytes)
            return (try? await daemon.client.requestState(of: home.identifier))?.state == .inside
        }
        #expect(isInside)

        let picture = daemon.directory.file("here.svg")
        let result = try await Programs.run(
            "placemarkctl",
            [
                "map", "--output", picture, "--track", "1h", "--socket", daemon.socket, "--tiles",
                Checkout.file(".build/gazetteer/world.pmtiles"),
            ])
        #expect(result.status == 0, "\(result.errors)")
        let svg = try String(contentsOfFile: picture, encoding: .utf8).filter { $0 != " " }
        #expect(svg.contains(Self.user) && svg.contains(Self.inside))
        // Letters are drawn as shapes: no name can be markup.
        #expect(!svg.contains("home"))
        #expect(LogPrivacy.suspiciousLines(daemon.process.standardError, given: "").isEmpty)
    }

    @Test("without a fix the picture says so, and has no dot")
    func noFix() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let picture = daemon.directory.file("here.svg")
        let result = try await Programs.run(
            "placemarkctl",
            [
                "map", "--output", picture, "--socket", daemon.socket, "--tiles",
                Checkout.file(".build/gazetteer/world.pmtiles"),
            ])
        #expect(result.status == 0)
        #expect(result.errors.contains("no position"))
        let svg = try String(contentsOfFile: picture, encoding: .utf8).filter { $0 != " " }
        #expect(svg.contains("<svg") && !svg.contains(Self.user))
    }

    @Test("names are in the language that is asked for, else in that of the environment")
    func language() async throws {
        let directory = try TemporaryDirectory()
        func picture(_ arguments: [String], environment: [String]) async throws -> Data {
            let file = directory.file("vienna.png")
            let command =
                environment + [
                    Programs.path("placemarkctl"), "map", "--output", file, "--center", "48.2,16.37", "--zoom", "7",
                    "--socket", directory.file("none.sock"), "--tiles",
                    Checkout.file(".build/gazetteer/world.pmtiles"),
                ] + arguments
            let result = try await Programs.run("/usr/bin/env", command)
            #expect(result.status == 0, "\(result.errors)")
            return try Data(contentsOf: URL(fileURLWithPath: file))
        }
        let english = try await picture([], environment: ["LC_ALL=C.UTF-8"])
        let german = try await picture(["--language", "de-AT"], environment: ["LC_ALL=C.UTF-8"])
        #expect(english != german)
        #expect(try await picture([], environment: ["LC_ALL=de_AT.UTF-8"]) == german)
        #expect(try await picture(["--language", "xx,de"], environment: ["LC_ALL=fr_FR.UTF-8"]) == german)
    }
}
