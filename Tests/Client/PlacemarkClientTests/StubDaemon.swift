import PlacemarkClient
import TestSupport

/// A daemon that says what a test wants, on a socket of its own.
struct StubDaemon {
    let directory: TemporaryDirectory
    let server: StubServer
    var client: PlacemarkClient { PlacemarkClient(socketPath: directory.file("socket")) }

    init() throws {
        directory = try TemporaryDirectory()
        server = try StubServer(path: directory.file("socket"))
    }

    /// The next connection, when its request has come.
    func connection() async throws -> (connection: StubConnection, request: String) {
        let connection = try await server.accept()
        let request = RequestLog()
        _ = await poll(atMost: .seconds(10)) { await request.add(connection.received()) }
        return (connection, await request.text)
    }

    /// Answers the next connection, and closes it.
    @discardableResult
    func answer(_ lines: String...) async throws -> String {
        let (connection, request) = try await connection()
        for line in lines { await connection.send(line: line) }
        connection.close()
        return request
    }
}

private actor RequestLog {
    private(set) var text = ""

    /// Returns whether the line is complete.
    func add(_ received: String) -> Bool {
        text += received
        return text.hasSuffix("\n")
    }
}

/// What the daemon writes.
enum Lines {
    static func location(_ latitude: Double, age: Double = 1, stale: Bool = false) -> String {
        """
        {"coordinate":{"latitude":\(latitude),"longitude":9.5},"horizontalAccuracy":4,"age":\(age),"stale":\(stale)}
        """
    }

    /// The status; `more` are members with a comma behind each.
    static func status(_ more: String = "", state: String = "live", precision: String = "precise") -> String {
        """
        {"version":1,"sequence":3,"precision":"\(precision)","source":{"state":"\(state)","since":1},\(more)\
        "geocoding":{"policy":"distance-and-time","next":"moved 1000 m","failing":false,"requests":1,"saved":0},\
        "fixes":{"accepted":1,"rejected":{}}}
        """
    }

    /// The present state as an event.
    static func present(_ more: String = "", state: String = "live", precision: String = "precise") -> String {
        #"{"event":"status","status":\#(status(more, state: state, precision: precision))}"#
    }

    static func event(_ name: String, _ more: String) -> String { #"{"event":"\#(name)","elapsed":1,\#(more)}"# }

    static let placemark = #"{"locality":"Vaduz","geocoder":"gazetteer","age":1,"stale":false}"#
    static let visit = """
        {"coordinate":{"latitude":47,"longitude":9.5},"horizontalAccuracy":12,"arrival":"2026-11-20T10:00:00Z",\
        "duration":60}
        """
}
