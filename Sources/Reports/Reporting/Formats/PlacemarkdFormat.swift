import FoundationEssentials

extension ReportFormat {
    public static let placemarkd = ReportFormat(
        "placemarkd",
        requests: { _, address in
            .batches(.status) { ReportRequest(PlacemarkdFormat().lines($0), "application/x-ndjson", to: address) }
        },
        messages: { sink throws(ReportTemplate.Mistake) -> any BrokerFormat in try TemplateFormat(sink, payload: nil) })
}

/// Our own reports, whole: a line of `watch` with its identity and its times, one JSON object a line.
public struct PlacemarkdFormat: Sendable {
    public init() {}

    /// One report, without a newline.
    public func object(_ report: Report) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(report))
        } catch {
            // Only a number that is not finite cannot be encoded, and a report was JSON before.
            preconditionFailure("a report cannot be encoded")
        }
    }

    /// Several, each with a newline.
    public func lines(_ reports: [Report]) -> [UInt8] {
        reports.flatMap { object($0) + [UInt8(ascii: "\n")] }
    }
}
