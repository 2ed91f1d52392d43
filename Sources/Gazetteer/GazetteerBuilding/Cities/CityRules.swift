import Gazetteer

/// Which counties are municipalities, and what their city is called.
enum MunicipalityRules {
    /// Countries whose counties are municipalities: nine in ten of them have a place of their own name inside. docs/explain/gazetteer.md
    /// has the table.
    static let countries: Set = [
        "BG", "BR", "CO", "CR", "CU", "DK", "EC", "GT", "HN", "HR", "JP", "LU", "MX", "NL", "NO", "PY",
        "SE", "SI", "SV", "UY",
    ]
    /// Where the counties are municipalities, too, but so coarsely drawn that codes tell the city better: half of Portugal's
    /// polygons have nine vertices or fewer. At its 244 seats the named place is the seat in 243 and the polygon in 219, and 1 km
    /// beside them in 97 and 88 %.
    static let countriesOfCoarseCounties: Set = ["PT"]
    /// Countries whose municipalities the counties' source has as well, and which the layer of counties leaves out: where
    /// they are the states, or have no usable names.
    static let countriesOfLayer: Set = ["AD", "LI", "RO", "SM"]

    /// Municipalities that are parts of the city that their state is called after: the 23 special wards of Tokyo.
    static func isWard(_ name: String, country: String?, state: String?) -> Bool {
        guard country == "JP", state == "Tokyo" else { return false }
        return wardsOfTokyo.contains(FoldedName(name.hasSuffix(" Ku") ? String(name.dropLast(3)) : name))
    }

    /// The districts of Manila, which the source has in the place of the city.
    static func isDistrictOfManila(_ name: String, country: String) -> Bool {
        country == "PH" && districtsOfManila.contains(name)
    }

    private static let districtsOfManila: Set = [
        "Binondo", "Ermita", "Intramuros", "Malate", "Paco", "Pandacan", "Port Area", "Quiapo", "Sampaloc",
        "San Miguel", "San Nicolas", "Santa Ana", "Santa Cruz", "Tondo I / II",
    ]
    /// A district is nearer to the city's middle than this; towns elsewhere are called Santa Cruz as well.
    static let reachOfManilaInMeters = 8000.0

    private static let wardsOfTokyo = Set(
        [
            "Adachi", "Arakawa", "Bunkyo", "Chiyoda", "Chuo", "Edogawa", "Itabashi", "Katsushika", "Kita", "Koto",
            "Meguro",
            "Minato", "Nakano", "Nerima", "Ota", "Setagaya", "Shibuya", "Shinagawa", "Shinjuku", "Suginami", "Sumida",
            "Taito", "Toshima",
        ].map { FoldedName($0) })

    /// Where the source damages names: the place counts, also when it is called otherwise.
    private static let countriesWithDamagedNames = MunicipalName.countriesOfLostLetters.union(["LU", "RO", "SI"])

    /// Where the source has the boroughs of large cities among the municipalities: Bratislava's and Košice's. A borough whose
    /// place is a quarter by GeoNames is none.
    static let countriesWithBoroughs: Set = ["SK"]

    /// Where a municipality counts only when a place bears its name, or half of it: most are joined ones with a name that
    /// nobody uses for a town.
    static let countriesOfNamesakesOnly: Set = ["GR"]

    /// Where the municipality's own name counts although a place bears another: the parishes of Andorra, whose seats GeoNames
    /// calls "les Escaldes" and "la Massana".
    static let countriesOfOwnNames: Set = ["AD"]

    /// Whether no larger place stands for a municipality that is called otherwise: also where the post names municipalities, and in
    /// the Philippines, where GeoNames counts the people of a whole district in villages (1.3 million in Budta).
    static func keepsOwnName(_ country: String) -> Bool {
        country == "PH" || countriesOfOwnNames.contains(country) || PostalCities.countries.contains(country)
    }

    /// From this area on, people name the village, unless a city fills the municipality. In Denmark and Slovenia postal
    /// names show it: they are the municipality's in smaller ones, and the village's in larger ones.
    private static let spaciousAreaInSquareMeters = 150e6
    /// As many inhabitants of the city for each square kilometre of the municipality as say that it fills it.
    private static let leastInhabitantsOfCity = 400.0

    static func isSpacious(areaInSquareMeters: Double, inhabitantsOfCity: Int) -> Bool {
        areaInSquareMeters > spaciousAreaInSquareMeters
            && Double(inhabitantsOfCity) / (areaInSquareMeters / 1e6) < leastInhabitantsOfCity
    }

    /// Whether a source's own name can be shown when no place bears it.
    static func isClean(_ name: String, country: String) -> Bool {
        !countriesWithDamagedNames.contains(country) && name.contains(where: \.isLowercase)
            && !name.contains { $0.isNumber || "/()[]?_*\u{FFFD}".contains($0) }
    }
}

/// The states that are cities: what lies in them lies in that city.
enum CityStates {
    /// By ISO 3166-2 code, where the code stands for one city and little beside it.
    static let codes: Set = [
        "AE-DU", "AM-ER", "AR-C", "AT-9", "AU-ACT", "AZ-BA", "BY-HM", "CD-KN", "CG-BZV", "CI-AB", "CN-BJ", "CN-SH",
        "CN-TJ",
        "CO-DC", "CU-03", "CZ-10", "DE-BE", "DE-HH", "DO-01", "ES-CE", "ES-ML", "ET-AA", "GE-TB", "GN-C", "HR-21",
        "HU-BU",
        "ID-JK", "IN-CH", "KE-30", "KG-GB", "KH-12", "KP-01", "KR-11", "KR-26", "KR-27", "KR-28", "KR-29", "KR-30",
        "KR-31", "KZ-71", "KZ-75", "KZ-79", "MD-CU", "ML-BKO", "MN-1", "MX-CMX", "MY-14", "NO-03", "RO-B", "RU-MOW",
        "RU-SPE",
        "TH-10", "TR-34", "TW-KHH", "TW-TPE", "UA-30", "UA-40", "US-DC", "UY-MO", "UZ-TK", "VE-A", "VN-DN", "VN-HN",
        "VN-HP",
        "VN-SG",
    ]
    /// Countries that are one city.
    static let countries: Set = ["GI", "HK", "MC", "MO", "SG", "VA"]
}
