/// By what a receiver tells a report that comes a second time from a new one: the outbox that it was put into, and its
/// number there. Both stay the same over restarts and repetitions, and no two reports have the same.
public struct ReportIdentity: Hashable, Sendable {
    /// Chosen at random when the outbox was made: 16 hexadecimal digits. An outbox that is begun anew has another one.
    public let outbox: String
    /// From 1 on, in the order in which the reports came. Numbers may be left out, none comes again.
    public let sequence: Int64

    /// Returns nil when the outbox has another form, or the number is none.
    public init?(outbox: String, sequence: Int64) {
        guard sequence > 0, outbox.utf8.count == 16,
            outbox.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.outbox = outbox
        self.sequence = sequence
    }

    /// The identifier of a new outbox.
    public static func newOutbox(using random: inout some RandomNumberGenerator) -> String {
        let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension ReportIdentity: LosslessStringConvertible {
    /// Both parts with a hyphen between them: `4f0c9a1be2d37758-42`.
    public var description: String { "\(outbox)-\(sequence)" }

    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let sequence = Int64(parts[1])
        else { return nil }
        self.init(outbox: String(parts[0]), sequence: sequence)
    }
}

extension ReportIdentity: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identity = ReportIdentity(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the identity of a report")
        }
        self = identity
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
