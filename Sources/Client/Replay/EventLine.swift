internal import FoundationEssentials
public import PlacemarkModel

/// Writes events as lines of JSON, with the keys in alphabetical order: the same bytes as JSONEncoder's.
///
/// The encoder takes 40 µs for a location, more than all the rest of a replay. So what a trip has in masses, locations
/// and rejections, is written here; everything else goes to the encoder.
public struct EventLine {
    private let encoder: JSONEncoder

    public init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// Appends the line and its newline.
    public func append(_ report: EventReport, to bytes: inout [UInt8]) {
        var line = JSONWriter()
        if line.write(frequent: report) {
            bytes += line.bytes
        } else {
            do {
                bytes += try encoder.encode(report)
            } catch {
                // Only a number that is not finite cannot be encoded, and no such number passes the readers' checks.
                preconditionFailure("an event cannot be encoded: \(error)")
            }
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
