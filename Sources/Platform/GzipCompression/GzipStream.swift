import CZlib

/// Packs with gzip (RFC 1952) what comes piece by piece, in the same memory whatever the length: 256 KiB, zlib's.
public final class GzipStream {
    private let stream: UnsafeMutablePointer<z_stream>

    public init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard placemark_gzip_init(stream) == Z_OK else { preconditionFailure("zlib has no memory") }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// What there is to send after this piece: often nothing, because more than one piece is packed together.
    public func pack(_ piece: some Collection<UInt8>) -> [UInt8] { run(piece, Z_NO_FLUSH) }

    /// The rest, after which no piece may follow.
    public func finish() -> [UInt8] { run(CollectionOfOne<UInt8>(0).dropFirst(), Z_FINISH) }

    private func run(_ piece: some Collection<UInt8>, _ flush: Int32) -> [UInt8] {
        var (input, packed) = (Array(piece), [UInt8]())
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            var isFull: Bool
            repeat {
                packed += [UInt8](unsafeUninitializedCapacity: 16 << 10) { output, count in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    let status = deflate(stream, flush)
                    // Z_BUF_ERROR: there was nothing left to do.
                    precondition(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR)
                    count = output.count - Int(stream.pointee.avail_out)
                }
                isFull = stream.pointee.avail_out == 0
            } while isFull
        }
        return packed
    }
}
