/// Which letter stands for which variants of it: what `FoldedName` knows beyond Unicode's classes.
enum FoldedLetters {
    /// The plain letter for each variant below U+2000, 0 for none.
    ///
    /// Made once from the table, 16 kB: a fold looks up every letter.
    private static let plainLetters: [UInt16] = {
        var letters = [UInt16](repeating: 0, count: 0x2000)
        for (plain, variants) in table {
            guard let plain = plain.unicodeScalars.first else { continue }
            for variant in variants.unicodeScalars where variant.value < letters.count {
                letters[Int(variant.value)] = UInt16(plain.value)
            }
        }
        return letters
    }()

    /// The plain letter of a variant in lower case; the letter itself when there is none.
    static func plain(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        guard letter.value < plainLetters.count, let plain = Unicode.Scalar(plainLetters[Int(letter.value)]),
            plain.value != 0
        else { return letter }
        return plain
    }

    /// The two letters that stand for one; nil when it is not such a letter.
    static func pair(_ letter: Unicode.Scalar) -> (Unicode.Scalar, Unicode.Scalar)? {
        switch letter {
        case "ß": ("s", "s")
        case "æ", "ǣ", "ǽ": ("a", "e")
        case "œ": ("o", "e")
        case "þ": ("t", "h")
        case "ĳ": ("i", "j")
        default: nil
        }
    }

    /// Each letter, and its variants in lower case: those that Unicode decomposes canonically (UnicodeData.txt), and those that
    /// are a letter of their own somewhere, and typed without its stroke, hook or dot elsewhere. In Arabic script: the forms
    /// of alif, waw, ya, kaf and ha that Arabic, Persian, Urdu and Kurdish keyboards have.
    private static let table: [(plain: String, variants: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặɑ"),
        ("b", "ḃḅḇɓ"),
        ("c", "çćĉċčḉ"),
        ("d", "ďḋḍḏḑḓđðɖɗ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệǝəɛ"),
        ("f", "ḟ"),
        ("g", "ĝğġģǧǵḡǥɡɠ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịıɨ"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵƙ"),
        ("l", "ĺļľḷḹḻḽłŀ"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋŋɲ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿɔɵ"),
        ("p", "ṕṗ"),
        ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšșṡṣṥṧṩſẛ"),
        ("t", "ţťțṫṭṯṱẗŧ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉ"),
        ("v", "ṽṿ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹƴ"),
        ("z", "źżžẑẓẕƶ"),
        ("α", "άἀἁἂἃἄἅἆἇὰᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
        ("ε", "έἐἑἒἓἔἕὲ"),
        ("η", "ήἠἡἢἣἤἥἦἧὴᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
        ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶῐῑῒῖῗ"),
        ("ο", "όὀὁὂὃὄὅὸ"),
        ("ρ", "ῤῥ"),
        ("σ", "ς"),
        ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺῠῡῢῦῧ"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
        ("а", "ӑӓ"),
        ("г", "ѓґ"),
        ("е", "ѐёӗ"),
        ("ж", "ӂӝ"),
        ("з", "ӟ"),
        ("и", "йѝӣӥ"),
        ("к", "ќ"),
        ("о", "ӧ"),
        ("у", "ўӯӱӳ"),
        ("ч", "ӵ"),
        ("ы", "ӹ"),
        ("э", "ӭ"),
        ("і", "ї"),
        ("ә", "ӛ"),
        ("ө", "ӫ"),
        ("ا", "آأإٱ"),
        ("ك", "کڪ"),
        ("ه", "ةہھەۀۂۃ"),
        ("و", "ؤ"),
        ("ي", "ئىیے"),
        // Letters with a nukta; as escapes, because no normal form has them as one letter.
        ("क", "\u{958}"), ("ख", "\u{959}"), ("ग", "\u{95A}"), ("ज", "\u{95B}"), ("ड", "\u{95C}"), ("ढ", "\u{95D}"),
        ("फ", "\u{95E}"), ("य", "\u{95F}"), ("न", "\u{929}"), ("र", "\u{931}"), ("ळ", "\u{934}"), ("ড", "\u{9DC}"),
        ("ঢ", "\u{9DD}"), ("য", "\u{9DF}"), ("ਲ", "\u{A33}"), ("ਸ", "\u{A36}"), ("ਖ", "\u{A59}"), ("ਗ", "\u{A5A}"),
        ("ਜ", "\u{A5B}"), ("ਫ", "\u{A5E}"),
    ]
}
