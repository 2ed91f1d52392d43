import CurlClient
import FoundationEssentials

/// A WebSocket to a server: messages of text over a connection of libcurl's, which knows TLS, proxies and names.
///
/// The frames are our own, because Debian 12's libcurl has no WebSockets, and those of swift-nio would need a second library for
/// TLS. It blocks, and is for one thread alone.
struct WebSocket {
    enum Failure: Error {
        case connection(CurlFailure)
        /// The server answers, but not with a WebSocket; the status of HTTP.
        case status(Int)
        /// What comes is no WebSocket, or is over.
        case broken
    }

    private let stream: CurlStream
    private var buffer: [UInt8] = []

    private static let longestHead = 16 << 10

    /// Connects, and changes over from HTTP.
    ///
    /// Not checked is `Sec-WebSocket-Accept`, which keeps caches from answering with what another client was told: whoever asks has to look
    /// for a greeting that no cache has.
    init(
        _ address: SinkAddress, _ settings: CurlHandle.Settings, isAbandoned: @escaping () -> Bool
    ) throws(Failure) {
        do throws(CurlFailure) {
            stream = try CurlStream(to: address.text, settings, isAbandoned: isAbandoned)
            let key = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
            let head = [
                "GET \(address.path) HTTP/1.1", "Host: \(address.authority)", "User-Agent: \(settings.userAgent)",
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
            ]
            try stream.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        } catch {
            throw .connection(error)
        }
        try readHead()
    }

    private mutating func readHead() throws(Failure) {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let found = buffer.firstRange(of: end) {
                let words = String(decoding: buffer[..<found.lowerBound], as: UTF8.self).split(separator: " ")
                guard words.count > 1, words[0].hasPrefix("HTTP/1.1"), let status = Int(words[1]) else { throw .broken }
                guard status == 101 else { throw .status(status) }
                buffer.removeSubrange(..<found.upperBound)
                return
            }
            guard buffer.count < Self.longestHead else { throw .broken }
            try readMore()
        }
    }

    private mutating func readMore() throws(Failure) {
        do throws(CurlFailure) { buffer += try stream.receive() } catch { throw .connection(error) }
    }

    func send(_ text: [UInt8]) throws(Failure) { try send(WebSocketFrame(opcode: .text, payload: text)) }

    private func send(_ frame: WebSocketFrame) throws(Failure) {
        do throws(CurlFailure) {
            try stream.send(frame.bytes(mask: .random(in: .min ... .max)))
        } catch {
            throw .connection(error)
        }
    }

    /// The next message.
    mutating func receive() throws(Failure) -> [UInt8] {
        var message: [UInt8] = []
        while true {
            let frame = try receiveFrame()
            switch frame.opcode {
            case .ping: try send(WebSocketFrame(opcode: .pong, payload: frame.payload))
            case .pong: break
            case .close: throw .broken
            case .text, .binary, .continuation:
                message += frame.payload
                guard message.count <= WebSocketFrame.longest else { throw .broken }
                if frame.isLast { return message }
            }
        }
    }

    private mutating func receiveFrame() throws(Failure) -> WebSocketFrame {
        while true {
            do throws(WebSocketFrame.Malformed) {
                if let frame = try WebSocketFrame.take(from: &buffer) { return frame }
            } catch {
                throw .broken
            }
            try readMore()
        }
    }

    /// Says goodbye: without it Home Assistant would note that we were lost.
    func close() { try? send(WebSocketFrame(opcode: .close, payload: [0x03, 0xE8])) }
}

/// The parts of an address that a request over HTTP needs.
struct SinkAddress: Hashable, Sendable {
    let text, authority, path: String

    /// The address below that of a sink.
    init(_ path: String, below address: String) {
        let text = (address.hasSuffix("/") ? String(address.dropLast()) : address) + path
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let host = rest.prefix { $0 != "/" }
        (self.text, authority, self.path) = (text, String(host), String(rest[host.endIndex...]))
    }
}
