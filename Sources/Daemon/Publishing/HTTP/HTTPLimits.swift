import NIOHTTP1

/// How large a request may be.
enum HTTPLimits {
    /// In bytes: one region with some tens of thousands of corners (docs/guide/regions.md).
    static let longestBody = 1 << 20
    /// In bytes. 8 KiB for a field is usual among servers; a program's whole head has less than 1 KiB.
    static let longestField = 8 << 10
    static let longestHead = 16 << 10
    /// Browsers send about twenty.
    static let mostFields = 64

    /// What the parser keeps to.
    static var ofParser: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = longestField
        limits.maxHeaderListSize = longestHead
        limits.maxHeaderFieldCount = mostFields
        return limits
    }
}
