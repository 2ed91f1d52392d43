/// What a name of a detail pack is the name of.
///
/// It is stored in the format of the world's layer of names, with keys of its own: the kind in bits 28 and 29, the number
/// below. `docs/contribute/formats/pack.md` shows them as a table.
enum DetailPackName: Hashable {
    /// The name of streets, by its number among the names of streets: streets of one name are told apart by nothing else.
    case street(Int)
    /// A city or a part of one, by its boundary.
    case limit(Int)
    /// A village or quarter without limits, by its place.
    case quarter(Int)
    case area(Int)

    private static let numberBits = 28

    /// Nil for a number of 2²⁸ or more, which has no names in other languages.
    var key: NameKey? {
        let (kind, number) =
            switch self {
            case .street(let number): (0, number)
            case .limit(let number): (1, number)
            case .quarter(let number): (2, number)
            case .area(let number): (3, number)
            }
        guard number >= 0, number < 1 << Self.numberBits else { return nil }
        return NameKey(rawValue: UInt32(kind << Self.numberBits | number))
    }
}

/// The names of a detail pack in the languages of a reader.
///
/// What a pack shows everybody is the local name, not the English one: so English is a language like others here, where the
/// pack has it. A reader of a language after English in the list never sees that one.
struct DetailPackNames {
    private let layer: NamesLayer
    /// Most wanted first.
    private let languages: [UInt8]

    /// Nil when the pack has none of the languages.
    init?(_ preferred: [String], in layer: NamesLayer?) {
        guard let layer else { return nil }
        var numbers: [UInt8] = []
        for preference in preferred.lazy.compactMap(LanguagePreference.init) {
            for number in preference.catalogues.compactMap(layer.number(ofLanguage:)) where !numbers.contains(number) {
                numbers.append(number)
            }
            if preference.isEnglish || preference.isLocal { break }
        }
        guard !numbers.isEmpty else { return nil }
        (self.layer, languages) = (layer, numbers)
    }

    /// Nil when it has none in these languages, or the one that everybody is shown.
    func name(of named: DetailPackName) -> String? {
        guard let key = named.key, case .name(let name) = layer.name(of: key, in: languages) else { return nil }
        return name
    }
}

/// Gathers the names of a detail pack in other languages, while its other layers are written.
struct DetailPackNamesWriter {
    private var names: [NamesLayerWriter.Name] = []

    /// - Parameters:
    ///   - translations: By language, as POSIX writes it.
    ///   - shown: The name that everybody is shown. Nothing is stored of what has no other.
    mutating func add(_ named: DetailPackName, _ translations: [String: String], shown: String) {
        guard let key = named.key, translations.values.contains(where: { $0 != shown }) else { return }
        for (language, name) in translations {
            names.append(.init(key, language: language, text: name == shown ? "" : name))
        }
    }

    /// The layer; nil when there is nothing in it.
    var bytes: [UInt8]? { names.isEmpty ? nil : NamesLayerWriter.bytes(of: names) }
}
