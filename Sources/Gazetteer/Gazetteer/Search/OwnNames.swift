/// What a place is called beside the whole text that stands for its name: halves, short forms and other spellings of it
/// count as its own names, and not as those that others have given it.
enum OwnNames {
    /// All of them, the whole first: `Biel/Bienne`, `Biel`, `Bienne`; `Halle (Saale)`, `Halle`; `St. Gallen`, `Saint Gallen`.
    static func of(_ name: String) -> [FoldedName] {
        var names = [FoldedName(name)]
        for name in [name] + halves(of: name) + [withoutBrackets(name)].compactMap(\.self) {
            let folded = FoldedName(name)
            for spelling in [folded] + spellings(of: folded) where !names.contains(spelling) { names.append(spelling) }
        }
        return names.filter { !$0.isEmpty }
    }

    /// What people write for a country's name: with an article and without one (`The Gambia`, `Netherlands`), `St. Lucia`, and
    /// `Antigua & Barbuda`.
    static func ofCountry(_ name: String) -> [FoldedName] {
        let names = of(name).map { withoutArticle($0) ?? $0 }
        let all = names + names.map { FoldedName(joining: $0.words.filter { !$0.elementsEqual("and".unicodeScalars) }) }
        return all + all.map { FoldedName(joining: ["the".unicodeScalars.map(\.self)[...]] + $0.words) }
    }

    /// Nil for a name that has none.
    static func withoutArticle(_ name: FoldedName) -> FoldedName? {
        let article = "the ".unicodeScalars
        guard name.scalars.starts(with: article) else { return nil }
        return FoldedName(folded: Array(name.scalars.dropFirst(article.count)))
    }

    /// The names in two languages that a stroke parts. With spaces round it, it parts a quarter from its town (`Zürich / Enge`),
    /// which is not the quarter's name.
    private static func halves(of name: String) -> [String] {
        let halves = name.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ half in half.count >= 3 && half.allSatisfy { $0 != "(" } }) else {
            return []
        }
        let isQuarter = halves[0].last == " " || halves[1].first == " "
        return (isQuarter ? halves.suffix(1) : halves[...]).map(String.init)
    }

    /// What stands before a bracket that ends the name. A number in it is that of a quarter (`Zürich (Kreis 1)`), and before it
    /// stands the name of the town.
    private static func withoutBrackets(_ name: String) -> String? {
        guard name.last == ")", let start = name.firstIndex(of: "("), start > name.startIndex,
            !name.contains("/"), !name[start...].contains(where: \.isNumber)
        else { return nil }
        return String(name[..<start])
    }

    private static let abbreviations: [(short: String, long: [String])] = [
        ("st", ["saint", "sankt"]), ("ste", ["sainte"]), ("mt", ["mount"]), ("ft", ["fort"]),
    ]

    /// The saints, mounts and forts abbreviated and written out.
    private static func spellings(of name: FoldedName) -> [FoldedName] {
        let words = name.words.map { String(String.UnicodeScalarView($0)) }
        return abbreviations.flatMap { short, long in
            (words.contains(short) ? long.map { (short, $0) } : []) + long.filter(words.contains).map { ($0, short) }
        }.map { from, to in
            FoldedName(words.map { $0 == from ? to : $0 }.joined(separator: " "))
        }
    }
}
