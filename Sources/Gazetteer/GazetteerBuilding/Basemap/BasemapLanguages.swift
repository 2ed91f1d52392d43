/// The languages in which a basemap has its names, besides the one that everybody is shown: `de`, `zh_TW`.
package struct BasemapLanguages {
    /// Countries are few, and so have names in more languages than the rest.
    let ofCountries: [String]
    /// Of capitals, large cities, seas and lakes.
    let ofPlaces: [String]

    /// The languages with the most readers of the web, as iso-codes writes them: all 151 would make the first tiles heavy.
    package static let usualOfCountries = [
        "ar", "bg", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko",
        "nb_NO", "nl", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh_CN", "zh_TW",
    ]
    /// More of them would take the map of the world over its 60 MB. English is what everybody is shown.
    package static let usualOfPlaces: Set<String> = ["ar", "de", "es", "fr", "it", "ja", "pt", "ru", "zh_CN", "zh_TW"]

    /// - Parameters:
    ///   - chosen: What the user wants, for all names; empty for the usual ones.
    ///   - known: What the world file has.
    package init(chosen: [String], known: Set<String>) {
        ofCountries = chosen.isEmpty ? Self.usualOfCountries.filter(known.contains) : chosen
        ofPlaces = ofCountries.filter { !chosen.isEmpty || Self.usualOfPlaces.contains($0) }
    }
}
