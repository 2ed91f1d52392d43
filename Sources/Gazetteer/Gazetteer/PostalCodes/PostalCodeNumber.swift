/// Postal codes as numbers in the order of the codes: the first position counts most.
enum PostalCodeNumber {
    private static let separators: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "-")]

    /// What a code may be among those with these characters in their positions, which have a space or a stroke where people
    /// may write none, and in some countries letters before all of them (`L-1111`).
    ///
    /// - Parameter code: Its letters and digits, in capitals.
    static func numbers(of code: [UInt8], in characters: [[UInt8]]) -> [UInt64] {
        var found: [UInt64] = []
        func go(_ place: Int, _ used: Int, _ number: UInt64) {
            guard place < characters.count else {
                if used == code.count { found.append(number) }
                return
            }
            let choices = characters[place]
            func take(_ digit: Int?, using count: Int) {
                guard let digit else { return }
                let (product, overflow) = number.multipliedReportingOverflow(by: UInt64(choices.count))
                let (next, carry) = product.addingReportingOverflow(UInt64(digit))
                if !overflow, !carry { go(place + 1, used + count, next) }
            }
            // Two ways at most from each position, whatever a damaged file has there.
            if used < code.count { take(choices.firstIndex(of: code[used]), using: 1) }
            let end = used == code.count ? choices.firstIndex(of: 0) : nil
            take(end ?? choices.firstIndex { isPassedOver($0, among: choices, used, of: code.count) }, using: 0)
        }
        if !characters.isEmpty { go(0, 0, 0) }
        return found
    }

    /// Whether somebody may have left a character out: what parts a code, and before it what all codes of the country begin with.
    private static func isPassedOver(_ byte: UInt8, among choices: [UInt8], _ used: Int, of count: Int) -> Bool {
        if separators.contains(byte) { return used < count && (used > 0 || choices.count == 1) }
        return used == 0 && choices.count == 1 && !(0x30...0x39).contains(byte)
    }

    /// The code of a number; nil when the characters do not allow it.
    static func code(of number: UInt64, in characters: [[UInt8]]) -> String? {
        var (rest, bytes) = (number, [] as [UInt8])
        for choices in characters.reversed() {
            guard !choices.isEmpty else { return nil }
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: UInt64(choices.count))
            bytes.append(choices[Int(digit)])
            rest = quotient
        }
        let text = bytes.reversed().filter { $0 != 0 }
        // Printable ASCII: anything else is damage.
        guard rest == 0, !text.isEmpty, text.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
