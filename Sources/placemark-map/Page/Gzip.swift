import CZlib

/// Packs the texts of the page, once, and unpacks what a tile file says about itself.
enum Gzip {
    /// The bytes as gzip has them; nil when zlib has no memory.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard placemark_gzip_init(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        guard run(&stream, bytes, into: &packed, { deflate(&$0, Z_FINISH) }) else { return nil }
        packed.removeLast(packed.count - Int(stream.total_out))
        return packed
    }

    /// What is inside; nil when it is not gzip, or longer than this.
    static func unpacked(_ bytes: [UInt8], longest: Int) -> [UInt8]? {
        var stream = z_stream()
        guard placemark_gunzip_init(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var unpacked = [UInt8](repeating: 0, count: longest)
        guard run(&stream, bytes, into: &unpacked, { inflate(&$0, Z_FINISH) }) else { return nil }
        unpacked.removeLast(unpacked.count - Int(stream.total_out))
        return unpacked
    }

    /// Returns whether all of it went through.
    private static func run(
        _ stream: inout z_stream, _ bytes: [UInt8], into output: inout [UInt8], _ step: (inout z_stream) -> Int32
    ) -> Bool {
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return step(&stream) == Z_STREAM_END
            }
        }
    }
}
