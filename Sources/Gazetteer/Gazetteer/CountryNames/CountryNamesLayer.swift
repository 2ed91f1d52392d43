/// The numbers of the layer of country names.
enum CountryNamesFormat {
    /// UInt32 each: numbers of languages, of names, bytes of strings; zeros.
    static let headerByteCount = 16
    /// Name of the language, zeros behind it (12 bytes); its first name (UInt32).
    static let languageByteCount = 16
    static let languageNameByteCount = 12
    /// Two letters, and where the string is (3 bytes).
    static let nameByteCount = 5
}

/// The names of countries in other languages, read where they lie in the mapping.
///
/// Only the sections' bounds are known to be right: each number from them is read once, checked, and then used. Damage
/// gives no name or a wrong one.
package struct CountryNamesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let languages: UnsafeRawBufferPointer
    private let names: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer

    let languageCount: Int
    let nameCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= CountryNamesFormat.headerByteCount else { return nil }
        languageCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        nameCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        let stringByteCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        var sections = LayerSections(
            bytes: bytes, after: CountryNamesFormat.headerByteCount, alignment: 1)
        guard let languages = sections.next(byteCount: languageCount * CountryNamesFormat.languageByteCount),
            let names = sections.next(byteCount: nameCount * CountryNamesFormat.nameByteCount),
            let strings = sections.next(byteCount: stringByteCount)
        else { return nil }
        (self.languages, self.names, self.strings) = (languages, names, strings)
    }

    /// The name of a country (ISO 3166-1 alpha-2) in the first of the languages that has one.
    ///
    /// Languages are written as in BCP 47 or POSIX: `de-CH`, `de_CH.UTF-8`, `zh-Hant`. Nil when no language has a name,
    /// and when English comes before those that have one: the caller has the English name.
    package func name(ofCountry country: String, preferredLanguages: [String]) -> String? {
        for preference in preferredLanguages.lazy.compactMap(LanguagePreference.init) {
            if preference.isEnglish { return nil }
            if let name = name(ofCountry: country, in: preference) { return name }
        }
        return nil
    }

    /// The name of a country in one language.
    func name(ofCountry country: String, in preference: LanguagePreference) -> String? {
        guard let letters = CountryCode.packed(country) else { return nil }
        return preference.catalogues.lazy.compactMap { name(of: letters, in: $0) }.first
    }

    private func name(of country: UInt16, in catalogue: String) -> String? {
        let wanted = Array(catalogue.utf8)
        var (low, high) = (0, languageCount)
        while low < high {
            let middle = (low + high) / 2
            if languageName(at: middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        guard low < languageCount, languageName(at: low).elementsEqual(wanted) else { return nil }
        let range = names(of: low)
        (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if nameLetters(at: middle) < country { low = middle + 1 } else { high = middle }
        }
        return low < range.upperBound && nameLetters(at: low) == country ? text(at: low) : nil
    }

    /// - Precondition: `index` is in 0..<languageCount.
    func languageName(at index: Int) -> Slice<UnsafeRawBufferPointer> {
        let start = index * CountryNamesFormat.languageByteCount
        return languages[start..<start + CountryNamesFormat.languageNameByteCount].prefix { $0 != 0 }
    }

    /// The names in a language; empty when its numbers are damaged.
    ///
    /// - Precondition: `index` is in 0..<languageCount.
    func names(of index: Int) -> Range<Int> {
        func first(_ index: Int) -> Int {
            guard index < languageCount else { return nameCount }
            let offset = index * CountryNamesFormat.languageByteCount + CountryNamesFormat.languageNameByteCount
            return Int(languages.littleEndian(UInt32.self, at: offset))
        }
        let (start, end) = (first(index), first(index + 1))
        return start < end && end <= nameCount ? start..<end : 0..<0
    }

    /// - Precondition: `index` is in 0..<nameCount.
    func nameLetters(at index: Int) -> UInt16 {
        names.littleEndian(UInt16.self, at: index * CountryNamesFormat.nameByteCount)
    }

    /// Nil when the string does not lie inside the table. Bytes that are not UTF-8 come out as U+FFFD.
    ///
    /// - Precondition: `index` is in 0..<nameCount.
    func text(at index: Int) -> String? {
        let place = index * CountryNamesFormat.nameByteCount + 2
        let offset = Int(names[place]) | Int(names[place + 1]) << 8 | Int(names[place + 2]) << 16
        guard offset < strings.count else { return nil }
        let count = Int(strings[offset])
        guard count > 0, count < strings.count - offset else { return nil }
        return String(decoding: strings[offset + 1...offset + count], as: UTF8.self)
    }
}
