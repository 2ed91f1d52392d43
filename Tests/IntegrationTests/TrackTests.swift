import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

@Suite("The track of a drive", .timeLimit(.minutes(3)), .tags(.waits))
struct TrackTests {
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)

    /// Feeds a drive with a corner: 10 km to the east, then to the north.
    private func drive(_ gpsd: RealGPSD, _ daemon: RunningDaemon) async throws -> [ReceiverState] {
        let corners = [(47.0, 9.0), (47.0, 9.13), (47.09, 9.13)].map {
            Coordinate(clampingLatitude: $0.0, wrappingLongitude: $0.1)
        }
        var states: [ReceiverState] = []
        for (from, to) in zip(corners, corners.dropFirst()) {
            let time = states.last?.time.advanced(by: .seconds(1)) ?? Self.start
            states += Drive(from: from, to: to, speedInKilometersPerHour: 120, startingAt: time)
        }
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        for (index, state) in states.enumerated() {
            gpsd.feed(NMEAEpoch(state).bytes)
            try await Task.sleep(for: .milliseconds(3))
            // No faster than a busy machine takes them: datagrams that wait for too long are lost.
            guard index.isMultiple(of: 50) else { continue }
            _ = try await daemon.status("fixes") { $0.acceptedFixes >= index * 9 / 10 }
        }
        let last = states.count * 9 / 10
        // A gpsd that gets no core is silent for a while, and then tells some more.
        _ = try await daemon.status("all fixes") { $0.acceptedFixes > last && ($0.location?.age ?? 0) > 2 }
        return states
    }

    private func placemarkctl(_ daemon: RunningDaemon, _ arguments: String...) async throws -> String {
        let result = try await Programs.run("placemarkctl", ["track"] + arguments + ["--socket", daemon.socket])
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test("a drive through a real gpsd comes back as GPX and GeoJSON that gpsbabel, xmllint, jq and Python read")
    func formats() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: "[Track]\nKeep=disk\n")
        let states = try await drive(gpsd, daemon)
        let lines = try await placemarkctl(daemon, "--format", "json").split(separator: "\n")
        let points = try lines.map { try JSONDecoder().decode(TrackPoint.self, from: Data($0.utf8)) }
        #expect((5...12).contains(points.count), "\(points.count)")

        // Every place of the drive is near the line.
        for state in states.dropLast() {
            let next = try #require(points.firstIndex { ($0.timestamp ?? Self.start) > state.time })
            guard next > 0, let from = points[next - 1].timestamp, let to = points[next].timestamp else { continue }
            let place = points[next - 1].coordinate.interpolated(
                to: points[next].coordinate, fraction: state.time.duration(since: from) / to.duration(since: from))
            let fix = try #require(state.fix)
            #expect(place.distance(to: fix.coordinate) < 40)
        }

        try daemon.directory.write("way.gpx", try await placemarkctl(daemon, "--format", "gpx"))
        try daemon.directory.write("way.geojson", try await placemarkctl(daemon, "--format", "geojson"))
        let script = """
            cd "$0"
            xmllint --noout way.gpx && xmllint --xpath 'count(//*[local-name()="trkpt"])' way.gpx && echo
            gpsbabel -t -i gpx -f way.gpx -o unicsv -F - | tail -n +2 | wc -l
            gpsbabel -i geojson -f way.geojson -o unicsv,utc=0 -F - >/dev/null && echo read
            gpsbabel -i geojson -f way.geojson -o gpx -F - | grep -c '<rtept'
            jq '[.features[].geometry.coordinates | length] | add' way.geojson
            jq '[.features[].properties.coordTimes | length] | add' way.geojson
            python3 -c 'import json; print(len(json.load(open("way.geojson"))["features"]))'
            placemarkctl=$1 socket=$2
            "$placemarkctl" track --format gpx --socket "$socket" | head -1
            """
        let result = try await Programs.run(
            "bash", ["-c", script, daemon.directory.path, Programs.path("placemarkctl"), daemon.socket])
        let count = "\(points.count)"
        #expect(
            result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                == [count, count, "read", count, count, count, "1", #"<?xml version="1.0" encoding="UTF-8"?>"#],
            "\(result.output)\(result.errors)")

        let text = try await placemarkctl(daemon, "--format", "text")
        #expect(text.hasPrefix("Track  \(count) points in 1 segment\nWay    19.9 km\n"), "\(text)")
        let late = try await placemarkctl(daemon, "--since", "60s", "--format", "json").split(separator: "\n")
        #expect((1..<points.count).contains(late.count))
    }

    @Test("the track survives a restart, is cleared on demand, and goes with Keep=none on SIGHUP")
    func life() async throws {
        let directory = try TemporaryDirectory()
        let gpsd = try await RealGPSD()
        let first = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Track]\nKeep=disk\n", directory: directory)
        _ = try await drive(gpsd, first)
        let before = try await placemarkctl(first, "--format", "json")
        #expect(first.process.terminate() == 0)
        #expect(directory.mode("state/track") == 0o700 && directory.mode("state/track/00000001.points") == 0o600)

        let second = try await RunningDaemon(gpsdPort: 1, configuration: "[Track]\nKeep=disk\n", directory: directory)
        #expect(try await placemarkctl(second, "--format", "json") == before)
        #expect(try await placemarkctl(second, "--clear").hasPrefix("The track is forgotten: "))
        #expect(try await placemarkctl(second, "--format", "json").isEmpty)
        #expect(try await placemarkctl(second, "--format", "gpx").contains("<trk>\n</trk>"))

        try directory.write("placemarkd.conf", "[Track]\nKeep=none\n")
        second.process.signal(SIGHUP)
        #expect(
            await poll(atMost: .seconds(10)) { !FileManager.default.fileExists(atPath: directory.file("state/track")) })
        let off = try await Programs.run("placemarkctl", ["track", "--socket", second.socket])
        #expect(off.status == 1 && off.output.isEmpty)
        #expect(off.errors.contains("Keep=memory or Keep=disk"), "\(off.errors)")
        #expect(!second.process.standardError.contains("47.0"))
    }

    @Test(
        "what is cleared stays so when the power goes: the directory is fsynced after the last file is gone (fault 37)")
    func cleared() async throws {
        let directory = try TemporaryDirectory()
        let gpsd = try await RealGPSD()
        let configuration = "[Track]\nKeep=disk\n"
        let first = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration, directory: directory)
        _ = try await drive(gpsd, first)
        #expect(first.process.terminate() == 0)
        let track = directory.file("state/track")
        let daemon = try await RunningDaemon(
            gpsdPort: 1, configuration: configuration, directory: directory,
            launcher: [
                "strace", "-D", "--follow-forks", "-y", "-o", directory.file("trace"), "-e", "trace=unlinkat,fsync",
            ])
        #expect(try await placemarkctl(daemon, "--clear").hasPrefix("The track is forgotten: "))
        let calls = try #require(directory.contents("trace")).split(separator: "\n").filter {
            $0.contains("<\(track)>")
        }
        #expect(calls.suffix(3).contains { $0.contains("00000001.points") }, "\(calls.suffix(5))")
        #expect(calls.last?.contains("fsync(") == true, "\(calls.suffix(5))")
    }
}
