import CZlib

/// Packs the body of a request.
enum Gzip {
    /// The bytes as gzip has them; nil when zlib has no memory.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard placemark_gzip_init(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        let code = input.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return deflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { return nil }
        packed.removeLast(packed.count - Int(stream.total_out))
        return packed
    }
}
