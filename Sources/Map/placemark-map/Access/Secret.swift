/// A word that nobody guesses: a token, or that of a session.
struct Secret: Hashable, Sendable {
    /// Of a token that somebody has chosen: 16 letters and digits at random are 95 bits.
    static let shortest = 16
    static let longest = 256

    /// Letters, digits, `-` and `_`: nothing that a link or a field of a request would have to escape.
    let text: String

    /// 256 random bits, from the kernel.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in
            let word = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - word.utf8.count) + word
        }.joined()
    }

    /// A secret that somebody has chosen; nil for a text that is too short, too long, or not fit for a link.
    init?(_ text: some StringProtocol) {
        guard (Self.shortest...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        self.text = String(text)
    }

    /// Whether a text is this secret. It takes as long for every text of the same length: how much of it is right cannot
    /// be measured.
    func isEqual(to text: some StringProtocol) -> Bool {
        let (expected, found) = (Array(self.text.utf8), Array(text.utf8))
        var difference = expected.count ^ found.count
        for (index, byte) in expected.enumerated() {
            difference |= Int(byte ^ (index < found.count ? found[index] : 0))
        }
        return difference == 0
    }
}
