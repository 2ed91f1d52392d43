/// How the postal codes of a country become numbers: which characters there are in each position.
///
/// The last position counts most. The character 0 is the end of a code that is shorter than others.
struct PostalAlphabet: Equatable {
    /// By position, ascending.
    private(set) var characters: [[UInt8]]

    /// The smallest one for these codes.
    init(of codes: some Sequence<String>) {
        var seen: [Set<UInt8>] = []
        var codeCount = 0
        var shorter: [Int] = []
        for code in codes {
            let bytes = Array(code.utf8)
            if bytes.count > seen.count {
                // All codes so far end before these positions.
                shorter += Array(repeating: codeCount, count: bytes.count - seen.count)
                seen += Array(repeating: [], count: bytes.count - seen.count)
            }
            for (position, byte) in bytes.enumerated() { seen[position].insert(byte) }
            for position in bytes.count..<seen.count { shorter[position] += 1 }
            codeCount += 1
        }
        characters = zip(seen, shorter).map { $0.union($1 > 0 ? [0] : []).sorted() }
    }

    /// The bits that the largest number needs; nil when they are more than 64.
    var bitCount: Int? {
        var largest: UInt64 = 0
        for alphabet in characters.reversed() {
            let (product, overflow) = largest.multipliedReportingOverflow(by: UInt64(alphabet.count))
            guard !overflow, product <= UInt64.max - UInt64(alphabet.count) else { return nil }
            largest = product + UInt64(alphabet.count - 1)
        }
        return UInt64.bitWidth - largest.leadingZeroBitCount
    }

    /// - Precondition: the code is one of those that the alphabet was made of.
    func number(of code: String) -> UInt64 {
        let bytes = Array(code.utf8)
        var number: UInt64 = 0
        for (position, alphabet) in characters.enumerated().reversed() {
            let byte = position < bytes.count ? bytes[position] : 0
            guard let digit = alphabet.firstIndex(of: byte) else { preconditionFailure("not a code of this alphabet") }
            number = number * UInt64(alphabet.count) + UInt64(digit)
        }
        return number
    }

    /// As it is stored: of each position, the number of its characters, and these.
    var bytes: [UInt8] { characters.flatMap { [UInt8($0.count)] + $0 } }

    /// Reads a code where its alphabet lies in a file, without building one.
    ///
    /// Nil when the alphabet does not lie within `bytes`, or has a position without characters, and when the number or
    /// the code is not one that the alphabet allows.
    static func code(of number: UInt64, characterCount: Int, at offset: Int, in bytes: UnsafeRawBufferPointer)
        -> String?
    {
        guard characterCount > 0, characterCount <= PostalCodesFormat.longestCodeByteCount else { return nil }
        var isRight = true
        let code = String(unsafeUninitializedCapacity: PostalCodesFormat.longestCodeByteCount) { text in
            var count = 0
            isRight = characters(of: number, characterCount: characterCount, at: offset, in: bytes) { byte in
                text[count] = byte
                count += 1
            }
            return count
        }
        return isRight && !code.isEmpty ? code : nil
    }

    /// The same for a code of digits alone, as the number that they write: without a string, because a look-up reads two
    /// of them. Nil for any other code, too.
    static func decimal(of number: UInt64, characterCount: Int, at offset: Int, in bytes: UnsafeRawBufferPointer)
        -> Int?
    {
        guard characterCount > 0, characterCount <= PostalCodesFormat.longestCodeByteCount else { return nil }
        var (decimal, isDecimal, isEmpty) = (0, true, true)
        let isRight = characters(of: number, characterCount: characterCount, at: offset, in: bytes) { byte in
            isDecimal = isDecimal && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            decimal = decimal * 10 + Int(byte & 0xF)
            isEmpty = false
        }
        return isRight && isDecimal && !isEmpty ? decimal : nil
    }

    /// Hands out the characters of a code from first to last, and says whether the number and they are such as the alphabet
    /// allows.
    @inline(__always)
    private static func characters(
        of number: UInt64, characterCount: Int, at offset: Int, in bytes: UnsafeRawBufferPointer,
        _ take: (UInt8) -> Void
    ) -> Bool {
        var (rest, offset, isRight) = (number, offset, true)
        for _ in 0..<characterCount {
            guard offset >= 0, offset < bytes.count else { break }
            let size = Int(bytes[offset])
            guard size > 0, size < bytes.count - offset else { break }
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: UInt64(size))
            let byte = bytes[offset + 1 + Int(digit)]
            // Printable ASCII, which is what postal codes are made of: anything else is damage.
            if (0x20..<0x7F).contains(byte) {
                take(byte)
            } else if byte != 0 {
                isRight = false
            }
            rest = quotient
            offset += 1 + size
        }
        return isRight && rest == 0
    }
}
