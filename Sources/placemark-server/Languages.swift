import HTTPTypes

/// The languages that a client wants names in, the dearest first.
enum Languages {
    /// More of them would only be work.
    private static let most = 8

    /// Those of a parameter, or else of the field Accept-Language.
    ///
    /// - Parameter parameter: in the same form as the field (RFC 9110, section 12.5.4): `de-CH,de;q=0.8`.
    static func of(_ request: HTTPRequest, _ parameter: String?) -> [String] {
        guard let text = parameter ?? request.headerFields[.acceptLanguage], !text.isEmpty else { return [] }
        return parsed(text)
    }

    static func parsed(_ text: String) -> [String] {
        var languages: [(name: Substring, weight: Double)] = []
        for part in text.split(separator: ",").prefix(most) {
            let pieces = part.split(separator: ";").map { $0.trimmed }
            guard let name = pieces.first, name != "*" else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > 0 { languages.append((name, weight)) }
        }
        // Of equal weight, the first one first.
        return languages.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map { String($0.element.name) }
    }
}

extension StringProtocol {
    /// Without the blanks at both ends.
    var trimmed: Substring {
        let bytes = Substring(self)
        let start = bytes.firstIndex { $0 != " " } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 != " " }.map { bytes.index(after: $0) } ?? start
        return bytes[start..<end]
    }
}
