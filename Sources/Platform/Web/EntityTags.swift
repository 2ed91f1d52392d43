/// The tags of the answers that a client has, as `If-None-Match` tells them (RFC 9110, section 13.1.2).
package struct EntityTags: Sendable {
    private let members: [Substring]

    /// - Parameter members: of the field; none where it is missing.
    package init(_ members: [some StringProtocol]) { self.members = members.map { Self.opaque(Self.trimmed($0)) } }

    /// - Parameter field: nil where it is missing.
    package init(field: String?) { self.init((field ?? "").split(separator: ",")) }

    /// Whether the client has the answer of this tag, or any. Weak or strong makes no difference, as the RFC wants it of this
    /// field.
    package func contain(_ tag: some StringProtocol) -> Bool {
        let tag = Self.opaque(Substring(tag))
        return members.contains { $0 == tag || $0 == "*" }
    }

    private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }

    private static func trimmed(_ member: some StringProtocol) -> Substring {
        var member = Substring(member).drop { $0 == " " || $0 == "\t" }
        while member.last == " " || member.last == "\t" { member.removeLast() }
        return member
    }
}
