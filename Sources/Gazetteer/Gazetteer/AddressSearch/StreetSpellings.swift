/// The same street spelled otherwise: abbreviated or written out, by the customs of each language, and combined.
enum StreetSpellings {
    /// More combinations are not tried: four words with some meanings each have them all.
    private static let mostSpellings = 96

    /// All spellings of a name but itself: `bd d italie` → `boulevard d italie`, `e 42nd st` → `east 42nd street`,
    /// `fifth avenue` → `5th avenue`, `bahnhof str` → `bahnhofstrasse`.
    static func of(_ name: FoldedName) -> [FoldedName] {
        var spellings: [[String]] = [[]]
        for word in name.words.map({ String(String.UnicodeScalarView($0)) }) {
            let meanings = meanings(of: word)
            guard spellings.count * meanings.count <= mostSpellings else {
                for index in spellings.indices { spellings[index].append(word) }
                continue
            }
            spellings = spellings.flatMap { start in meanings.map { start + [$0] } }
        }
        spellings += spellings.compactMap(joined)
        var found: [FoldedName] = []
        for spelling in spellings.map({ FoldedName($0.joined(separator: " ")) }) + name.respellings
        where spelling != name && !found.contains(spelling) {
            found.append(spelling)
        }
        return found
    }

    /// A word, and what it may stand for or be short for.
    private static func meanings(of word: String) -> [String] {
        var meanings = [word] + (table[word] ?? [])
        // `Bahnhofstr.`, written as one word.
        if word.count > 3 {
            if word.hasSuffix("str") { meanings.append(word + "asse") }
            if word.hasSuffix("strasse"), word != "strasse" { meanings.append(String(word.dropLast(4))) }
        }
        return meanings
    }

    /// `bahnhof strasse` as one word, where the last one is such as German and Dutch streets end in.
    private static func joined(_ words: [String]) -> [String]? {
        guard words.count >= 2, let last = words.last, compounding.contains(last) else { return nil }
        return words.dropLast(2) + [words[words.count - 2] + last]
    }

    private static let compounding: Set = [
        "strasse", "str", "weg", "gasse", "platz", "allee", "straat", "laan", "gatan",
    ]

    /// Each word with its others, both ways.
    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for (short, long) in pairs {
            table[short, default: []].append(long)
            table[long, default: []].append(short)
        }
        return table
    }()

    /// What is short for what: the customs of the languages, the saints and titles that streets are called after, points of
    /// the compass, ordinals, and the numbers of kings.
    private static let pairs: [(short: String, long: String)] = {
        let words: [(String, String)] = [
            ("st", "street saint sankt"), ("ste", "sainte"), ("rd", "road"), ("ln", "lane"),
            ("dr", "drive doktor doctor"),
            ("sq", "square"), ("ct", "court"), ("hwy", "highway"), ("pkwy", "parkway"), ("ter", "terrace"),
            ("ave", "avenue avenida"), ("av", "avenue avenida avinguda"), ("avda", "avenida avinguda"),
            ("avd", "avenida"),
            ("blvd", "boulevard"), ("bd", "boulevard"), ("bld", "boulevard"), ("boul", "boulevard"), ("r", "rue rua"),
            ("ch", "chemin"), ("che", "chemin"), ("rte", "route"), ("imp", "impasse"), ("all", "allee"),
            ("fg", "faubourg"),
            ("fbg", "faubourg"), ("sq", "square"), ("pl", "place platz plaza placa plac plass"), ("plza", "plaza"),
            ("pza", "plaza piazza"), ("c", "calle carrer"), ("cl", "calle"), ("pso", "paseo"), ("pg", "passeig"),
            ("ctra", "carretera"), ("crta", "carretera"), ("cno", "camino"), ("trav", "travessa"), ("tv", "travessa"),
            ("al", "alameda aleja"), ("v", "via"), ("vle", "viale"), ("cso", "corso"), ("lgo", "largo"),
            ("ul", "ulica ulitsa"),
            ("os", "osiedle"), ("nam", "namesti"), ("tr", "trida"), ("str", "strasse strada"), ("pr", "prospekt"),
            ("per", "pereulok"), ("u", "utca"), ("cad", "caddesi"), ("cd", "caddesi"), ("sk", "sokak"),
            ("sok", "sokak"),
            ("gen", "general"), ("gral", "general"), ("pres", "president presidente"), ("prof", "professor"),
            ("n", "north"), ("s", "south"), ("e", "east"), ("w", "west"), ("ne", "northeast"), ("nw", "northwest"),
            ("se", "southeast"), ("sw", "southwest"), ("mt", "mount"), ("ft", "fort"),
            ("1st", "first"), ("2nd", "second"), ("3rd", "third"), ("4th", "fourth"), ("5th", "fifth"),
            ("6th", "sixth"),
            ("7th", "seventh"), ("8th", "eighth"), ("9th", "ninth"), ("10th", "tenth"), ("11th", "eleventh"),
            ("12th", "twelfth"), ("1er", "ier i"), ("1", "i"), ("2", "ii"), ("3", "iii"), ("4", "iv"), ("5", "v"),
            ("6", "vi"), ("7", "vii"), ("8", "viii"), ("9", "ix"), ("10", "x"),
        ]
        return words.flatMap { short, long in long.split(separator: " ").map { (short, String($0)) } }
    }()
}
