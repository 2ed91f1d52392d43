import PlacemarkCore

/// The answers that come from the published state, as functions of the status.
enum StateAnswer {
    /// - Parameters:
    ///   - visits: for `visits`, which are not in the status.
    ///   - form: how a placemark is wanted, which may be a line of text.
    static func answer(
        to request: Request, _ status: Status, visits: VisitsReport, as form: Answer.Form = .json
    ) throws(RequestError) -> Answer {
        switch request {
        case .city: return .text(try line(status, \.city))
        case .placemark:
            if form == .text { return .text(try line(status, \.line)) }
            guard let placemark = status.placemark else { throw absence(status) }
            return .json(WithSource(report: placemark, source: status.source))
        case .location: return try location(status)
        case .status: return .json(status)
        case .visits: return .json(WithSource(report: visits, source: status.source))
        case .version: return .json(VersionReport(version: ProgramVersion.current))
        case .help: return Answer(form: .text, bytes: Array(LineRequest.helpText.utf8))
        case .watch, .track, .regions, .reverse, .search, .grants, .metrics:
            throw .unavailable(request.word.rawValue)
        }
    }

    /// The location of the status.
    static func location(_ status: Status) throws(RequestError) -> Answer {
        guard let location = status.location else { throw absence(status) }
        return .json(WithSource(report: location, source: status.source))
    }

    /// What to say when no location has come in time.
    static func nothingCame(within wait: LocationWait, _ status: Status) -> RequestError {
        let reason = status.source.reason.map { ": \($0)" } ?? ""
        return .noFix("none has come within \(AgeInWords.text(seconds: wait.limit.inSeconds))\(reason)")
    }

    /// The name alone while it is current; with its age when the box may be elsewhere by now.
    private static func line(
        _ status: Status, _ name: (Placemark) -> String?
    ) throws(RequestError) -> String {
        guard let report = status.placemark, let name = name(report.placemark) else { throw absence(status) }
        return report.stale ? "\(name) (stale, \(AgeInWords.text(seconds: report.age)) old)" : name
    }

    private static func absence(_ status: Status) -> RequestError {
        status.location == nil ? .noFix(status.source.absenceOfLocation) : .noPlacemark
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
