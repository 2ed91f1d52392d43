import CCrypto
import Glibc

/// The checksum that lies beside extracts. It finds damage, and no forger: TLS proves who the server is.
enum MD5Sum {
    /// Of a file, as `md5sum` writes it.
    static func of(_ path: String) throws(InstallFault) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard let context = ccrypto_md5_new() else {
            throw .unwritable(
                path: path, reason: "this system's OpenSSL has no MD5, which the checksum of the extract needs")
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            ccrypto_update(context, buffer, count)
        }
        var digest = [UInt8](repeating: 0, count: 16)
        ccrypto_finish(context, &digest)
        let digits = Array("0123456789abcdef")
        return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
