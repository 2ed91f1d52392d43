/// The languages that somebody wants names in, most wanted first, each as BCP 47 or POSIX write it (`de-CH`, `pt_BR`), or
/// `local` for what people write there.
///
/// It is read from the form of HTTP's field Accept-Language (RFC 9110, section 12.5.4): `de-CH,de;q=0.8,fr;q=0.5`.
public struct PreferredLanguages: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// More of them would only be work.
    private static let most = 8
    /// What a name of a language has at most: `zh-Hant-TW`, `sr_RS.UTF-8@latin`.
    private static let longestName = 35

    public let languages: [String]

    /// No language: names as everybody is shown them.
    public static let none = PreferredLanguages([])

    /// Stands for what people there write.
    public static let local = "local"

    public init(_ languages: [String]) { self.languages = languages }

    public init(arrayLiteral elements: String...) { languages = elements }

    /// Reads a list as browsers send it. What cannot be understood is left out, as the RFC wants it of servers.
    public init(accepting text: String) {
        let languages = WeightedMember.list(text, most: Self.most)
            .filter { Self.isName($0.name) && $0.weight > 0 }
        // Of equal weight, the first one first.
        self.languages = languages.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map { String($0.element.name) }
    }

    /// Reads a list as people write it in a command or a configuration; nil when it is not one. An empty text is no language.
    public init?(parsing text: String) {
        let text = Substring(text).trimmed
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard text.isEmpty || parts.count <= Self.most && parts.allSatisfy({ Self.isEntry(WeightedMember($0)) })
        else { return nil }
        self.init(accepting: String(text))
    }

    /// In the form of Accept-Language, for a server.
    public var text: String { languages.joined(separator: ",") }

    public var isEmpty: Bool { languages.isEmpty }

    private static func isEntry(_ member: WeightedMember) -> Bool {
        (isName(member.name) || member.name == "*") && member.isSound
    }

    /// Letters first, and then letters, digits and what parts them.
    private static func isName(_ text: Substring) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        guard text.utf8.count <= longestName, text.utf8.prefix(2).count == 2, text.utf8.prefix(2).allSatisfy(isLetter)
        else { return text == "C" }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "-_.@".utf8.contains($0) }
    }
}
