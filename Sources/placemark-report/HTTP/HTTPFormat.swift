import FoundationEssentials
import PlacemarkCore
import Reporting

/// How reports look in the body of a request, and by what their receiver says that it has them.
struct HTTPFormat: Sendable {
    let contentType: String
    let receipt: HTTPVerdict.Receipt
    /// Whether a request takes several reports.
    let takesBatches: Bool
    /// The body; nil when the format has no place for any of the reports.
    let body: @Sendable ([Report]) -> [UInt8]?

    /// Our own events, one a line: NDJSON.
    static let placemarkd = HTTPFormat(
        contentType: "application/x-ndjson", receipt: .status, takesBatches: true,
        body: { reports in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            return reports.flatMap { report in
                ((try? encoder.encode(report)).map(Array.init) ?? []) + [UInt8(ascii: "\n")]
            }
        })
}
