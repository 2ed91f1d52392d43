extension CountryNamesLayer {
    /// Walks through every language and name, and returns what is wrong with them, at most `limit` faults.
    package func faults(limit: Int = 10) -> [String] {
        var faults: [String] = []
        var expectedStart = 0
        for index in 0..<languageCount where faults.count < limit {
            let language = String(decoding: languageName(at: index), as: UTF8.self)
            if index > 0, !languageName(at: index - 1).lexicographicallyPrecedes(languageName(at: index)) {
                faults.append("country names: language \(index) (\(language)) is not in order")
            }
            let range = names(of: index)
            guard !range.isEmpty, range.lowerBound == expectedStart else {
                faults.append("country names in \(language): they are not in their place")
                continue
            }
            expectedStart = range.upperBound
            for name in range where faults.count < limit {
                let letters = nameLetters(at: name)
                if CountryCode.letters(letters) == nil
                    || (name > range.lowerBound && nameLetters(at: name - 1) >= letters)
                {
                    faults.append("country names in \(language): name \(name) is not in order")
                } else if text(at: name)?.unicodeScalars.contains("\u{FFFD}") ?? true {
                    faults.append("country names in \(language): name \(name) is not a string")
                }
            }
        }
        return Array(faults.prefix(limit))
    }
}
