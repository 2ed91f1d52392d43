import Foundation
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@Suite("placemarkctl writes any track", .timeLimit(.minutes(2)), .tags(.waits))
struct TrackFormatTests {
    /// Answers one request for a track with these lines, as placemarkd would, and lets placemarkctl write them.
    private func write(_ lines: [String], ending: String = "\n", _ arguments: String...) async throws -> Programs.Result
    {
        try await withAnswer(lines, ending: ending) { socket in
            try await Programs.run("placemarkctl", ["track", "--socket", socket] + arguments)
        }
    }

    private func withAnswer<Result>(
        _ lines: [String], ending: String = "\n", _ body: (String) async throws -> Result
    ) async throws -> Result {
        let directory = try TemporaryDirectory()
        try directory.write("answer", lines.joined(separator: "\n") + (lines.isEmpty ? "" : ending))
        let server = """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + "/bound"); s.listen()
            # Its name is there when it listens.
            os.rename(sys.argv[1] + "/bound", sys.argv[1] + "/socket")
            c = s.accept()[0]; c.recv(100)
            c.sendall(open(sys.argv[1] + "/answer", "rb").read()); c.close()
            """
        let stub = try ChildProcess("python3", ["-c", server, directory.path])
        #expect(await poll(atMost: .seconds(10)) { FileManager.default.fileExists(atPath: directory.file("socket")) })
        defer { stub.terminate() }
        return try await body(directory.file("socket"))
    }

