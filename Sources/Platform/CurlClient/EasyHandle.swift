import CCurl

/// What libcurl calls an easy handle, with the calls that all our uses of it have in common.
struct EasyHandle {
    let pointer: UnsafeMutableRawPointer

    init() {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let pointer = curl_easy_init() else { preconditionFailure("libcurl has no memory for a handle") }
        self.pointer = pointer
    }

    func set(_ option: CURLoption, _ value: Int) { Self.check(ccurl_set_long(pointer, option, value)) }

    func set(_ option: CURLoption, _ text: String) { Self.check(ccurl_set_text(pointer, option, text)) }

    /// A field of the last answer's head; before that one there may be those of a proxy.
    func header(_ name: String) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(pointer, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK, let header else {
            return nil
        }
        return String(cString: header.pointee.value)
    }

    /// An option that this libcurl does not know would make a request do what it must not do.
    static func check(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl refuses an option: \(String(cString: curl_easy_strerror(code)))")
    }
}
