import PlacemarkCore

/// The answers of the line dialect, as functions of the status.
enum LineAnswer {
    /// The answer to a one-shot request, with its newline. `watch` answers with its first line.
    ///
    /// - Parameter visits: for `visits`, which are not in the status.
    static func answer(
        to request: LineRequest, _ status: Status, visits: @autoclosure () -> VisitsReport
    ) throws(LineError) -> [UInt8] {
        switch request.word {
        case .city: return Array((try city(status) + "\n").utf8)
        case .placemark:
            guard let placemark = status.placemark else { throw absence(status) }
            return JSONLine.encode(WithSource(report: placemark, source: status.source))
        case .location: return try location(status)
        case .status: return JSONLine.encode(status)
        case .visits:
            guard status.precision == .precise else { throw .preciseOnly(request.word.rawValue) }
            return JSONLine.encode(WithSource(report: visits(), source: status.source))
        case .watch: return JSONLine.encode(EventReport(status))
        // From a room of its own, as `LineConnection` does where there is one.
        case .track: throw .noTrack
        // Answered by another room.
        case .regions: throw .unavailable(request.word.rawValue)
        case .help: return Array(LineRequest.helpText.utf8)
        }
    }

    /// The location of the status, with its newline.
    static func location(_ status: Status) throws(LineError) -> [UInt8] {
        guard let location = status.location else { throw absence(status) }
        return JSONLine.encode(WithSource(report: location, source: status.source))
    }

    /// What to say when no location has come in time.
    static func nothingCame(within wait: LocationWait, _ status: Status) -> LineError {
        let reason = status.source.reason.map { ": \($0)" } ?? ""
        return .noFix("none has come within \(ageInWords(wait.limit.inSeconds))\(reason)")
    }

    /// The name alone while it is current; with its age when the box may be elsewhere by now.
    private static func city(_ status: Status) throws(LineError) -> String {
        guard let report = status.placemark, let city = report.placemark.city else { throw absence(status) }
        return report.stale ? "\(city) (stale, \(ageInWords(report.age)) old)" : city
    }

    private static func absence(_ status: Status) -> LineError {
        if status.location != nil { return .noPlacemark }
        return switch status.source.state {
        case .connecting: .noFix("connecting to gpsd")
        case .disconnected: .noFix(status.source.reason ?? "gpsd cannot be reached")
        case .waiting: .noFix("gpsd has not reported from a receiver")
        case .noFix, .live, .stale, .lost: .noFix(status.source.reason ?? "the receiver has no position")
        }
    }

    static func ageInWords(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(seconds)) s"
        case ..<7200: "\(Int(seconds / 60)) min"
        case ..<172_800: "\(Int(seconds / 3600)) h"
        // Bounded, so that the conversion cannot trap.
        default: "\(Int(min(seconds, 1e12) / 86_400)) days"
        }
    }
}

/// A report with the source beside its own keys, so that every answer says where it comes from.
private struct WithSource<Report: Encodable>: Encodable {
    let report: Report
    let source: SourceReport

    private enum CodingKeys: String, CodingKey { case source }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
    }
}
