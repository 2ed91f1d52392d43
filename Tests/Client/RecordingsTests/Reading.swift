import PlacemarkModel
import Testing

@testable import Recordings

/// What a recording says, read from memory in pieces of a given size.
struct Reading {
    var events: [SourceEvent] = []
    var times: [Timestamp?] = []
    var damages: [RecordingDamage] = []

    init(_ format: RecordingFormat, _ bytes: [UInt8], dates: DateOrder? = nil, chunk: Int = 7) throws {
        var reader = try #require(format.reader(dates: dates))
        var findings: [Finding] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.read(rest.prefix(chunk), into: &findings)
            rest = rest.dropFirst(chunk)
        }
        reader.finish(into: &findings)
        for finding in findings {
            switch finding {
            case .report(let event, let time):
                events.append(event)
                times.append(time)
            case .damage(let damage): damages.append(damage)
            }
        }
    }

    init(_ format: RecordingFormat, _ text: String, dates: DateOrder? = nil, chunk: Int = 7) throws {
        try self.init(format, Array(text.utf8), dates: dates, chunk: chunk)
    }

    var fixes: [Location] { events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
    var noFixes: Int { events.count { if case .noFix = $0 { true } else { false } } }
    /// The numbers of the damaged lines.
    var damagedLines: [Int] { damages.compactMap { if case .line(let number) = $0.place { number } else { nil } } }
}

/// A sentence with its checksum and line end.
func sentence(_ body: String) -> String {
    let checksum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(checksum.count < 2 ? "0" : "")\(checksum)\r\n"
}
