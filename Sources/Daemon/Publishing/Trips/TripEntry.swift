import FoundationEssentials
import PlacemarkModel

/// One entry of the journal of trips: a trip, what somebody has said of one, or an entry of the ship's log. Nothing in the
/// journal is ever changed: what is said later comes later.
struct TripEntry: Codable, Hashable, Sendable {
    /// Counts the entries from 1 on.
    var number: Int
    /// The hash of the entry before; of the first one, `firstHash`.
    var previous: String
    /// The receiver's time when it was written; nil when it tells none.
    var time: Timestamp?
    var trip: TripRecord?
    /// Of which trip the label speaks.
    var labelled: String?
    var label: TripLabel?
    var log: ShipsLogEntry?

    /// What stands for the hash of an entry before the first one.
    static let firstHash = String(repeating: "0", count: 64)
    private static let beforeHash = Array(#","hash":""#.utf8)
    private static let end = Array("\"}\n".utf8)

    /// The line of the journal: the entry as JSON, and as its last key the SHA-256 of all that stands before that key.
    var line: [UInt8] {
        var line = Array(JSONLine.encode(self).dropLast(2))
        let hash = line.sha256
        line += Self.beforeHash
        line += Array(hash.utf8)
        line += Self.end
        return line
    }

    /// A line that has been read.
    struct Read: Sendable {
        /// Nil when the line is not an entry.
        var entry: TripEntry?
        /// As the line says.
        var hash: String
        /// Whether the hash is that of the line.
        var isIntact: Bool
    }

    /// - Parameter line: with its newline.
    static func read(_ line: some Collection<UInt8>) -> Read {
        let bytes = Array(line)
        let tail = beforeHash.count + 64 + end.count
        guard bytes.count > tail, bytes.suffix(end.count).elementsEqual(end) else {
            return Read(entry: nil, hash: firstHash, isIntact: false)
        }
        let body = bytes.dropLast(tail)
        let hash = String(decoding: bytes.dropLast(end.count).suffix(64), as: UTF8.self)
        let isMarked = bytes.dropFirst(body.count).prefix(beforeHash.count).elementsEqual(beforeHash)
        var json = Array(body)
        json.append(UInt8(ascii: "}"))
        let entry = try? JSONDecoder().decode(TripEntry.self, from: Data(json))
        return Read(entry: entry, hash: hash, isIntact: isMarked && entry != nil && body.sha256 == hash)
    }
}
