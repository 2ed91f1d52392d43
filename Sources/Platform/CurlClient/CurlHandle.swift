import CCurl
import Glibc
package import PlacemarkModel

/// One libcurl handle, with all that a request may and may not do.
///
/// For one thread alone. The connection stays open between requests, unless `sendsOnce`, and so do names and TLS sessions.
package final class CurlHandle {
    /// What is the same for every request.
    package struct Settings: Hashable, Sendable {
        package var userAgent: String
        /// A file in the form of ~/.netrc with name and password for the server; nil for none.
        package var netrcFile: String?
        /// Of resolving, connecting, sending and receiving together.
        package var timeout: Duration
        /// Given up earlier when next to nothing comes or goes for so long; nil for never.
        package var stallTimeout: Duration?
        package var login: Login?
        /// Whether each request leaves once at most, whatever becomes of it. libcurl sends one again, without a word, when the
        /// server closes a kept connection at that moment, or refuses a stream of HTTP/2: so each has a connection of its
        /// own, and HTTP/1.1.
        package var sendsOnce = false
        /// Files (PEM): who is trusted, instead of whom the system trusts; our own certificate and its key.
        package var authorityFile: String?
        package var certificateFile: String?
        package var keyFile: String?

        package init(userAgent: String, netrcFile: String? = nil, timeout: Duration = .milliseconds(2500)) {
            (self.userAgent, self.netrcFile, self.timeout) = (userAgent, netrcFile, timeout)
        }
    }

    /// By what we are known to the server. No redirect is followed, so it goes nowhere else.
    package enum Login: Hashable, Sendable {
        case basic(user: String, password: SecretText)
        case bearer(token: SecretText)
    }

    /// More than any answer with ten places needs; what a gzip bomb unfolds to counts too.
    static let mostBytes = 256 << 10
    /// Of all headers together. libcurl 7.88 has no bound of its own.
    static let mostHeaderBytes = 64 << 10

    /// A link that carries less carries nothing.
    private static let slowestBytesPerSecond = 10

    /// Asked once a second at least while a request is under way: whether its answer is not wanted any more.
    var isAbandoned: () -> Bool = { false }

    private let easy = EasyHandle()
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var isTooLarge = false

    init(_ settings: Settings) {
        // Thread-safe and idempotent from 7.84 on; here only one thread calls it.
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_USERAGENT, settings.userAgent)
        // All that this libcurl can decode.
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        easy.set(CURLOPT_FOLLOWLOCATION, 0)
        // Signals would be the whole process's.
        easy.set(CURLOPT_NOSIGNAL, 1)
        easy.set(CURLOPT_TIMEOUT_MS, Int(settings.timeout / .milliseconds(1)))
        if let stall = settings.stallTimeout {
            easy.set(CURLOPT_LOW_SPEED_LIMIT, Self.slowestBytesPerSecond)
            easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(stall.components.seconds)))
        }
        easy.set(CURLOPT_MAXFILESIZE, Self.mostBytes)
        easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        if settings.sendsOnce {
            easy.set(CURLOPT_FRESH_CONNECT, 1)
            easy.set(CURLOPT_FORBID_REUSE, 1)
            easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        }
        if let file = settings.netrcFile {
            easy.set(CURLOPT_NETRC, ccurl_netrc_optional())
            easy.set(CURLOPT_NETRC_FILE, file)
        }
        switch settings.login {
        case .basic(let user, let password):
            easy.set(CURLOPT_HTTPAUTH, Int(ccurl_basic()))
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, password.revealed)
        case .bearer(let token):
            easy.set(CURLOPT_HTTPAUTH, Int(ccurl_bearer()))
            easy.set(CURLOPT_XOAUTH2_BEARER, token.revealed)
        case nil: break
        }
        easy.setCertificates(settings)
        ccurl_set_receiver(easy.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().receive(bytes, size * count)
        }
        ccurl_set_receiver(easy.pointer, CURLOPT_HEADERFUNCTION) { _, size, count, context in
            guard let context else { return 0 }
            return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().receiveHeader(size * count)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        EasyHandle.check(
            ccurl_set_watcher(
                easy.pointer,
                { context, _, _, _, _ in
                    guard let context else { return 0 }
                    return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().isAbandoned() ? 1 : 0
                }, context))
        ccurl_set_pointer(easy.pointer, CURLOPT_WRITEDATA, context)
        ccurl_set_pointer(easy.pointer, CURLOPT_HEADERDATA, context)
    }

    deinit { curl_easy_cleanup(easy.pointer) }

    /// Sends a request and takes the answer. Blocks, at most as long as the timeout.
    func exchange(_ request: CurlRequest) throws(CurlFailure) -> CurlReply {
        (body, headerBytes, isTooLarge) = ([], 0, false)
        // Without Expect:, which would cost a round trip for each longer body.
        var headers = curl_slist_append(nil, "Expect:")
        for header in request.headers { headers = curl_slist_append(headers, header) }
        defer { curl_slist_free_all(headers) }
        ccurl_set_list(easy.pointer, CURLOPT_HTTPHEADER, headers)
        defer { ccurl_set_list(easy.pointer, CURLOPT_HTTPHEADER, nil) }
        easy.set(CURLOPT_URL, request.address)
        let code: CURLcode
        if let content = request.body {
            easy.set(CURLOPT_POST, 1)
            easy.set(CURLOPT_POSTFIELDSIZE, content.count)
            if request.isPut { easy.set(CURLOPT_CUSTOMREQUEST, "PUT") }
            defer { ccurl_set_pointer(easy.pointer, CURLOPT_CUSTOMREQUEST, nil) }
            // libcurl reads the bytes while it works, and not afterwards.
            code = content.withUnsafeBytes { bytes in
                ccurl_set_pointer(
                    easy.pointer, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
                return curl_easy_perform(easy.pointer)
            }
            ccurl_set_pointer(easy.pointer, CURLOPT_POSTFIELDS, nil)
        } else {
            easy.set(CURLOPT_HTTPGET, 1)
            code = curl_easy_perform(easy.pointer)
        }
        defer { body = [] }
        if isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
            throw .unreadable("has more than \(Self.mostBytes >> 10) KiB, unpacked")
        }
        guard code == CURLE_OK else { throw Self.error(code) }
        var status = 0
        ccurl_get_long(easy.pointer, CURLINFO_RESPONSE_CODE, &status)
        return CurlReply(
            status: status, contentType: easy.header("Content-Type"), retryAfter: easy.header("Retry-After"), body: body
        )
    }

    /// What libcurl's code means. Its texts of single errors hold names and addresses; these do not.
    static func error(_ code: CURLcode) -> CurlFailure {
        switch code {
        case CURLE_PARTIAL_FILE, CURLE_BAD_CONTENT_ENCODING, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            .unreadable("is cut off or broken (\(String(cString: curl_easy_strerror(code))))")
        default: .unreachable(String(cString: curl_easy_strerror(code)))
        }
    }

    private func receive(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        guard body.count + count <= Self.mostBytes else {
            isTooLarge = true
            return 0
        }
        body += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
    }

    private func receiveHeader(_ count: Int) -> Int {
        headerBytes += count
        guard headerBytes <= Self.mostHeaderBytes else {
            isTooLarge = true
            return 0
        }
        return count
    }
}

extension EasyHandle {
    /// Who is trusted, and how we show who we are.
    func setCertificates(_ settings: CurlHandle.Settings) {
        if let file = settings.authorityFile {
            set(CURLOPT_CAINFO, file)
            ccurl_set_pointer(pointer, CURLOPT_CAPATH, nil)
        }
        if let file = settings.certificateFile { set(CURLOPT_SSLCERT, file) }
        if let file = settings.keyFile { set(CURLOPT_SSLKEY, file) }
    }
}
