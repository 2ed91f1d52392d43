import PlacemarkModel

/// The types that a client accepts (RFC 9110, section 12.5.1).
package struct AcceptedTypes: Hashable, Sendable {
    /// In lower case.
    private let ranges: [WeightedMember]

    /// - Parameter members: of the field Accept; none for a client that takes everything.
    package init(_ members: [some StringProtocol]) { ranges = members.map { WeightedMember($0.lowercased()) } }

    /// - Parameter field: Accept; nil for a client that takes everything.
    package init(field: String?) { self.init((field ?? "").split(separator: ",")) }

    /// How much a type is wanted, from 0, not at all, to 1. The most specific range counts.
    ///
    /// - Parameter type: in lower case, without parameters.
    package func weight(of type: some StringProtocol) -> Double {
        guard !ranges.isEmpty else { return 1 }
        for range in ["\(type)", "\(type.prefix { $0 != "/" })/*", "*/*"] {
            if let found = ranges.first(where: { $0.name == range }) { return found.weight }
        }
        return 0
    }
}

/// The codings in which a client takes an answer (RFC 9110, section 12.5.3).
package struct AcceptedCodings: Hashable, Sendable {
    /// In lower case.
    private let codings: [WeightedMember]

    /// - Parameter field: Accept-Encoding; nil or empty for a client that says nothing. The RFC lets such a one be sent any
    ///   coding, and most that say nothing know none.
    package init(field: String?) { codings = WeightedMember.list((field ?? "").lowercased()) }

    /// Whether an answer may come in a coding; without one it may always come.
    ///
    /// - Parameter coding: in lower case, such as `gzip`.
    package func take(_ coding: String) -> Bool {
        let range = codings.first { $0.name == coding } ?? codings.first { $0.name == "*" }
        return range.map { $0.weight > 0 } ?? false
    }
}
