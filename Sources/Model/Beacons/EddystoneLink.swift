/// The shortened links of Eddystone-URL (its specification, "URL Scheme Prefix" and "Eddystone-URL HTTP URL encoding").
enum EddystoneLink {
    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let endings = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net", ".info", ".biz",
        ".gov",
    ]

    /// The link in full; nil for bytes that the encoding reserves.
    static func text(_ data: Slice<UnsafeRawBufferPointer>) -> String? {
        guard let scheme = data.first, Int(scheme) < schemes.count else { return nil }
        var text = schemes[Int(scheme)]
        for byte in data.dropFirst() {
            switch byte {
            case 0..<UInt8(endings.count): text += endings[Int(byte)]
            case 0x21...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: return nil
            }
        }
        return text
    }
}
