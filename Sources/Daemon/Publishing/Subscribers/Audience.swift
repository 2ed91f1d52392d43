import PlacemarkModel

/// Those who get the same bytes.
struct Audience: Hashable {
    /// What it is told: no more than it asks for, whatever it may know.
    private(set) var precision: Precision
    let filter: EventFilter
    let framing: EventFraming

    init(precision: Precision, filter: EventFilter = .all, framing: EventFraming = .lines) {
        self.precision = filter.contains(.reduced) ? .reduced : precision
        self.filter = filter
        self.framing = framing
    }

    /// The same one when it may know more or less than before.
    func allowed(_ precision: Precision) -> Audience {
        Audience(precision: precision, filter: filter, framing: framing)
    }
}

/// How events are written to those who watch.
enum EventFraming: Hashable {
    /// One line of JSON each, for the line dialect.
    case lines
    /// As the HTML standard has them (section 9.2, Server-sent events): with their names and identifiers.
    case serverSentEvents

    /// The bytes of one event, whose line of JSON has been encoded.
    func bytes(_ line: [UInt8], _ name: EventReport.Name, id: EventID) -> [UInt8] {
        switch self {
        case .lines: line
        case .serverSentEvents:
            Array("event: \(name.rawValue)\nid: \(id)\ndata: ".utf8) + line + [UInt8(ascii: "\n")]
        }
    }

    /// The bytes of one event.
    func bytes(_ report: EventReport, id: EventID) -> [UInt8] { bytes(JSONLine.encode(report), report.event, id: id) }
}
