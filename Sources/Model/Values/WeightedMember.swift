/// A member of a list whose members have weights, as HTTP's fields Accept, Accept-Encoding and Accept-Language are
/// (RFC 9110, section 12.4.2): `de;q=0.8`.
///
/// It is here because `PreferredLanguages` has this form; what else reads such lists is in `Web`.
package struct WeightedMember: Hashable, Sendable {
    /// What the weight is of, without blanks around it, as it was sent; empty where there is nothing.
    package let name: Substring
    /// From 0, not at all, to 1. A member without a weight has 1, and so has one whose weight cannot be read: the RFC leaves
    /// that open, and whoever names a thing wants it.
    package let weight: Double
    /// Whether nothing follows the name but weights that can be read.
    package let isSound: Bool

    /// Reads a member, which ends before the comma.
    package init(_ text: some StringProtocol) {
        let pieces = Substring(text).split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        name = pieces[0]
        let weights = pieces.dropFirst().map(Self.parameter)
        weight = weights.lazy.compactMap(\.self).first.flatMap(Self.weight) ?? 1
        isSound = weights.allSatisfy { $0.flatMap(Self.weight) != nil }
    }

    /// The members of a field, the first `most` of them. Empty ones are left out (RFC 9110, section 5.6.1).
    package static func list(_ field: some StringProtocol, most: Int = .max) -> [WeightedMember] {
        Substring(field).split(separator: ",").prefix(most).map { WeightedMember($0) }.filter { !$0.name.isEmpty }
    }

    /// What follows `q=`; nil for another parameter. Names of parameters have no case.
    private static func parameter(_ piece: Substring) -> Substring? {
        piece.utf8.starts(with: "q=".utf8) || piece.utf8.starts(with: "Q=".utf8) ? piece.dropFirst(2) : nil
    }

    /// A weight: 0...1 in decimal digits. The RFC has three of them behind the point and one before it; more, and none before
    /// it, as Java's own client sends, are understood.
    private static func weight(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(text), number <= 1
        else { return nil }
        return number
    }
}

extension Substring {
    /// Without the blanks and tabs at both ends (OWS of RFC 9110, section 5.6.3).
    var trimmed: Substring {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = utf8.firstIndex { !isBlank($0) } ?? endIndex
        let end = utf8.lastIndex { !isBlank($0) }.map { utf8.index(after: $0) } ?? start
        return self[start..<end]
    }
}
