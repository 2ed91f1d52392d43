import Foundation
import GzipCompression
import PlacemarkModel
import Reporting
import TestSupport
import Testing

@testable import placemark_report

/// How many bytes a report is, in each format: what docs/explain/performance-programs.md tells.
@Suite("Bytes on the wire") struct BytesOnTheWireTests {
    /// A drive at 25 m/s with all that a receiver tells, one report in ten seconds.
    private func drive() throws -> [Report] {
        var random = SeededRandom(seed: 1)
        var (latitude, longitude, course) = (47.141, 9.521, 81.0)
        return try (1...100).map { number in
            course = (course + Double.random(in: -20...20, using: &random) + 360)
                .truncatingRemainder(dividingBy: 360)
            latitude += 0.00225 * cos(course * .pi / 180)
            longitude += 0.00331 * sin(course * .pi / 180)
            let moment = try #require(
                Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000).advanced(by: .seconds(10 * number)))
            func decimals(_ value: Double, _ count: Int) -> Double { value.rounded(toDecimals: count) }
            let location = """
                {"coordinate":{"latitude":\(decimals(latitude, 7)),"longitude":\(decimals(longitude, 7))},"mode":3,\
                "horizontalAccuracy":\(decimals(.random(in: 3...9, using: &random), 1)),\
                "altitude":\(decimals(.random(in: 440...470, using: &random), 1)),"ellipsoidalAltitude":503.5,\
                "verticalAccuracy":\(decimals(.random(in: 5...12, using: &random), 1)),\
                "speed":\(decimals(.random(in: 23...27, using: &random), 2)),"speedAccuracy":0.4,\
                "course":\(decimals(course, 1)),"courseAccuracy":1.2,"timestamp":"\(moment)","age":0.4,"stale":false}
                """
            let line = #"{"event":"location","elapsed":\#(number * 10),"location":\#(location)}"#
            return Report(
                id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: Int64(number))), kind: .location,
                happenedAt: moment, takenAt: moment, regions: [],
                event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
        }
    }

    /// What MQTT 5 adds to a payload: fixed header, topic, packet identifier and the property `id`; and the PUBACK.
    private func published(_ topic: String, _ payload: Int, id: String) -> Int {
        let rest = 2 + topic.utf8.count + 2 + 1 + (1 + 2 + 2 + 2 + id.utf8.count) + payload
        return 1 + (rest < 128 ? 1 : 2) + rest + 4
    }

    @Test("docs/explain/performance-programs.md tells them as they are")
    func table() throws {
        let reports = try drive()
        let now = Timestamp(nanosecondsSinceEpoch: 1_795_206_290_000_000_000)
        var rows: [String] = []
        func row(_ name: String, _ bytes: Int, per count: Int = 1) {
            let each = Double(bytes) / Double(count)
            let perDay = (each * 8640 / 1e6).fixed(decimals: 2)
            rows.append("| \(name) | \(each.fixed(decimals: 0)) | \(perDay) MB |")
        }
        func broker(_ name: String, _ format: any BrokerFormat) {
            var format = format
            let messages = reports.flatMap { report in
                format.messages(for: report, at: now).map {
                    published($0.topic, $0.payload.count, id: report.id.description)
                }
            }
            row(name, messages.reduce(0, +), per: reports.count)
        }
        broker("`owntracks` over MQTT", OwnTracksFormat(user: "jane", device: "van"))
        broker("`homeassistant` over MQTT", HomeAssistantFormat(device: "van", precision: .precise, regions: []))
        broker(
            "`template`: `{latitude},{longitude}` over MQTT",
            TemplateFormat(
                topic: try ReportTemplate(parsingTopic: "van"),
                payload: try ReportTemplate(parsing: "{latitude},{longitude}"), device: "van"))
        broker(
            "`placemarkd` over MQTT",
            TemplateFormat(
                topic: try ReportTemplate(parsingTopic: "placemarkd/{device}/{event}"), payload: nil, device: "van"))
        let signalK = reports.compactMap { SignalKFormat().delta(for: $0)?.count }.reduce(0) { $0 + $1 + 1 }
        row("`signalk` over UDP or TCP", signalK, per: reports.count)
        func body(_ name: String, _ body: ([Report]) -> [UInt8]?) throws {
            row("`\(name)`, body of one", try #require(body([reports[50]])).count)
            let batch = try #require(body(reports))
            row("`\(name)`, 100 in one body", batch.count, per: 100)
            row("`\(name)`, 100 in one body, gzip", Gzip.packed(batch).count, per: 100)
        }
        row(
            "`owntracks` over HTTP, body",
            try #require(OwnTracksFormat(user: "jane", device: "van").body(for: reports[50], at: now)).count)
        row("`traccar` over HTTP, body", try #require(TraccarFormat(deviceID: "van").body(for: reports[50])).count)
        try body("overland") { OverlandFormat(deviceID: "van").body(for: $0) }
        try body("placemarkd") { PlacemarkdFormat().lines($0) }
        let page = try Checkout.text("docs/explain/performance-programs.md")
        for row in rows { #expect(page.contains(row), "missing in docs/explain/performance-programs.md: \(row)") }
    }
}
