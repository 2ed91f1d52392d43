/// Addresses in Japanese letters, which have no spaces: `大手町一丁目5-12`, `大手町1-5-12`, `東京都千代田区大手町一丁目5番12号`.
enum JapaneseAddress {
    private static let chome: [Unicode.Scalar] = Array("丁目".unicodeScalars)

    /// The text as it is, and with what is to be told apart put apart, as far as it has Japanese letters beside numbers.
    static func spellings(of text: String) -> [String] {
        let scalars = signsAsHyphens(Array(text.unicodeScalars))
        let isJapanese = scalars.contains { isIdeograph($0) } && scalars.contains { isDigit($0) }
        guard isJapanese else { return [text] }
        let whole = String(String.UnicodeScalarView(scalars))
        let spaced = withSpaces(scalars)
        return [whole, spaced, withAreas(whole), withAreas(spaced)].reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// `5番12号` and `5番地12` as `5-12`.
    private static func signsAsHyphens(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for (index, scalar) in scalars.enumerated() {
            let isBehindNumber = result.last.map { isDigit($0) } ?? false
            let isBeforeNumber =
                scalars[(index + 1)...].first { !"地の".unicodeScalars.contains($0) }.map { isDigit($0) } ?? false
            switch scalar {
            case "番" where isBehindNumber: if isBeforeNumber { result.append("-") }
            case "号" where isBehindNumber: break
            case "地" where index > 0 && scalars[index - 1] == "番",
                "の" where index > 0 && "番地".unicodeScalars.contains(scalars[index - 1]):
                break
            default: result.append(scalar)
            }
        }
        return result
    }

    /// A space before the numbers behind a name: behind `丁目` where there is one, whose own number belongs to the name.
    private static func withSpaces(_ scalars: [Unicode.Scalar]) -> String {
        let hasChome = scalars.indices.contains { scalars[$0...].starts(with: chome) }
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if index > 0, isDigit(scalar), isIdeograph(scalars[index - 1]),
                !hasChome || scalars[..<index].suffix(2) == chome[...]
            {
                result.append(" ")
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// Prefecture and city as areas of their own: `東京都, 千代田区, 大手町…`.
    private static func withAreas(_ text: String) -> String {
        var (rest, areas): (Substring, [Substring]) = (text[...], [])
        for ends in ["都道府県", "市区郡", "区町村"] {
            // A name has two letters at least, and something stands behind it.
            guard let end = rest.indices.dropFirst(2).first(where: { ends.contains(rest[$0]) }) else { continue }
            let area = rest[...end]
            let behind = rest[rest.index(after: end)...]
            let hasName = behind.unicodeScalars.first.map { isIdeograph($0) } ?? false
            guard hasName, area.unicodeScalars.allSatisfy({ isIdeograph($0) }) else { continue }
            if ends == "区町村", !area.hasSuffix("区"), areas.count < 2 { continue }
            areas.append(area)
            rest = behind
        }
        return (areas + [rest]).joined(separator: ", ")
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { (0x3040...0x9FFF).contains(scalar.value) }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || (0xFF10...0xFF19).contains(scalar.value)
    }
}
