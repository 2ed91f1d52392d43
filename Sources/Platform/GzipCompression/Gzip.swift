import CZlib

/// Packs and unpacks with gzip (RFC 1952), in memory.
public enum Gzip {
    /// The bytes packed; the same bytes give the same result.
    public static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard placemark_gzip_init(&stream) == Z_OK else { preconditionFailure("zlib has no memory") }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let status = deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "deflateBound() is an upper bound")
            }
            count = output.count - Int(stream.avail_out)
        }
    }

    /// The bytes unpacked; nil when they are not gzip, are cut off, or come to more than `limit` bytes.
    public static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard placemark_gunzip_init(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        var result: [UInt8] = []
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                var status = Z_OK
                let piece = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { output, count in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = output.count - Int(stream.avail_out)
                }
                result += piece
                guard result.count <= limit else { return nil }
                if status == Z_STREAM_END { return result }
                guard status == Z_OK, !piece.isEmpty || stream.avail_in > 0 else { return nil }
            }
        }
    }
}
