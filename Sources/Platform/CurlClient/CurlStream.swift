import CCurl
import Glibc

/// A connection to a server over which anything may go, through TLS where the address begins with https: for what begins as a
/// request and goes on as something else.
///
/// It blocks, at most as long as the timeout of its settings from beginning to end, and is for one thread alone.
package final class CurlStream {
    private let easy = EasyHandle()
    private let deadline: ContinuousClock.Instant
    private let isAbandoned: () -> Bool
    private var descriptor: Int32 = -1

    /// How often somebody who does not want the answer any more is heard.
    private static let rhythmInMilliseconds: Int32 = 250

    /// Connects.
    ///
    /// - Parameter isAbandoned: asked once a second at least: whether nobody wants the answer any more.
    package init(
        to address: String, _ settings: CurlHandle.Settings, isAbandoned: @escaping () -> Bool
    ) throws(CurlFailure) {
        deadline = .now + settings.timeout
        self.isAbandoned = isAbandoned
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_NOSIGNAL, 1)
        easy.set(CURLOPT_TIMEOUT_MS, Int(settings.timeout / .milliseconds(1)))
        easy.set(CURLOPT_CONNECT_ONLY, 1)
        // HTTP/2 has no stream of bytes to hand out, and a proxy no other way to one.
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        easy.set(CURLOPT_HTTPPROXYTUNNEL, 1)
        easy.set(CURLOPT_URL, address)
        easy.setCertificates(settings)
        EasyHandle.check(
            ccurl_set_watcher(
                easy.pointer,
                { context, _, _, _, _ in
                    guard let context else { return 0 }
                    return Unmanaged<CurlStream>.fromOpaque(context).takeUnretainedValue().isAbandoned() ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque()))
        let code = curl_easy_perform(easy.pointer)
        guard code == CURLE_OK else { throw CurlHandle.error(code) }
        guard ccurl_get_socket(easy.pointer, &descriptor) == CURLE_OK, descriptor >= 0 else {
            throw .unreachable("no connection")
        }
    }

    deinit { curl_easy_cleanup(easy.pointer) }

    /// Sends all of these bytes.
    package func send(_ bytes: [UInt8]) throws(CurlFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            var count = 0
            let code = rest.withUnsafeBytes { curl_easy_send(easy.pointer, $0.baseAddress, $0.count, &count) }
            switch code {
            case CURLE_OK: rest.removeFirst(count)
            case CURLE_AGAIN: try wait(for: POLLOUT)
            default: throw CurlHandle.error(code)
            }
        }
    }

    /// The bytes that come next, at least one.
    package func receive() throws(CurlFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            var count = 0
            let code = buffer.withUnsafeMutableBytes { curl_easy_recv(easy.pointer, $0.baseAddress, $0.count, &count) }
            switch code {
            case CURLE_OK where count == 0: throw CurlHandle.error(CURLE_GOT_NOTHING)
            case CURLE_OK: return Array(buffer.prefix(count))
            case CURLE_AGAIN: try wait(for: POLLIN)
            default: throw CurlHandle.error(code)
            }
        }
    }

    private func wait(for events: Int32) throws(CurlFailure) {
        guard !isAbandoned() else { throw CurlHandle.error(CURLE_ABORTED_BY_CALLBACK) }
        guard ContinuousClock.now < deadline else { throw CurlHandle.error(CURLE_OPERATION_TIMEDOUT) }
        var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&state, 1, Self.rhythmInMilliseconds)
    }
}
