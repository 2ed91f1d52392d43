/// As a number of seconds since the boot. It means something only beside the identity of that boot.
extension BootInstant: Codable {
    /// About 30 years: no machine runs longer, and a `Duration` of any such number can be reckoned with.
    private static let farthestInSeconds = 1e9

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard seconds.magnitude <= Self.farthestInSeconds else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no machine has run for so long")
        }
        self.init(sinceBoot: .seconds(seconds))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = sinceBoot.inSeconds.rounded(toDecimals: 3)
        try container.encode(min(Self.farthestInSeconds, max(-Self.farthestInSeconds, seconds)))
    }
}
