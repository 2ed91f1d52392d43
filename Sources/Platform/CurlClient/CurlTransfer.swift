import CCurl

/// One libcurl handle for files of any size, which go to whoever wants them as they come. It blocks, and is for one thread alone.
///
/// No redirect is followed: where one leads is told, and whoever asks decides. There is no deadline, because a file may be
/// large and a link slow; what carries next to nothing for a while is given up.
package final class CurlTransfer {
    /// What stands before the body of an answer.
    package struct Head: Hashable, Sendable {
        package var status: Int
        package var contentType, entityTag, lastModified, contentRange: String?
        /// Of the body that comes; nil where the server does not say.
        package var byteCount: Int?
        /// Where a redirect leads, as an absolute address; as the server has written it while the body has not come to its end.
        package var redirect: String?
    }

    private let easy = EasyHandle()
    private var headerByteCount = 0
    private var head: Head?
    private var onHead: (Head) -> Bool = { _ in true }
    private var onBytes: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    /// Whether one of the two wants no more.
    private var isStopped = false

    /// Less is no link.
    private static let slowestBytesPerSecond = 10

    package init(userAgent: String, stallTimeoutInSeconds: Int = 60) {
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_USERAGENT, userAgent)
        easy.set(CURLOPT_FOLLOWLOCATION, 0)
        easy.set(CURLOPT_NOSIGNAL, 1)
        easy.set(CURLOPT_CONNECTTIMEOUT, 30)
        easy.set(CURLOPT_LOW_SPEED_LIMIT, Self.slowestBytesPerSecond)
        easy.set(CURLOPT_LOW_SPEED_TIME, stallTimeoutInSeconds)
        easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        ccurl_set_receiver(easy.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        ccurl_set_receiver(easy.pointer, CURLOPT_HEADERFUNCTION) { _, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.headerByteCount += size * count
            return transfer.headerByteCount <= CurlHandle.mostHeaderBytes ? size * count : 0
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy.pointer, CURLOPT_WRITEDATA, context)
        ccurl_set_pointer(easy.pointer, CURLOPT_HEADERDATA, context)
    }

    deinit { curl_easy_cleanup(easy.pointer) }

    /// Asks for a file, and hands it on.
    ///
    /// - Parameters:
    ///   - headOnly: Whether to ask for what would come, and not for it.
    ///   - onHead: Told before the body; false ends the transfer.
    ///   - onBytes: Told of each piece; false ends the transfer.
    ///
    /// Returns the head, also when one of the two has ended the transfer. Throws when the answer does not come to its end.
    package func get(
        _ address: String, headers: [String] = [], headOnly: Bool = false,
        onHead: @escaping (Head) -> Bool = { _ in true },
        onBytes: @escaping (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) throws(CurlFailure) -> Head {
        (self.onHead, self.onBytes, head, isStopped, headerByteCount) = (onHead, onBytes, nil, false, 0)
        defer { (self.onHead, self.onBytes) = ({ _ in true }, { _ in true }) }
        var list: UnsafeMutablePointer<curl_slist>?
        for header in headers { list = curl_slist_append(list, header) }
        defer { curl_slist_free_all(list) }
        ccurl_set_list(easy.pointer, CURLOPT_HTTPHEADER, list)
        defer { ccurl_set_list(easy.pointer, CURLOPT_HTTPHEADER, nil) }
        easy.set(CURLOPT_URL, address)
        easy.set(CURLOPT_NOBODY, headOnly ? 1 : 0)
        if !headOnly { easy.set(CURLOPT_HTTPGET, 1) }
        let code = curl_easy_perform(easy.pointer)
        guard code == CURLE_OK || isStopped else { throw CurlHandle.error(code) }
        // Once more: what a redirect's address comes to libcurl says at the end alone.
        return isStopped ? head ?? readHead() : readHead()
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if head == nil {
            let head = readHead()
            self.head = head
            isStopped = !onHead(head)
        }
        if !isStopped { isStopped = !onBytes(bytes) }
        return !isStopped
    }

    private func readHead() -> Head {
        var status = 0
        ccurl_get_long(easy.pointer, CURLINFO_RESPONSE_CODE, &status)
        var redirect: UnsafeMutablePointer<CChar>?
        ccurl_get_text(easy.pointer, CURLINFO_REDIRECT_URL, &redirect)
        return Head(
            status: status, contentType: easy.header("Content-Type"), entityTag: easy.header("ETag"),
            lastModified: easy.header("Last-Modified"), contentRange: easy.header("Content-Range"),
            byteCount: easy.header("Content-Length").flatMap { Int($0) },
            redirect: redirect.map { String(cString: $0) } ?? easy.header("Location"))
    }
}
