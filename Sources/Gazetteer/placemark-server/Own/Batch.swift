import Gazetteer
import HummingbirdCore
import NIOCore
import PlacemarkModel

/// A batch: each line of the body is a position, and gets one line of JSON, in order, while the body is still coming.
///
/// It takes the same memory for ten lines and for ten million: the pieces that are on the way, and one line. A client that
/// does not read its answers is not read from either, and `ServingLimits.idle` ends it.
struct Batch: Sendable {
    let gazetteer: Gazetteer
    let languages: [String]

    /// So much is collected before it goes to the client.
    private static let pieceInBytes = 32 * 1024
    /// After so many lines others of the same thread get their turn: about a millisecond.
    private static let turnInLines = 128

    /// The answers to a body, as the body of a response.
    func answers(to body: RequestBody) -> ResponseBody {
        ResponseBody { writer in
            var lines = BatchLines()
            var output = JSONWriter(capacity: Self.pieceInBytes * 2)
            for try await piece in body {
                var rest = piece
                while rest.readableBytes > 0 {
                    let count = rest.withUnsafeReadableBytes { bytes in
                        lines.read(bytes, upTo: Self.turnInLines) { answer($0, to: &output) }
                    }
                    rest.moveReaderIndex(forwardBy: count)
                    if output.bytes.count >= Self.pieceInBytes {
                        try await writer.write(ByteBuffer(bytes: output.bytes))
                        output.removeAll()
                    } else if rest.readableBytes > 0 {
                        await Task.yield()
                    }
                }
                // What has come is answered before the next piece is awaited: a client may wait for it.
                if !output.bytes.isEmpty {
                    try await writer.write(ByteBuffer(bytes: output.bytes))
                    output.removeAll()
                }
            }
            lines.end { answer($0, to: &output) }
            if !output.bytes.isEmpty { try await writer.write(ByteBuffer(bytes: output.bytes)) }
            try await writer.finish(nil)
        }
    }

    private func answer(_ line: BatchLines.Line, to output: inout JSONWriter) {
        defer { output.newline() }
        guard let position = line.text.flatMap({ BatchPosition.read($0) }) else {
            let problem =
                line.text == nil
                ? "a line has at most \(BatchLines.longestInBytes) bytes"
                : "expected LAT,LON in degrees, such as 47.141,9.521, or {\"latitude\":47.141,\"longitude\":9.521}"
            return output.failure(problem, line: line.number)
        }
        guard let placemark = gazetteer.placemark(at: position, preferredLanguages: languages) else {
            return output.failure("the gazetteer knows no place there", line: line.number)
        }
        output.write(placemark)
    }
}
