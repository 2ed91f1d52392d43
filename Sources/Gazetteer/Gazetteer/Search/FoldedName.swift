/// A name as it is compared: without case, accents, punctuation and other differences that people do not type.
///
/// Builder and reader fold alike, or nothing is found: a search layer carries the `version` of the fold that it was
/// built with, and a reader with another refuses it.
///
/// - Letters become lower case and lose their marks: `Zürich` → `zurich`, `Łódź` → `lodz`, `Αθήνα` → `αθηνα`. Marks that are
///   vowels (Thai, the scripts of India) stay. `ß` is `ss`, `æ` `ae`, `œ` `oe`, `þ` `th`.
/// - Apostrophes and full stops in abbreviations vanish (`Xi'an` → `xian`, `U.S.A.` → `usa`); any other punctuation is a
///   space (`Winston-Salem` → `winston salem`), and spaces are single.
/// - Katakana become hiragana, Hangul syllables their letters (so that one of them can be mistyped), full-width letters the
///   usual ones.
package struct FoldedName: Hashable, Sendable {
    /// Raised with every change of what a name is folded to.
    package static let version: UInt32 = 2

    package let scalars: [Unicode.Scalar]

    package init(_ text: some StringProtocol) {
        var fold = NameFold(capacity: text.utf8.count)
        for scalar in text.unicodeScalars { fold.add(scalar) }
        scalars = fold.folded
    }

    /// What has been folded already.
    init(folded scalars: [Unicode.Scalar]) { self.scalars = scalars }

    package var isEmpty: Bool { scalars.isEmpty }

    package var utf8: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.count)
        for scalar in scalars {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes += String(scalar).utf8
            }
        }
        return bytes
    }

    /// The words, from space to space.
    package var words: [ArraySlice<Unicode.Scalar>] { scalars.split(separator: " ") }
}

/// The folding of one name, letter by letter.
private struct NameFold {
    private var scalars: [Unicode.Scalar] = []
    /// Where the letters behind the last space or full stop begin.
    private var partStart = 0
    /// Whether that was a full stop that has vanished.
    private var isAbbreviating = false

    init(capacity: Int) { scalars.reserveCapacity(capacity) }

    var folded: [Unicode.Scalar] { scalars.last == " " ? Array(scalars.dropLast()) : scalars }

    mutating func add(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "a"..."z", "0"..."9": append(scalar)
        case "A"..."Z": append(scalar.value + 0x20)
        case "'", "`", "´", "‘", "’", "′": break
        case ".": addFullStop()
        case "\0"..."\u{7F}": addSpace()
        case "\u{FF01}"..."\u{FF5E}": append(scalar.value - 0xFEE0, folding: true)
        // The voicing marks of kana as signs of their own: the voiced letters follow the plain ones.
        case "\u{3099}": voice(by: 1)
        case "\u{309A}": voice(by: 2)
        // Variation selectors.
        case "\u{FE00}"..."\u{FE0F}": break
        case "ァ"..."ヶ": append(scalar.value - 0x60)
        case "가"..."힣": addSyllable(scalar.value - 0xAC00)
        default: addOther(scalar)
        }
    }

    private mutating func addOther(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            if !Self.isDropped(properties.canonicalCombiningClass) { append(scalar) }
        // Modifier letters of Latin transcriptions are apostrophes and stress marks; those of other scripts are letters.
        case .modifierLetter where (0x2B0...0x2FF).contains(scalar.value) || scalar == "\u{640}": break
        case .format, .modifierSymbol: break
        case .uppercaseLetter, .titlecaseLetter:
            for lower in properties.lowercaseMapping.unicodeScalars { addLetter(lower) }
        case .lowercaseLetter, .otherLetter, .modifierLetter, .spacingMark, .otherNumber, .letterNumber, .decimalNumber:
            addLetter(scalar)
        default: addSpace()
        }
    }

    /// Accents and other marks above, below or across a letter, the vowel points of Hebrew and Arabic, and the nukta; but not the
    /// vowels of Indian and Southeast Asian scripts (classes 0, 9 and 84…132).
    private static func isDropped(_ combiningClass: Unicode.CanonicalCombiningClass) -> Bool {
        switch combiningClass.rawValue {
        case 1, 7, 10...36, 200...240: true
        default: false
        }
    }

    private mutating func addLetter(_ letter: Unicode.Scalar) {
        if let (first, second) = FoldedLetters.pair(letter) {
            append(first)
            append(second)
        } else if !Self.isDropped(letter.properties.canonicalCombiningClass) {
            append(FoldedLetters.plain(letter))
        }
    }

    private mutating func addSpace() {
        if let last = scalars.last, last != " " { scalars.append(" ") }
        (partStart, isAbbreviating) = (scalars.count, false)
    }

    /// After a single letter it belongs to an abbreviation (`L.A.`, `J. Smith`); otherwise it parts words (`St.Gallen`).
    private mutating func addFullStop() {
        guard scalars.count - partStart <= 1 else { return addSpace() }
        if scalars.count > partStart { (partStart, isAbbreviating) = (scalars.count, true) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        // A second letter behind the full stop: no abbreviation goes on there, but a word begins (`U.S.Virgin Islands`).
        if isAbbreviating, scalars.count - partStart == 1 {
            scalars.insert(" ", at: partStart)
            (partStart, isAbbreviating) = (partStart + 1, false)
        }
        scalars.append(scalar)
    }

    private mutating func voice(by distance: UInt32) {
        guard let last = scalars.last, ("か"..."ほ").contains(last), let voiced = Unicode.Scalar(last.value + distance)
        else { return }
        scalars[scalars.count - 1] = voiced
    }

    /// Parts a Hangul syllable into its two or three letters. The Unicode Standard, section 3.12.
    private mutating func addSyllable(_ index: UInt32) {
        append(0x1100 + index / 588)
        append(0x1161 + index % 588 / 28)
        if index % 28 > 0 { append(0x11A7 + index % 28) }
    }

    private mutating func append(_ value: UInt32, folding: Bool = false) {
        guard let scalar = Unicode.Scalar(value) else { return }
        if folding { add(scalar) } else { append(scalar) }
    }
}

/// Names that may be codes. Near a code there is always another name, and never the one that was meant.
extension FoldedName {
    /// Whether it may be a code of a state or country: at most three letters from a to z.
    var isCode: Bool { scalars.count <= 3 && scalars.allSatisfy { ("a"..."z").contains($0) } }

    /// As a postal code has: `EC1A 1BB`.
    var hasOnlyWordsWithDigits: Bool {
        words.allSatisfy { $0.contains { ("0"..."9").contains($0) } }
    }
}
