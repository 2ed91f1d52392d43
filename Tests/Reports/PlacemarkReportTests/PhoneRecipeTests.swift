import Foundation
import Glibc
import PlacemarkModel
import Reporting
import Settings
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// The sinks of docs/admin/reports.md that tell a phone, as they stand there, against servers that ask for what the services ask for.
@Suite("Telling a phone", .tags(.waits)) struct PhoneRecipeTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["reports.d", "credentials"] { mkdir(directory.file(name), 0o700) }
        for name in ["gotify", "matrix", "telegram", "webhook"] {
            try directory.write("credentials/\(name)", "123:secret\n")
        }
    }

    private func linesOfPage(_ page: String) throws -> [Substring] {
        try Checkout.text("docs/\(page).md").split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The sink of a recipe of docs/admin/reports.md, whose server is the one at this port.
    private func sink(_ recipe: String, port: Int) throws -> Sink {
        let page = try linesOfPage("admin/reports")
        let start = try #require(page.firstIndex(of: "    # \(recipe)"))
        let lines = page[start...].prefix { $0.isEmpty || $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        return try sink(lines, port: port)
    }

    private func sink(_ recipe: [Substring], port: Int) throws -> Sink {
        let lines = recipe.map { line in
            guard line.hasPrefix("URL=https://") else { return String(line) }
            return "URL=http://127.0.0.1:\(port)" + line.dropFirst("URL=https://".count).drop { $0 != "/" }
        }
        try directory.write("reports.d/phone.conf", lines.joined(separator: "\n"))
        chmod(directory.file("reports.d/phone.conf"), 0o600)
        var sink = try #require(
            try SinkFiles.load(directory.file("reports.d"), credentials: directory.file("credentials")).first)
        sink.settings.device = "boat"
        #expect(SinkTransports.problems(of: [sink], in: "").isEmpty)
        return sink
    }

    private func send(_ reports: [Report], to sink: Sink) async throws -> DeliveryResult {
        await HTTPTransport(sink, format: try sink.requests(), wallClock: Clocks.system.wall).send(reports)
    }

    @Test(
        "each recipe of docs/admin/reports.md tells a phone that the machine has come to a region, whatever its name",
        .timeLimit(.minutes(1)),
        arguments: [
            ("ntfy", #"ntfy a-word-nobody-guesses boat Arrived at Büro "7""#),
            ("Gotify", #"gotify Arrived at Büro "7" boat"#),
            ("Matrix", #"matrix !ROOM:example.org boat has arrived at Büro "7""#),
            ("Telegram", #"telegram boat has arrived at Büro "7""#), ("webhook", #"webhook boat Büro "7" 47.1 9.5"#),
        ])
    func recipes(_ recipe: String, _ told: String) async throws {
        let receiver = try await ReportReceiver(ofPhonesWriting: directory.file("out"))
        let sink = try sink(recipe, port: receiver.port)
        #expect(sink.settings.filter.kinds == [.regionEntered] && sink.settings.catchUp == .never)
        let report = try HTTPTransportTests.crossing(#"Büro \"7\""#)
        #expect(try await send([report], to: sink) == .each([.acknowledged]))
        #expect(directory.contents("out") == told + "\n")
        // A repetition is a second message, but where the service knows it by its identity.
        #expect(try await send([report], to: sink) == .each([.acknowledged]))
        #expect(directory.contents("out")?.split(separator: "\n").count == (recipe == "Matrix" ? 1 : 2))
    }

    @Test(
        "each recipe for the guard tells an alarm, as loudly as the service can", .timeLimit(.minutes(1)),
        arguments: [
            ("ntfy", "ntfy a-word-nobody-guesses boat: alarm 84.5 m from the centre"),
            ("Matrix", "matrix !ROOM:example.org boat: alarm, 84.5 m from the centre"),
            ("Telegram", "telegram boat: alarm, 84.5 m from the centre"), ("webhook", "webhook boat alarm 84.5"),
        ])
    func guardAlarm(_ recipe: String, _ told: String) async throws {
        let receiver = try await ReportReceiver(ofPhonesWriting: directory.file("out"))
        let sink = try sink("\(recipe), for the guard", port: receiver.port)
        #expect(sink.settings.filter.kinds == [.guardAlarm, .guardBlind] && sink.settings.catchUp == .always)
        #expect(try await send([Self.alarm()], to: sink) == .each([.acknowledged]))
        #expect(directory.contents("out") == told + "\n")
    }

    private static func alarm() throws -> Report {
        var report = try HTTPTransportTests.crossing("home", .guardAlarm)
        report.event?.guard = GuardReport(.alarm)
        report.event?.guard?.distance = 84.5
        return report
    }

    @Test("the sink with which docs/guide/guard.md begins tells the first alarm", .timeLimit(.minutes(1)))
    func firstAlarm() async throws {
        let receiver = try await ReportReceiver(ofPhonesWriting: directory.file("out"))
        let page = try linesOfPage("guide/guard")
        let start = try #require(page.firstIndex { $0.hasPrefix("sudo tee /etc/placemarkd/reports.d/phone.conf") })
        let sink = try sink(Array(page[(start + 1)...].prefix { $0 != "END" }), port: receiver.port)
        #expect(sink.settings.filter.kinds == [.guardAlarm, .guardBlind])
        #expect(try await send([Self.alarm()], to: sink) == .each([.acknowledged]))
        #expect(directory.contents("out") == "ntfy a-word-nobody-guesses boat: alarm 84.5 m from the centre\n")
    }

    @Test("the recipe for trips tells from where to where a trip was, and how far", .timeLimit(.minutes(1)))
    func trip() async throws {
        let receiver = try await ReportReceiver(ofPhonesWriting: directory.file("out"))
        let sink = try sink("ntfy, for trips", port: receiver.port)
        #expect(sink.settings.filter.kinds == [.tripEnded] && sink.settings.catchUp == .always)
        var report = try HTTPTransportTests.crossing("home", .tripEnded)
        let json = """
            {"id":"a","state":"final","start":{"coordinate":{"latitude":47.1,"longitude":9.5},
            "placemark":{"locality":"Vaduz","geocoder":"gazetteer"}},
            "end":{"coordinate":{"latitude":47.2,"longitude":9.6},
            "placemark":{"locality":"Bad \\"Ragaz\\"","geocoder":"gazetteer"}},"duration":1800,
            "distance":16200.4,"distanceError":81,"movingTime":1500,"countries":[],"places":[]}
            """
        report.event?.trip = try JSONDecoder().decode(TripRecord.self, from: Data(json.utf8))
        #expect(try await send([report], to: sink) == .each([.acknowledged]))
        #expect(
            directory.contents("out")
                == #"ntfy a-word-nobody-guesses boat: Bad "Ragaz" 16200 m from Vaduz, final"# + "\n")
    }

    @Test("fault 71: a wrong token waits, as any other login does, and no reason has it in it", .timeLimit(.minutes(1)))
    func wrongToken() async throws {
        let receiver = try await ReportReceiver(ofPhonesWriting: directory.file("out"))
        try directory.write("credentials/gotify", "999:hunter\n")
        let result = try await send(
            [try HTTPTransportTests.crossing("home")], to: try sink("Gotify", port: receiver.port))
        #expect("\(result)".contains("the server refuses our login") && !"\(result)".contains("hunter"))
        #expect(directory.contents("out") == nil)
    }

    @Test(
        "what is wrong with a request is said before anything is sent, with the key",
        arguments: [
            ("Body={{\"a\":{latitude}}}", "[HTTP] Body=: this is not JSON when a value is missing"),
            ("Body={{\"a\":\"{place}\"}}", "[HTTP] Body=: there is no '{place}'"),
            ("Body={{\"a\":\"b\"", "[HTTP] Body=: this is not JSON"),
            ("Header=Title {device}", "[HTTP] Header=: expected a name"),
            ("Method=GET", "[HTTP] Body=: expected none with Method=GET"), ("Body=", "[HTTP] Body=: expected a body"),
        ])
    func mistakes(_ line: String, _ words: String) throws {
        var settings = SinkSettings()
        (settings.transport, settings.url, settings.format) = (.http, "https://x/{city}", .template)
        settings.body = #"{{"a":"{city}"}}"#
        let key = line.prefix { $0 != "=" }
        let value = String(line.dropFirst(key.count + 1))
        switch key {
        case "Body": settings.body = value.isEmpty ? nil : value
        case "Header": settings.header = value
        default: settings.method = .get
        }
        let problems = SinkTransports.problems(of: [Sink(name: "phone", settings: settings)], in: "reports.d")
        #expect(problems.count == 1)
        #expect(problems.first?.description.contains("reports.d/phone.conf: \(words)") == true, "\(problems)")
    }

    @Test("the password needs to be there, and does not go as a login as well")
    func password() throws {
        var settings = SinkSettings()
        (settings.transport, settings.url, settings.format) = (.http, "https://x/{password}", .template)
        settings.body = "{{}}"
        let without = SinkTransports.problems(of: [Sink(name: "phone", settings: settings)], in: "")
        #expect(without.first?.description.contains("[Credentials] Credential=: expected one") == true, "\(without)")
        let format = try Sink(name: "phone", settings: settings, secret: SecretText("a/b:c")).requests()
        #expect(format.holdsPassword)
        let request = format.request(for: [try HTTPTransportTests.crossing("home")], at: Clocks.system.wall())
        #expect(request?.address == "https://x/a%2Fb:c" && request?.headers == ["Content-Type: application/json"])
    }
}
