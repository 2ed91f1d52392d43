/// The escapes of a URI (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// The text behind the escapes; nil when an escape is broken, or what comes out is not text on one line.
    ///
    /// - Parameter plusIsBlank: as in the parameters that forms send.
    package static func decode(_ escaped: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(escaped).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.contains(where: \.isASCIIControl) ? nil : text
    }

    /// The text as one segment of a path.
    package static func encode(_ text: String) -> String {
        text.utf8.reduce(into: "") { path, byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": path.unicodeScalars.append(scalar)
            default: path += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
}
