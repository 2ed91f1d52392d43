import LocationEngine
import PlacemarkModel
@testable import Publishing

/// The requests whose answers are kept in Tests/Daemon/PublishingTests/Golden: each word and each route, from precise and from
/// reduced readers, with and without a fix, and each error. `GoldenTests` fails while one is missing, and says which may be.
enum GoldenRequests {
    private static let feature =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"properties":{"identifier":"a/b ü","radius":100}}"#
    private static let unnamed =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"properties":{"radius":100}}"#
    /// Some programs write a null for what they leave out.
    private static let withNulls =
        #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[9,47]},"properties":{"identifier":null,"radius":100,"dwell":null}}"#
    /// The box has a position, and no name for it.
    private static let unplaced = Snapshots.run([(.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2)])

    static let lines: [Dialogue] = mainLines + guardAndTripLines + reducedLines
    static let http: [Dialogue] = mainHTTP + tripsHTTP + reducedHTTP

    private static let mainLines: [Dialogue] = {
        let state = [
            "city", "placemark", "location", "location wait 30s accuracy 10m", "status", "visits", "watch", "",
        ]
        let others = [
            "regions", "regions list home", "regions shapes", "regions state home", "reverse 47.141 9.521",
            "search Cupertino",
            "search near=47,9 limit=3 Cupertino", "track", "track since 2h", "beacons",
        ]
        let changes = [
            "regions add \(feature)", "regions remove cabin", "regions remove home", "regions remove nothing",
            "track clear",
        ]
        let wrong = [
            "help", "CITY", "wach", "waht", "city now", "location wait", "location wait 1s accuracy 5s",
            "regions please",
            "regions state nothing", "regions add {}", "regions add nothing", "reverse 91 0", "reverse 85 0", "search",
            "search limit=99 x", "search Utopia", "search Nowhere", "watch everything", "watch location significant",
            "track since noon", "observe", "observe beacons", "\u{1}",
        ]
        func ask(_ line: String, _ precision: Precision? = .precise, _ snapshot: StatusSnapshot = Snapshots.cupertino)
            -> Dialogue
        { Dialogue(dialect: .lines, request: line, precision: precision, snapshot: snapshot, points: 1) }
        return state.map { ask($0) } + others.map { ask($0) } + changes.map { ask($0) } + wrong.map { ask($0) }
            + (state + others + changes).map { ask($0, .reduced) }
            + ["city", "placemark", "location", "status", "visits", "watch"].map { ask($0, .precise, Snapshots.empty) }
            + ["city", "placemark"].map { ask($0, .precise, unplaced) }
            + ["city", "status"].map { ask($0, .reduced, Snapshots.empty) }
            + ["city", "placemark", "location"].map { ask($0, .precise, Snapshots.stale) }
            + [ask("city", nil), Dialogue(dialect: .lines, request: "track"), ask("version"), ask("version", .reduced)]
            + grantLines.flatMap { [ask($0), Dialogue(dialect: .lines, request: $0, isRoot: true)] }
    }()

    private static let mainHTTP: [Dialogue] = {
        let state = [
            "GET /v1/city", "GET /v1/placemark", "GET /v1/location", "GET /v1/location?wait=30&accuracy=10m",
            "GET /v1/status", "GET /v1/visits", "GET /v1/events", "GET /v1/events?only=placemark,regions",
        ]
        let others = [
            "GET /v1/regions", "GET /v1/regions?after=home", "GET /v1/shapes", "GET /v1/regions/work%20%26%20play",
            "GET /v1/reverse?lat=47.141&lon=9.521", "GET /v1/search?q=Cupertino&near=47,9&limit=3", "GET /v1/track",
            "GET /v1/track?since=2h", "GET /v1/beacons", "DELETE /v1/regions/cabin", "DELETE /v1/regions/home",
            "DELETE /v1/track",
        ]
        let wrong = [
            "GET /v2", "GET /v1/cities", "GET /v1/city?now=1", "GET /v1/location?wait=soon",
            "GET /v1/location?accuracy=5",
            "GET /v1/location?wait=1&accuracy=5s", "GET /v1/events?only=everything", "GET /v1/regions/nothing",
            "DELETE /v1/regions/nothing", "GET /v1/reverse?lat=91&lon=0", "GET /v1/reverse?lat=85&lon=0",
            "GET /v1/reverse?lat=0x10&lon=0", "GET /v1/reverse", "GET /v1/search", "GET /v1/search?q=x&limit=99",
            "GET /v1/search?q=Utopia", "GET /v1/search?q=Nowhere", "GET /v1/search?q=", "GET /v1/track?since=noon",
            "GET /v1/track?since=", "GET /v1/city%2", "GET /v1/city%ff", "GET /v1/regions/a%0Ab", "GET city",
            "GET /v1/search?q=a&q=b", "POST /v1/city", "PUT /v1/regions", "OPTIONS *", "DELETE /v1/regions",
            "CONNECT localhost:80", "NONSENSE /v1/city",
        ]
        func ask(_ line: String, _ precision: Precision? = .precise, _ snapshot: StatusSnapshot = Snapshots.cupertino)
            -> Dialogue
        { .http(line, precision: precision, snapshot: snapshot, points: 1) }
        let conditional = ["city", "placemark", "location", "status", "visits", "regions", "regions/home"].map {
            Dialogue.http("GET /v1/\($0)", "If-None-Match: *")
        }
        return ["GET /", "GET /v1"].map { ask($0) } + state.map { ask($0) } + others.map { ask($0) }
            + [Dialogue.http("POST /v1/regions", body: feature)]
            + ["city", "events", "track", "location?wait=30&accuracy=10m"].map { ask("HEAD /v1/\($0)") } + conditional
            + [
                Dialogue.http("GET /v1/placemark", "Accept: text/plain"),
                Dialogue.http("GET /v1/placemark", "Accept: text/plain;q=0.5, application/json;q=0.4, */*;q=0.1"),
                Dialogue.http("GET /v1/city", "Accept: text/plain", snapshot: Snapshots.empty),
                Dialogue.http("GET /v1/reverse?lat=47.141&lon=9.521", "Accept: text/plain"),
                Dialogue.http("GET /v1/search?q=Cupertino", "Accept: text/plain"),
                Dialogue.http("GET /v1/reverse?lat=85&lon=0", "Accept: text/plain"),
                Dialogue.http("GET /v1/status", "Accept: text/plain"),
                Dialogue.http("GET /v1/city", "Accept: application/json"),
                Dialogue.http("GET http://localhost/v1/city", "Connection: close"),
                Dialogue.http("GET /v1/city", "Connection: Upgrade", "Upgrade: h2c"),
                Dialogue(dialect: .http, request: "GET /v1/city HTTP/1.0\r\n\r\n"),
                Dialogue(dialect: .http, request: "GET /v1/city HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
                Dialogue(dialect: .http, request: "GET /v1/track HTTP/1.0\r\n\r\n", points: 1),
                Dialogue.http("POST /v1/regions", "Expect: 100-continue", body: feature),
            ] + wrong.map { ask($0) }
            + [
                Dialogue.http("POST /v1/regions", body: unnamed), Dialogue.http("POST /v1/regions", body: withNulls),
                Dialogue.http("POST /v1/regions", body: "{}"), Dialogue.http("POST /v1/regions", body: "nothing"),
                Dialogue.http("POST /v1/regions", "Content-Length: 1048577"),
                Dialogue.http("POST /v1/regions", "Content-Length: 2", "Content-Length: 3"),
                Dialogue.http("POST /v1/regions", "Transfer-Encoding: chunked", body: "{}"),
                Dialogue.http("GET /v1/city", "Expect: miracles"),
                Dialogue.http("GET /v1/city", "Host: elsewhere"),
                Dialogue(dialect: .http, request: "GET /v1/city HTTP/1.1\r\n\r\n"),
                Dialogue(dialect: .http, request: "GET /v1/city HTTP/2.0\r\n\r\n"),
                Dialogue.http("GET /" + String(repeating: "x", count: 4096)),
                Dialogue.http("GET /v1/city", "X: " + String(repeating: "x", count: 9000)),
                Dialogue.http("GET /v1/track"), Dialogue.http("HEAD /v1/track"),
            ] + (state + others).map { ask($0, .reduced) }
            + [Dialogue.http("POST /v1/regions", body: feature, precision: .reduced)]
            + state.filter { !$0.contains("wait") && !$0.contains("only") }.map { ask($0, .precise, Snapshots.empty) }
            + ["GET /v1/city", "GET /v1/placemark"].map { ask($0, .precise, unplaced) }
            + ["GET /v1/city", "GET /v1/status"].map { ask($0, .reduced, Snapshots.empty) }
            + ["GET /v1/city", "GET /v1/placemark"].map { ask($0, .precise, Snapshots.stale) }
            + [ask("GET /v1/city", nil), ask("GET /v1/version")] + [false, true].flatMap(grants)
            + Precision.allCases.flatMap(guards)
    }()

    private static func guards(_ precision: Precision) -> [Dialogue] {
        ["GET /v1/guard", "DELETE /v1/guard", "POST /v1/guard/acknowledgement"].map {
            .http($0, precision: precision)
        }
            + [#"{"kind":"anchor","radius":60}"#, #"{"kind":"house"}"#].map {
                .http("PUT /v1/guard", body: $0, precision: precision)
            }
    }

    private static func grants(isRoot: Bool) -> [Dialogue] {
        let bodies = [
            #"{"user":1000,"for":"10m","purpose":"looking for it"}"#, #"{"user":1000,"for":"25h","purpose":"x"}"#,
            #"{"user":"jane"}"#, #"{"user":4294967295,"for":"10m","purpose":"x"}"#,
        ]
        return [.http("GET /v1/grants", isRoot: isRoot)]
            + bodies.map { .http("POST /v1/grants", body: $0, isRoot: isRoot) }
            + ["1001", "1002", "jane"].map { .http("DELETE /v1/grants/\($0)", isRoot: isRoot) }
    }

    private static let grantLines = [
        "grants", "grant 1000 10m looking for it", "grant 1000 25h too long", "grant jane 10m who", "revoke 1001",
        "revoke 1002",
    ]

    /// Where a boat lies outside its ring, and no trips are kept.
    private static let guardAndTripLines: [Dialogue] = Precision.allCases.flatMap { precision in
        [
            "guard", "guard anchor radius=60", "guard acknowledge", "guard off", "guard house", "guard anchor size=60",
            "trips", "trips since 30d", "trips since noon", "trips show 5d0c", "trips label 5d0c business",
            "trips verify", "trips please", "log", "log since 30d", "log add reefed", "log please",
        ].map { Dialogue(dialect: .lines, request: $0, precision: precision) }
    }

    private static let tripsHTTP: [Dialogue] = Precision.allCases.flatMap(trips)

    private static func trips(_ precision: Precision) -> [Dialogue] {
        let asked = ["trips", "trips?since=noon", "trips/5d0c", "log", "log?since=2h"].map {
            Dialogue.http("GET /v1/\($0)", precision: precision)
        }
        let said = [
            ("trips/5d0c/label", #"{"class":"business"}"#), ("trips/5d0c/label", #"{"class":""}"#),
            ("log", #"{"remark":"reefed"}"#), ("log", "{}"),
        ]
        return asked + said.map { Dialogue.http("POST /v1/\($0)", body: $1, precision: precision) }
    }

    /// What reduced readers are told, or refused, beside the state.
    private static let reducedLines: [Dialogue] = (["help", "observe beacons"] + grantLines).map {
        Dialogue(dialect: .lines, request: $0, precision: .reduced)
    }

    private static let reducedHTTP: [Dialogue] =
        ["GET /", "GET /v1", "GET /v1/version"].map { Dialogue.http($0, precision: .reduced) }
        + grants(isRoot: false).map { dialogue -> Dialogue in
            var dialogue = dialogue
            dialogue.precision = .reduced
            return dialogue
        }
}
