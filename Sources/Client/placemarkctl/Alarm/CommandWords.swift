/// A command as it stands in a configuration, which no shell reads: nothing in it stands for anything else.
enum CommandWords {
    /// Its words; nil when a quotation is not closed, or nothing follows a backslash.
    ///
    /// Blanks separate words, unless they are quoted by `"` or `'`. A backslash makes the next character one like any other,
    /// but for what stands between two `'`.
    static func split(_ text: String) -> [String]? {
        var words: [String] = []
        // Nil between words; "" makes one.
        var word: String?
        var quotation: Character?
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == quotation {
                quotation = nil
            } else if character == "\\", quotation != "'" {
                guard let literal = rest.popFirst() else { return nil }
                word = (word ?? "") + String(literal)
            } else if quotation == nil, character == "\"" || character == "'" {
                (quotation, word) = (character, word ?? "")
            } else if quotation == nil, character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return quotation == nil ? words : nil
    }
}
