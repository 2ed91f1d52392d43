import HTTPTypes
import PlacemarkModel

/// The languages that a client wants names in, most wanted first.
enum Languages {
    /// What Photon's clients write for names in each place's own language.
    private static let photonsDefault = "default"

    /// Those of a parameter, or else of the field Accept-Language.
    ///
    /// - Parameter parameter: in the same form as the field (RFC 9110, section 12.5.4): `de-CH,de;q=0.8`.
    static func of(_ request: HTTPRequest, _ parameter: String?) -> [String] {
        guard let text = parameter ?? request.headerFields[.acceptLanguage], !text.isEmpty else { return [] }
        return text == photonsDefault
            ? [PreferredLanguages.local] : PreferredLanguages(accepting: text).languages
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
