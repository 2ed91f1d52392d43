/// An address by blocks instead of streets, as in Japan: a quarter (町, 大字), mostly a numbered part of it (丁目), the block (番) and the
/// house in it (号). OpenStreetMap wiki, "JA:Key:addr" and "Japan tagging".
struct BlockAddress {
    /// What `StreetNames.Name` is made of: the quarter with its part, in the letters of the country, in English, and as people
    /// write the part besides.
    let name: [String: String]
    /// `5` of `5-12`; nil where the tags have none.
    let block: String?

    /// Nil for an object whose tags have no quarter and no part of one.
    init?(_ tags: ExtractFile.Tags) {
        guard let local = Self.joined(tags["addr:quarter"], tags["addr:neighbourhood"]) else { return nil }
        let english = Self.joined(tags["addr:quarter:en"], tags["addr:neighbourhood:en"])
        name = [
            "name": local, "name:en": english ?? "", "alt_name": Self.spellings(of: local).joined(separator: ";"),
        ]
        block = tags["addr:block_number"]?.trimmed
    }

    /// The house's number with that of its block: `5-12`, or what there is of it.
    static func number(_ house: String?, inBlock block: String?) -> String? {
        guard let block, !block.isEmpty else { return house }
        guard let house, !house.isEmpty else { return block }
        return house == block || house.hasPrefix("\(block)-") ? house : "\(block)-\(house)"
    }

    /// `大手町一丁目` of `大手町` and `一丁目`, or of both where the part has the quarter's name already; `Ōtemachi 1-chome`.
    private static func joined(_ quarter: String?, _ part: String?) -> String? {
        let quarter = quarter?.trimmed ?? ""
        var part = part?.trimmed ?? ""
        if part.isEmpty { return quarter.isEmpty ? nil : quarter }
        if quarter.isEmpty || part.hasPrefix(quarter) { return part }
        let isJapanese = quarter.unicodeScalars.last.map { $0.value >= 0x3000 } ?? false
        if isJapanese, part.allSatisfy(\.isASCII), part.allSatisfy(\.isNumber) { part += chome }
        return isJapanese ? quarter + part : "\(quarter) \(part)"
    }

    private static let chome = "丁目"
    private static let digits = Array("〇一二三四五六七八九")

    /// How people write `大手町一丁目` besides: `大手町1丁目`, and `大手町1` before the block and the house.
    private static func spellings(of name: String) -> [String] {
        guard name.hasSuffix(chome) else { return [] }
        let head = name.dropLast(chome.count)
        let numerals = head.reversed().prefix { digits.contains($0) || $0 == "十" }.reversed().map(\.self)
        let plain = head.reversed().prefix { $0.isASCII && $0.isNumber }.reversed().map(\.self)
        if let number = Int(String(plain)), (1...99).contains(number) {
            let quarter = head.dropLast(plain.count)
            return ["\(quarter)\(words(number))\(chome)", String(head)]
        }
        guard let number = value(numerals) else { return [] }
        let quarter = head.dropLast(numerals.count)
        return ["\(quarter)\(number)\(chome)", "\(quarter)\(number)"]
    }

    /// 23 of `二十三`; nil for anything else.
    private static func value(_ numerals: [Character]) -> Int? {
        let parts = numerals.split(separator: "十", omittingEmptySubsequences: false)
        func digit(_ part: ArraySlice<Character>) -> Int? {
            part.count == 1 ? digits.firstIndex(of: part.first ?? " ") : nil
        }
        switch parts.count {
        case 1: return digit(parts[0])
        case 2:
            let (tens, ones) = (parts[0].isEmpty ? 1 : digit(parts[0]), parts[1].isEmpty ? 0 : digit(parts[1]))
            return tens.flatMap { tens in ones.map { tens * 10 + $0 } }
        default: return nil
        }
    }

    private static func words(_ number: Int) -> String {
        let (tens, ones) = number.quotientAndRemainder(dividingBy: 10)
        return (tens > 1 ? String(digits[tens]) : "") + (tens > 0 ? "十" : "") + (ones > 0 ? String(digits[ones]) : "")
    }
}
