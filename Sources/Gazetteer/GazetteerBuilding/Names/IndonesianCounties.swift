/// What the regencies and cities of Indonesia are called in English: `Kota Jakarta Selatan` is South Jakarta.
enum IndonesianCounties {
    /// What `Kota` begins, and is a regency all the same.
    private static let regencies: Set = ["Kota Baru"]

    static func name(_ name: String) -> String {
        let isCity = name.hasPrefix("Kota ") && !regencies.contains(name)
        var words = Substring(isCity ? name.dropFirst(5) : name[...]).split(separator: " ")
        var directions: [String] = []
        // "Timor Tengah Selatan": the last word is the widest.
        while words.count > 1, let found = direction(ending: &words) { directions.append(found) }
        if words.count > 1, words.last == "Bagian" { words.removeLast() }
        let core = withLandform(words.joined(separator: " "))
        let isCityOfItsOwn = isCity && directions.isEmpty
        return (directions + [core] + (isCityOfItsOwn ? ["City"] : [])).joined(separator: " ")
    }

    /// Takes the direction off the end.
    private static func direction(ending words: inout [Substring]) -> String? {
        if words.count > 2, words.suffix(2) == ["Barat", "Daya"] {
            words.removeLast(2)
            return "Southwest"
        }
        guard let last = words.last, let direction = directions[last] else { return nil }
        words.removeLast()
        return direction
    }

    private static func withLandform(_ name: String) -> String {
        for (word, english) in landforms {
            if name.hasPrefix("\(word) ") { return "\(name.dropFirst(word.count + 1)) \(english)" }
            if name.hasSuffix(" \(word)") { return "\(name.dropLast(word.count + 1)) \(english)" }
        }
        return name
    }

    private static let directions: [Substring: String] = [
        "Barat": "West", "Pusat": "Central", "Selatan": "South", "Tengah": "Central", "Tenggara": "Southeast",
        "Timur": "East", "Utara": "North",
    ]
    private static let landforms = [("Kepulauan", "Islands"), ("Pegunungan", "Mountains"), ("Pulau", "Island")]
}