    @Test("a reader that goes away ends a track in the middle", arguments: ["gpx", "geojson", "json"])
    func closedPipe(format: String) async throws {
        let lines = try (0..<50_000).map { try line(Double($0 % 90), Double($0 % 180), at: $0, starts: $0 == 0) }
        let result = try await withAnswer(lines) { socket in
            let script = #""$0" track --format "$2" --socket "$1" | head -n 2; echo ${PIPESTATUS[0]}"#
            return try await Programs.run(
                "bash", ["-c", script, Programs.path("placemarkctl"), socket, format], within: .seconds(20))
        }
        #expect(
            result.output.hasSuffix("\n141\n") && result.errors.isEmpty, "\(result.output.suffix(200))\(result.errors)")
    }

    private func line(_ latitude: Double, _ longitude: Double, at seconds: Int?, starts: Bool = false) throws -> String
    {
        let time: TrackPoint.Time =
            seconds.map { .receiver(Timestamp(nanosecondsSinceEpoch: Int64($0) * 1_000_000_000)) }
            ?? .sinceBoot(.seconds(1))
        let point = TrackPoint(
            coordinate: Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude), time: time,
            altitude: 12.5,
            startsSegment: starts)
        return String(decoding: try JSONEncoder().encode(point), as: UTF8.self)
    }

    private func features(_ result: Programs.Result) throws -> [(times: [Any], type: String, coordinates: [Any])] {
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return try #require(object?["features"] as? [[String: Any]]).map { feature in
            let properties = try #require(feature["properties"] as? [String: Any])
            let geometry = try #require(feature["geometry"] as? [String: Any])
            return (
                try #require(properties["coordTimes"] as? [Any]), try #require(geometry["type"] as? String),
                try #require(geometry["coordinates"] as? [Any])
            )
        }
    }

    @Test("GeoJSON is cut at the antimeridian, at the very place and time, in both directions (fault 15)")
    func antimeridian() async throws {
        let lines = try [
            line(-17, 179.9, at: 0, starts: true), line(-16, -179.7, at: 400), line(-17, 179.9, at: 800),
        ]
        let features = try features(try await write(lines, "--format", "geojson"))
        #expect(features.map(\.type) == ["LineString", "LineString", "LineString"])
        let expected: [[[Double]]] = [
            [[179.9, -17, 12.5], [180, -16.75, 12.5]],
            [[-180, -16.75, 12.5], [-179.7, -16, 12.5], [-180, -16.75, 12.5]],
            [[180, -16.75, 12.5], [179.9, -17, 12.5]],
        ]
        #expect(features.map { $0.coordinates as? [[Double]] } == expected)
        #expect(features[0].times as? [String] == ["1970-01-01T00:00:00Z", "1970-01-01T00:01:40Z"])
    }

    @Test("a long segment is cut after 5,000 points, without a gap; a lone point is a Point")
    func longSegment() async throws {
        let long = try (0..<12_000).map { try line(Double($0) * 1e-3, 9, at: $0, starts: $0 == 0) }
        let features = try features(
            try await write(long + [try line(1, 1, at: 20_000, starts: true)], "--format", "geojson"))
        #expect(features.map(\.coordinates.count) == [5000, 5000, 2002, 3])
        #expect(features.map(\.times.count) == [5000, 5000, 2002, 1])
        #expect(features.map(\.type) == ["LineString", "LineString", "LineString", "Point"])
        #expect(features[0].coordinates.last as? [Double] == features[1].coordinates.first as? [Double])
    }

    @Test("GPX has decimals without exponents, a segment for each, and no time where there is none")
    func gpx() async throws {
        let lines = try [
            line(0.00001, -0.0000004, at: nil, starts: true), line(-0.0000012, 180, at: nil),
            line(-90, -180, at: 86_400, starts: true),
        ]
        let result = try await write(lines, "--format", "gpx")
        let body = result.output.split(separator: "\n").drop { !$0.hasPrefix("<trk>") }
        #expect(
            body == [
                "<trk>", "<trkseg>", #"<trkpt lat="0.0000100" lon="-0.0000004"><ele>12.5</ele></trkpt>"#,
                #"<trkpt lat="-0.0000012" lon="-180.0000000"><ele>12.5</ele></trkpt>"#, "</trkseg>", "<trkseg>",
                #"<trkpt lat="-90.0000000" lon="-180.0000000"><ele>12.5</ele><time>1970-01-02T00:00:00Z</time></trkpt>"#,
                "</trkseg>", "</trk>", "</gpx>",
            ], "\(result.output)\(result.errors)")
    }

    @Test("an empty track is a whole document", arguments: ["gpx", "geojson", "json", "text"])
    func empty(format: String) async throws {
        let result = try await write([], "--format", format)
        #expect(result.status == 0 && result.errors.isEmpty)
        switch format {
        case "gpx": #expect(result.output.hasSuffix("<trk>\n</trk>\n</gpx>\n"))
        case "geojson": #expect(try features(result).isEmpty)
        case "json": #expect(result.output.isEmpty)
        default: #expect(result.output == "The track has no positions yet.\n")
        }
    }

    @Test("an answer that breaks off is an error, and never a document that looks whole")
    func torn() async throws {
        let lines = try (0..<10).map { try line(Double($0), 9, at: $0, starts: $0 == 0) }
        let torn = try await write(lines + [#"{"coordinate":{"lat"#], ending: "", "--format", "gpx")
        #expect(torn.status == 69 && !torn.output.contains("</gpx>"))
        #expect(torn.errors.contains("broke off in the middle of a line"), "\(torn.errors)")
        let failed = try await write(lines + ["error: failed: the disk is gone"], "--format", "geojson")
        #expect(failed.status == 76 && failed.errors.contains("the disk is gone"), "\(failed.errors)")
    }

    @Test("what --since does not understand is wrong usage", arguments: ["yesterday", "-2h", "2026-11-20"])
    func since(text: String) async throws {
        let result = try await Programs.run("placemarkctl", ["track", "--since=\(text)", "--socket", "/nonexistent"])
        #expect(result.status == 2 && result.errors.contains("a duration such as"))
        let both = try await Programs.run("placemarkctl", ["track", "--clear", "--format", "gpx"])
        #expect(both.status == 2)
    }
}
