import PlacemarkModel
import TestSupport
import Testing

@testable import placemark_report

@Suite("Metrics of the reports") struct ReportMetricsTests {
    private func report() -> ReporterReport {
        var broker = SinkReport(
            name: "home", state: .failing, type: "mqtt", format: "homeassistant", precision: .precise)
        broker.error = "mqtt://jane:secret@192.0.2.7 cannot be reached, at 47.1416"
        (broker.connected, broker.waiting, broker.oldest) = (false, 3, Timestamp(nanosecondsSinceEpoch: 5_000_000_000))
        (broker.acknowledged, broker.lastAcknowledgement) = (7, Timestamp(nanosecondsSinceEpoch: 4_000_000_000))
        let server = SinkReport(name: "map", state: .idle, type: "http", format: "traccar", precision: .reduced)
        return ReporterReport(sinks: [broker, server], outboxFailure: nil, lost: 0)
    }

    private func text() -> String {
        ReportMetrics.text(report(), at: Timestamp(nanosecondsSinceEpoch: 65_000_000_000))
    }

    @Test("what is not known of a sink has no sample, and an error is told nowhere")
    func samples() {
        let lines = text().split(separator: "\n")
        for line in [
            "placemark_report_oldest_age_seconds{sink=\"home\"} 60", "placemark_report_connected{sink=\"home\"} 0",
            "placemark_report_failing{sink=\"home\"} 1", "placemark_report_failing{sink=\"map\"} 0",
            "placemark_report_last_acknowledgement_timestamp_seconds{sink=\"home\"} 4",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
        for absent in ["oldest_age_seconds", "connected", "last_acknowledgement_timestamp_seconds"] {
            #expect(!text().contains("placemark_report_\(absent){sink=\"map\"}"))
        }
        for secret in ["secret", "192.0.2.7", "47.14"] { #expect(!text().contains(secret)) }
    }

    @Test("docs/admin/metrics.md has a row for each metric of the reports, with its type, and no other")
    func document() throws {
        let rows = try Checkout.text("docs/admin/metrics.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `placemark_report_") }
            .map { $0.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } } }
        let types = text().split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
            .map { $0.split(separator: " ").suffix(2).map(String.init) }
        #expect(rows.map { Array($0.prefix(2)) } == types)
        for row in rows where ["sink", "version"].contains(row[2]) {
            #expect(text().contains("\n\(row[0]){\(row[2])="), "\(row[0])")
        }
    }
}
