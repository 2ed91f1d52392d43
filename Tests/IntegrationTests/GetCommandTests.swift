import Foundation
import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@Suite("placemarkctl get, and commands without a fix", .timeLimit(.minutes(2)), .tags(.waits))
struct GetCommandTests {
    @Test("get shows what has parts as JSON, and tells a key that there is not from a value that there is not yet")
    func get() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let parts = try await Programs.run(
            "placemarkctl", ["get", "source", "fixes.rejected", "source.state", "--socket", daemon.socket])
        let lines = parts.output.split(separator: "\n")
        try #require(parts.status == 0 && lines.count == 3, "\(parts)")
        #expect(lines[1] == "{}")
        #expect(lines[0].hasPrefix("{") && lines[0].contains(#""state":"\#(lines[2])""#), "\(parts)")
        let absent = try await Programs.run("placemarkctl", ["get", "locality", "--socket", daemon.socket])
        #expect(absent.status == 1 && absent.output == "\n" && absent.errors == "")
        let mistyped = try await Programs.run("placemarkctl", ["get", "localty", "--socket", daemon.socket])
        #expect(mistyped.status == 1 && mistyped.output == "\n")
        #expect(mistyped.errors.contains("no key 'localty'") && mistyped.errors.contains("status --json"))
        let ambiguous = try await Programs.run("placemarkctl", ["get", "age", "--socket", daemon.socket])
        #expect(ambiguous.status == 2 && ambiguous.output.isEmpty)
        #expect(ambiguous.errors.contains("location.age, placemark.age, heading.age"), "\(ambiguous.errors)")
    }

    @Test("get prints one member of a list on each line")
    func list() async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            for name in ["garden", "home"] {
                try await daemon.client.add(
                    Region(identifier: name, shape: .circle(center: vaduz, radiusInMeters: 500)))
            }
            _ = try await daemon.status("both regions") { $0.regions?.count == 2 }
            let regions = try await Programs.run("placemarkctl", ["get", "regions", "--socket", daemon.socket])
            #expect(regions.status == 0 && regions.output == "garden\nhome\n", "\(regions)")
        }
    }

    @Test("get and location say where the box is in every grid, and take it from the same position")
    func grids() async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            let status = try await daemon.status("a location") { $0.location != nil }
            let here = try #require(status.location?.coordinate)
            let names = GridReference.allCases.map(\.rawValue)
            let get = try await Programs.run("placemarkctl", ["get"] + names + ["--socket", daemon.socket])
            let expected = GridReference.allCases.map { $0.text(of: here, for: .precise) }
            #expect(get.status == 0 && get.output == expected.map { $0 + "\n" }.joined(), "\(get)")
            for (name, text) in zip(names, expected) {
                let location = try await Programs.run(
                    "placemarkctl", ["location", "--format", name, "--socket", daemon.socket])
                #expect(location.status == 0 && location.output == text + "\n", "\(location)")
            }
        }
    }

    @Test("a reader with reduced precision is told four characters of the locator, and no grid finer than the cell")
    func reducedGrids() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let groups = try ReaderGroups()
        // The checkout may lie where nobody else can read.
        let directory = try TemporaryDirectory()
        let program = directory.file("placemarkctl")
        try FileManager.default.copyItem(atPath: Programs.path("placemarkctl"), toPath: program)
        chmod(directory.path, 0o755)
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, launcher: groups.launcher)
            ReaderGroups.open(daemon)
            _ = try await daemon.status("a location") { $0.location != nil }
            func answer(_ arguments: [String]) async throws -> [Substring] {
                let reader = ReaderGroups.member(of: ReaderGroups.reduced)
                let result = try await Programs.run(
                    "/usr/bin/env", reader + [program] + arguments + ["--socket", daemon.socket])
                #expect(result.status == 0, "\(arguments): \(result.errors)")
                return result.output.split(separator: "\n")
            }
            let names = GridReference.allCases.map(\.rawValue)
            let coordinate = ["location.coordinate.latitude", "location.coordinate.longitude"]
            let lines = try await answer(["get", "precision"] + coordinate + names)
            try #require(lines.count == 3 + names.count && lines[0] == "reduced", "\(lines)")
            let (latitude, longitude) = (try #require(Double(lines[1])), try #require(Double(lines[2])))
            let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(lines[3...].map(String.init) == GridReference.allCases.map { $0.text(of: middle, for: .reduced) })
            #expect(lines[3] == "JN47")
            #expect(try await answer(["location", "--format", "maidenhead"]) == ["JN47"])
        }
        withExtendedLifetime(groups) {}
    }

    @Test("without a fix every command says so, with exit status 1")
    func noFix() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        for command in ["city", "placemark", "location"] {
            let result = try await Programs.run("placemarkctl", [command, "--socket", daemon.socket])
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("placemarkctl: no position yet: "), "\(result.errors)")
        }
        let get = try await Programs.run("placemarkctl", ["get", "locality", "policy", "--socket", daemon.socket])
        #expect(get.status == 1)
        #expect(get.output == "\ndistance-and-time\n")
        let grid = try await Programs.run("placemarkctl", ["get", "mgrs", "--socket", daemon.socket])
        #expect(grid.status == 1 && grid.output == "\n" && grid.errors == "", "\(grid)")
        let status = try await Programs.run("placemarkctl", ["status", "--json", "--socket", daemon.socket])
        #expect(status.status == 0)
        _ = try JSONDecoder().decode(Status.self, from: Data(status.output.utf8))
        _ = try await daemon.status("the refusal") { $0.source.state == .disconnected }
        let table = try await Programs.run("placemarkctl", ["status", "--socket", daemon.socket])
        #expect(table.output.hasPrefix("Source     disconnected"))
    }
}
