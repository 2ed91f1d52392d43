import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

/// Clients as people have them, for real.
@Suite("HTTP clients", .timeLimit(.minutes(3)), .tags(.waits))
struct HTTPClientsTests {
    private static let curl = "curl --silent --show-error --max-time 20 --unix-socket $SOCKET"
    private static let url = "http://localhost/v1"

    @Test("curl asks twice on one connection, for heads alone, and in HTTP/1.0; jq reads the answer")
    func curl() async throws {
        try await ServedSocket.serving { (socket) async throws in
            #expect(try await socket.shell("\(Self.curl) \(Self.url)/city") == "Cupertino\n")
            #expect(try await socket.shell("\(Self.curl) --http1.0 \(Self.url)/city") == "Cupertino\n")
            let fields = try await socket.shell(
                "\(Self.curl) --fail \(Self.url)/status | jq -r '.placemark.locality, .location.age'")
            #expect(fields == "Cupertino\n1\n")
            let twice = try await socket.shell("\(Self.curl) --verbose \(Self.url)/city \(Self.url)/city 2>&1")
            #expect(twice.contains("Re-using existing connection"), "\(twice)")
            let head = try await socket.shell("\(Self.curl) --head \(Self.url)/location")
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("Content-Length: 265\r\n\r\n"), "\(head)")
            let refused = try await socket.shell(
                "\(Self.curl) --output /dev/null --write-out '%{http_code} %{content_type}' \(Self.url)/nothing")
            #expect(refused == "404 application/problem+json")
        }
    }

    @Test("a poller keeps its answer while there is no news")
    func poller() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let poll =
                "\(Self.curl) --etag-save tag --etag-compare tag --write-out '%{http_code}\\n' \(Self.url)/location"
            #expect(try await socket.shell("\(poll) | tail -1") == "200\n")
            #expect(try await socket.shell(poll) == "304\n")
            var moved = Snapshots.cupertino
            moved.location?.coordinate = Coordinate(clampingLatitude: 37.4, wrappingLongitude: -122)
            socket.server.offer(Publication(snapshot: moved, events: []))
            #expect(try await socket.shell("\(poll) | tail -1") == "200\n")
        }
    }

    @Test("curl adds a region that is longer than a line may be, and removes it")
    func regions() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let ring = (0...2000).map { index in
                let angle = Double(index % 2000) / 2000 * 2 * .pi
                return "[\(9 + 0.1 * cos(angle)),\(47 + 0.1 * sin(angle))]"
            }
            try socket.directory.write(
                "feature.geojson",
                #"{"type":"Feature","properties":{"identifier":"round & large"},"geometry":{"type":"Polygon","coordinates":[["#
                    + ring.joined(separator: ",") + "]]}}")
            let add = "\(Self.curl) --include --json @feature.geojson \(Self.url)/regions"
            let added = try await socket.shell(add)
            #expect(added.contains("HTTP/1.1 201 Created\r\n"), "\(added)")
            #expect(added.contains("Location: /v1/regions/round%20%26%20large\r\n"))
            // A body of more than a megabyte: curl asks for leave first, and is told why it gets none.
            try socket.directory.write("feature.geojson", String(repeating: " ", count: 1_100_000))
            let tooLong = try await socket.shell(add)
            #expect(tooLong.contains("HTTP/1.1 413 Payload Too Large\r\n"), "\(tooLong)")
            #expect(
                try await socket.shell("\(Self.curl) --request DELETE \(Self.url)/regions/round%20%26%20large")
                    == #"{"identifier":"round & large","removed":true}"# + "\n")
        }
    }

    @Test("curl follows the events")
    func events() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let curl = try ChildProcess(
                "curl",
                ["--silent", "--no-buffer", "--unix-socket", socket.path, "\(Self.url)/events?only=location,source"])
            #expect(await poll(atMost: .seconds(20)) { curl.standardOutput.contains("event: status\n") })
            Snapshots.publications([(.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2)])
                .forEach(socket.server.offer)
            #expect(await poll(atMost: .seconds(20)) { curl.standardOutput.contains("event: location\n") })
            let names = curl.standardOutput.split(separator: "\n").filter { $0.hasPrefix("event: ") }
            #expect(names == ["event: status", "event: source", "event: source", "event: location"])
            let ids = curl.standardOutput.split(separator: "\n").filter { $0.hasPrefix("id: ") }
            curl.terminate(SIGKILL)
            // A browser would do the same after a break: nothing is missing, and nothing comes twice.
            let again = try ChildProcess(
                "curl",
                [
                    "--silent", "--no-buffer", "--unix-socket", socket.path, "--header",
                    "Last-Event-\(ids[1].replacing("id", with: "ID"))", "\(Self.url)/events",
                ])
            let goesOn = await poll(atMost: .seconds(20)) {
                again.standardOutput.components(separatedBy: "event: ").count - 1 >= 2
            }
            #expect(goesOn && !again.standardOutput.contains("event: status"), "\(again.standardOutput)")
            again.terminate(SIGKILL)
        }
    }

    @Test("the track comes in chunks, to HTTP/1.0 without them, and is forgotten on demand")
    func track() async throws {
        try await ServedSocket.serving(points: 5000) { (socket) async throws in
            for version in ["--http1.1", "--http1.0"] {
                #expect(try await socket.shell("\(Self.curl) \(version) \(Self.url)/track | wc --lines") == "5000\n")
            }
            let last = try await socket.shell(
                "\(Self.curl) '\(Self.url)/track?since=2026-11-20T21:23:18Z' | jq -s length")
            #expect(last == "2\n")
            #expect(try await socket.shell("\(Self.curl) -X DELETE \(Self.url)/track") == #"{"cleared":4999}"# + "\n")
        }
    }

    @Test("nc and socat speak HTTP as well as lines, with half-closed connections")
    func shellClients() async throws {
        try await ServedSocket.serving { (socket) async throws in
            let request = #"printf 'GET /v1/city HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'"#
            // By itself socat waits for half a second only, which a busy machine takes for the start of a process.
            for client in ["nc -N -U $SOCKET", "nc -U $SOCKET", "socat -t 20 - UNIX-CONNECT:$SOCKET"] {
                let answer = try await socket.shell("\(request) | \(client)")
                #expect(
                    answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\nCupertino\n"),
                    "\(client): \(answer)")
                #expect(try await socket.shell("echo city | \(client)") == "Cupertino\n")
            }
            // Without a wish to close, the end of what nc has to say is the end of the connection.
            let short = try await socket.shell(#"printf 'GET /v1/city HTTP/1.0\r\n\r\n' | nc -N -U $SOCKET"#)
            #expect(short.hasSuffix("\r\nCupertino\n"))
        }
    }

    @Test("what docs/reference/http.md shows can be copied")
    func documentation() async throws {
        let lines = try Checkout.text("docs/reference/http.md").components(separatedBy: "\n")
        let commands = lines.filter { $0.hasPrefix("    curl ") }
            .map { $0.replacing("/run/placemarkd.sock", with: "$SOCKET") }
        #expect(commands.count > 10)
        let python = lines.drop { !$0.hasPrefix("    import ") }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
            .map { $0.dropFirst(4).replacing("/run/placemarkd.sock", with: "socket") }.joined(separator: "\n")
        try await ServedSocket.serving { (socket) async throws in
            try socket.directory.write("example.py", python)
            #expect(try await socket.shell("python3 example.py") == "Cupertino\n")
            for line in commands {
                let isStream = line.contains("/events")
                let command = line.replacing("curl ", with: isStream ? "curl -sSf --max-time 4 " : "curl -sSf ")
                let answer = try await socket.shell(command)
                #expect(!answer.isEmpty && answer.contains("[exit status 28]") == isStream, "\(command): \(answer)")
            }
        }
    }

    @Test("Python's http.client speaks to the socket, with several requests on one connection")
    func python() async throws {
        try await ServedSocket.serving { (socket) async throws in
            try socket.directory.write(
                "client.py",
                """
                import http.client, json, os, socket
                class UnixConnection(http.client.HTTPConnection):
                    def connect(self):
                        self.sock = socket.socket(socket.AF_UNIX)
                        self.sock.connect(os.environ["SOCKET"])
                connection = UnixConnection("localhost")
                for path in ["/v1/status", "/v1/nothing", "/v1/location?wait=5&accuracy=10m"]:
                    connection.request("GET", path)
                    answer = connection.getresponse()
                    body = json.load(answer)
                    print(answer.status, body.get("precision"), body.get("code"), body.get("horizontalAccuracy"))
                feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [9, 47]},
                           "properties": {"identifier": "python", "radius": 100}}
                connection.request("POST", "/v1/regions", iter([json.dumps(feature).encode()]),
                                   {"Content-Type": "application/geo+json"})
                answer = connection.getresponse()
                print(answer.status, answer.headers["Location"], json.load(answer)["origin"])
                """)
            #expect(
                try await socket.shell("python3 client.py") == """
                    200 precise None None
                    404 None unknown-request None
                    200 None None 4.1
                    201 /v1/regions/python added

                    """)
        }
    }
}
