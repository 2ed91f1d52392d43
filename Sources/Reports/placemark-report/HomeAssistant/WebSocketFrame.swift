/// A frame of a WebSocket (RFC 6455, section 5.2), as a client sends and gets them: ours are masked, the server's are not.
struct WebSocketFrame: Hashable {
    enum Opcode: UInt8 {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA
    }

    /// What comes is none, or longer than anything that is waited for.
    struct Malformed: Error {}

    var opcode: Opcode
    var payload: [UInt8]
    /// Whether the message ends with it.
    var isLast = true

    /// More than any answer has: the longest one lists the integrations of Home Assistant.
    static let longest = 1 << 20

    /// The bytes that a client sends.
    ///
    /// - Parameter mask: four bytes, chosen at random.
    func bytes(mask: UInt32) -> [UInt8] {
        var bytes = [(isLast ? 0x80 : 0) | opcode.rawValue]
        switch payload.count {
        case ...125: bytes.append(0x80 | UInt8(payload.count))
        case ...0xFFFF: bytes += [0x80 | 126] + Self.bigEndian(UInt16(payload.count))
        default: bytes += [0x80 | 127] + Self.bigEndian(UInt64(payload.count))
        }
        let mask = Self.bigEndian(mask)
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    /// Takes the first frame of a server off what has arrived; nil while it is not whole.
    static func take(from buffer: inout [UInt8]) throws(Malformed) -> WebSocketFrame? {
        guard buffer.count >= 2 else { return nil }
        // No bit of an extension, because none was agreed on, and no mask.
        guard buffer[0] & 0x70 == 0, buffer[1] & 0x80 == 0, let opcode = Opcode(rawValue: buffer[0] & 0x0F) else {
            throw Malformed()
        }
        let size = [126: 2, 127: 8][buffer[1]] ?? 0
        guard buffer.count >= 2 + size else { return nil }
        let count = size == 0 ? UInt64(buffer[1]) : buffer[2..<2 + size].reduce(0) { $0 << 8 | UInt64($1) }
        guard count <= longest else { throw Malformed() }
        let end = 2 + size + Int(count)
        guard buffer.count >= end else { return nil }
        defer { buffer.removeFirst(end) }
        return WebSocketFrame(
            opcode: opcode, payload: Array(buffer[2 + size..<end]), isLast: buffer[0] & 0x80 != 0)
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
