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

    /// Several, each with a newline.
    public func lines(_ reports: [Report]) -> [UInt8] {
        reports.flatMap { $0.json + [UInt8(ascii: "\n")] }
    }
}
