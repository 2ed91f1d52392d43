import PlacemarkCore

/// The targets of docs/geocoder.md.
enum ServerRequest {
    static let health = "/v1/health"

    /// Seven decimals are a centimetre: what a receiver has at best.
    static func reverse(_ location: Location) -> String {
        let coordinate = location.coordinate
        let accuracy = location.horizontalAccuracy.map { "&accuracy=\(decimals($0, 1))" } ?? ""
        return "/v1/reverse?latitude=\(decimals(coordinate.latitude, 7))&longitude=\(decimals(coordinate.longitude, 7))"
            + accuracy
    }

    static func search(_ text: String, near hint: Coordinate?, limit: Int) -> String {
        let near = hint.map { "&near=\(decimals($0.latitude, 7)),\(decimals($0.longitude, 7))" } ?? ""
        return "/v1/search?text=\(escaped(text))&limit=\(limit)\(near)"
    }

    /// A number without an exponent, which not every reader of decimals knows.
    private static func decimals(_ number: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        // Below 1e7 degrees or metres times 1e7: far from where an Int ends.
        let scaled = Int((min(max(number, -1e7), 1e7) * Double(scale)).rounded())
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let fraction = String(rest)
        return (scaled < 0 ? "-" : "") + "\(whole)."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// The text as a value in the query of a URI (RFC 3986, section 3.4).
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { query, byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": query.unicodeScalars.append(scalar)
            default: query += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
