import CZlib
import Database
import FoundationEssentials
import PlacemarkModel

/// A report as a row of a table has it.
struct OutboxRow {
    /// Of the row of no boot: the moment is civil time.
    static let noBoot = 0

    var boot: Int
    /// Nanoseconds since that boot, or since 1970.
    var moment: Int
    var kind: String
    var content: [UInt8]

    /// Returns nil for what cannot be written as JSON.
    init?(_ happening: Happening, boot: Int) {
        guard let json = try? JSONEncoder().encode(happening.content) else { return nil }
        kind = happening.kind.rawValue
        content = Array(json)
        switch happening.moment {
        case .sinceBoot(let instant):
            (self.boot, moment) = (boot, Int(instant.sinceBoot / .nanoseconds(1)))
        case .civil(let time):
            (self.boot, moment) = (Self.noBoot, Int(time.nanosecondsSinceEpoch))
        }
    }

    /// Reads the columns `boot, moment, kind, crc, content` from `first` on. Nil when the row is damaged.
    init?(_ row: SQLiteDatabase.Columns, first: Int32) {
        boot = row.integer(first)
        moment = row.integer(first + 1)
        kind = row.text(first + 2)
        content = row.blob(first + 4)
        guard row.integer(first + 3) == checksum else { return nil }
    }

    /// As columns, with the checksum.
    var columns: [SQLiteDatabase.Value] {
        [.integer(boot), .integer(moment), .text(kind), .integer(checksum), .blob(content)]
    }

    /// How much of the queue's size it takes.
    var size: Int { content.count + OpenOutbox.rowBytes }

    /// Of all that the report is made of: SQLite has none, and a position with one bit flipped is a position elsewhere.
    private var checksum: Int {
        let bytes = Array("\(boot) \(moment) \(kind) ".utf8) + content
        return Int(crc32(0, bytes, UInt32(clamping: bytes.count)))
    }

    /// What happened; nil for what a later version has written.
    var happening: Happening? {
        guard let kind = ReportKind(rawValue: kind),
            let content = try? JSONDecoder().decode(Happening.Content.self, from: Data(content))
        else { return nil }
        let moment: Happening.Moment =
            boot == Self.noBoot
            ? .civil(Timestamp(nanosecondsSinceEpoch: Int64(self.moment)))
            : .sinceBoot(BootInstant(sinceBoot: .nanoseconds(Int64(self.moment))))
        return Happening(kind, at: moment, content)
    }
}
