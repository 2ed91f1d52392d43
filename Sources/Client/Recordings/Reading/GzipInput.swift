import CZlib

/// What is inside of a recording that is compressed with gzip (RFC 1952), in pieces no larger than those of a plain one:
/// memory does not depend on what it unpacks to. Several members behind each other are one recording.
final class GzipInput: PieceReader {
    private let packed: RecordingInput
    private let stream: UnsafeMutablePointer<z_stream>
    /// Packed bytes that have been read, and how many of them have been unpacked.
    private var pending: [UInt8]
    private var consumed = 0
    /// Whether a member has begun that has not ended.
    private var isInMember = false
    private var hasEnded = false
    /// Why nothing behind this can be unpacked, to be told to a person.
    private(set) var fault: String?

    /// - Parameter beginning: what has been read of the file already.
    ///
    /// Returns nil when there is no memory.
    init?(_ packed: RecordingInput, beginning: [UInt8]) {
        (self.packed, pending) = (packed, beginning)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard placemark_gunzip_init(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// How much of the file has been unpacked.
    private(set) var packedBytesRead = 0

    /// The next piece; empty at the end, and from where it is damaged.
    func read() throws(RecordingError) -> [UInt8] {
        var piece: [UInt8] = []
        while piece.isEmpty, !hasEnded {
            if consumed == pending.count {
                (pending, consumed) = (try packed.read(), 0)
                if pending.isEmpty {
                    if isInMember { fault = "the file is cut off: expected gzip to its end" }
                    hasEnded = true
                    break
                }
            }
            // Between members, and behind the last one, tapes and some programs leave zeros.
            if !isInMember, packedBytesRead > 0, pending[consumed] == 0 {
                advance(by: 1)
                continue
            }
            piece = unpack()
        }
        return piece
    }

    private func unpack() -> [UInt8] {
        isInMember = true
        var status = Z_OK
        let piece = [UInt8](unsafeUninitializedCapacity: RecordingInput.chunkInBytes) { output, count in
            pending.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress.map { $0 + consumed }
                stream.pointee.avail_in = UInt32(input.count - consumed)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                status = inflate(stream, Z_NO_FLUSH)
                count = output.count - Int(stream.pointee.avail_out)
            }
        }
        advance(by: pending.count - consumed - Int(stream.pointee.avail_in))
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isInMember = false
            inflateReset(stream)
        default:
            let reason = stream.pointee.msg.map { String(cString: $0) } ?? "not gzip"
            fault = "the gzip is damaged (\(reason)); nothing after that can be read"
            hasEnded = true
        }
        return piece
    }

    private func advance(by count: Int) {
        consumed += count
        packedBytesRead += count
    }
}
