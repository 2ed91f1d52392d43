internal import PlacemarkModel
internal import Settings

extension ValueGrammar where Value == String? {
    /// A device as gpsd names it, shorter than gpsd's own limit (GPS_PATH_MAX, 128 bytes).
    static let device = ValueGrammar(
        allowed: "a device as gpsd names it, such as /dev/ttyACM0 or udp://192.0.2.1:5000",
        parse: { text in
            guard text.utf8.count < 128, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return text.hasPrefix("/") || text.contains("://") ? .some(text) : nil
        },
        format: { $0 ?? "" })
}

extension ValueGrammar where Value == String {
    /// The name of a user, as adduser takes it.
    static let user = ValueGrammar(
        allowed: "the name of a user, such as placemark-beacons",
        parse: { text in
            let isName = text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
            return isName && (1...32).contains(text.utf8.count) && text.first != "-" ? text : nil
        },
        format: { $0 })
}

extension ValueGrammar where Value == Double {
    static func percentage(in range: ClosedRange<Int>) -> ValueGrammar {
        let count = ValueGrammar<Int>.count(in: range)
        return ValueGrammar(
            allowed: "a share between \(range.lowerBound)% and \(range.upperBound)%",
            parse: { text in text.last == "%" ? count.parse(String(text.dropLast())).map(Double.init) : nil },
            format: { "\(Int($0.rounded()))%" })
    }
}

extension ValueGrammar where Value == [String] {
    /// The identifiers of regions, as their files have them.
    static let identifiers = ValueGrammar(
        allowed: "identifiers of regions with commas in between",
        parse: { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
            return names.allSatisfy { !$0.isEmpty && !$0.unicodeScalars.contains(where: \.isASCIIControl) }
                ? names : nil
        },
        format: { $0.joined(separator: ", ") })

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}

extension ValueGrammar where Value == GeocoderAddress {
    /// The word for the embedded one, or a path that fits into the address of a socket (unix(7)).
    static let geocoder = {
        let path = ValueGrammar<String>.path(maximumBytes: 100)
        return ValueGrammar(
            allowed: "gazetteer, or the socket of a geocoder: \(path.allowed)",
            parse: { $0 == "gazetteer" ? .gazetteer : path.parse($0).map { .socket($0) } },
            format: { address in
                switch address {
                case .gazetteer: "gazetteer"
                case .socket(let path): path
                }
            })
    }()
}

extension ValueGrammar where Value == PreferredLanguages {
    /// In the form of HTTP's field Accept-Language.
    static let languages = ValueGrammar(
        allowed: "languages such as de or \"fr-CH, de\", or local",
        parse: { PreferredLanguages(parsing: $0) }, format: { $0.languages.joined(separator: ", ") })
}
