import Gazetteer

/// The names of an extract's streets and places, each once.
package struct StreetNames {
    struct Name: Hashable {
        /// As it stands on signs, and in `addr:street`.
        var local: String
        /// As a placemark shows it.
        var shown: String
        /// What else it is called.
        var others: Set<String>
        /// By language, as a pack stores them.
        var translations: [String: String]

        /// - Parameter languages: Those whose names are wanted besides.
        init?(_ tags: ExtractFile.Tags, _ languages: PackLanguages = .none) {
            guard let local = tags["name"], let shown = LocalName.of(tags) else { return nil }
            (self.local, self.shown, others) = (local, shown, LocalName.others(of: tags, besides: shown))
            translations = languages.names(in: tags, shown: shown)
        }
    }

    private var names = Numbered<Name>()

    mutating func number(of name: Name) -> UInt32 { names.number(of: name) }

    package func shown(_ number: UInt32) -> String { names.values[Int(number)].shown }

    func others(_ number: UInt32) -> Set<String> { names.values[Int(number)].others }

    func translations(_ number: UInt32) -> [String: String] { names.values[Int(number)].translations }

    /// The text that a name is compared by.
    package func key(_ number: UInt32) -> String { Self.key(names.values[Int(number)].local) }

    /// For each name the text that it is compared by: `Bahnhofstraße`, `Bahnhofstrasse` and `Bahnhofstr.` are one.
    var keys: [String] { names.values.map { Self.key($0.local) } }

    /// What the names of one street have in common: they differ in case, accents and punctuation (`FoldedName`), in
    /// spaces, and in how they abbreviate the German `Straße` and the saints. Addresses write them otherwise than signs do.
    package static func key(_ name: String) -> String {
        let first = name.split(separator: ";").first ?? ""
        let folded = String(String.UnicodeScalarView(FoldedName(first).scalars))
        return folded.split(separator: " ").map { word in
            if ["sankt", "saint"].contains(word) { return "st" }
            return word.hasSuffix("strasse") ? String(word.dropLast("asse".count)) : String(word)
        }.joined()
    }
}

/// Gives equal values one number.
package struct Numbered<Value: Hashable> {
    package private(set) var values: [Value] = []
    private var numbers: [Value: UInt32] = [:]

    mutating func number(of value: Value) -> UInt32 {
        if let number = numbers[value] { return number }
        let number = UInt32(values.count)
        values.append(value)
        numbers[value] = number
        return number
    }
}
