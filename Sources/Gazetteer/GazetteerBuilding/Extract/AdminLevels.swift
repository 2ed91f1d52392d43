/// Which administrative levels of OpenStreetMap are a country's cities, and which are parts of them.
///
/// Sources: OpenStreetMap wiki, "Tag:boundary=administrative", table of admin_level values by country, and pages about
/// single countries, in undated and incomplete copies; the levels that Nominatim and libpostal use. Where these are
/// silent or disagree, the table follows common knowledge of the tagging and what people write in an address there.
/// A country that is not certain is left to the most common levels.
struct AdminLevels: Hashable, Sendable {
    /// The level that people there call their city: what an address names.
    var municipality: Int
    /// Coarser levels that count where no municipality is, and only for a city that is its own county or state.
    ///
    /// Such a boundary has the name of its own centre. Countries whose provinces commonly share the name of their
    /// capital have no such levels, unless municipalities cover them anyway.
    var fallbacks: [Int]
    /// Finer levels, the one that people name first. A few lie between a fallback and the municipality, and count
    /// in such a city alone.
    var parts: [Int]

    private init(_ municipality: Int, fallbacks: [Int] = [], parts: [Int]) {
        self.municipality = municipality
        self.fallbacks = fallbacks
        self.parts = parts
    }

    /// The levels of a country; the most common ones for a country that the table lacks, or for nil.
    static func of(_ isoCountryCode: String?) -> AdminLevels { isoCountryCode.flatMap { countries[$0] } ?? common }

    private static let common = AdminLevels(8, fallbacks: [6, 4], parts: [10, 9, 11])

    private static let countries: [String: AdminLevels] = [
        "AD": AdminLevels(7, parts: [8, 10]),  // parròquia
        "AL": AdminLevels(7, parts: [8, 9]),  // bashkia
        "AO": AdminLevels(6, parts: [7, 8, 10]),  // município; comuna
        "AR": AdminLevels(8, fallbacks: [7], parts: [9, 10]),  // localidad, municipio; barrio
        "AT": AdminLevels(8, fallbacks: [6, 4], parts: [9, 10]),  // Statutarstadt 6, Wien 4; Gemeindebezirk
        "AU": AdminLevels(9, parts: [10]),  // suburb or locality, as in addresses; a council area is 6
        "BA": AdminLevels(7, fallbacks: [6], parts: [9, 8, 10]),  // općina; naselje, mjesna zajednica
        "BE": AdminLevels(8, parts: [9, 10]),  // commune, gemeente; section, deelgemeente
        "BF": AdminLevels(8, parts: [10, 9]),
        "BG": AdminLevels(8, fallbacks: [7, 6], parts: [10, 9]),  // settlement, община
        "BJ": AdminLevels(6, parts: [8, 10]),  // commune; arrondissement
        "BO": AdminLevels(8, parts: [11, 10, 9]),  // municipio; barrio
        "BR": AdminLevels(8, parts: [10, 9, 11]),  // município; bairro, distrito
        "BY": AdminLevels(8, fallbacks: [6, 4], parts: [9, 10]),  // Minsk 4
        "CA": AdminLevels(8, fallbacks: [6], parts: [10, 9]),  // Toronto 6; neighbourhood, arrondissement
        "CD": AdminLevels(6, fallbacks: [4], parts: [7, 8, 9]),  // ville, Kinshasa 4; commune
        "CH": AdminLevels(8, parts: [10, 9]),  // Quartier, Stadtkreis
        "CI": AdminLevels(8, parts: [10, 9]),
        "CL": AdminLevels(8, parts: [10, 9]),  // comuna
        "CN": AdminLevels(5, fallbacks: [4], parts: [6, 8, 10]),  // 地级市, 直辖市 4; 区
        "CO": AdminLevels(6, fallbacks: [4], parts: [9, 8, 7]),  // municipio, Bogotá 4; barrio, localidad or comuna
        "CR": AdminLevels(6, parts: [8, 10]),  // cantón; distrito
        "CU": AdminLevels(6, fallbacks: [4], parts: [8, 10]),
        "CY": AdminLevels(8, parts: [10, 9]),
        "CZ": AdminLevels(8, fallbacks: [6, 4], parts: [10, 9]),  // obec; the old communities before Praha 1 to 22
        "DE": AdminLevels(8, fallbacks: [6, 4], parts: [10, 9, 11]),  // kreisfreie Stadt 6, Berlin 4; Ortsteil, Bezirk
        "DK": AdminLevels(7, parts: [10, 9]),  // kommune
        "DO": AdminLevels(6, fallbacks: [4], parts: [10, 9, 8, 7]),
        "DZ": AdminLevels(8, parts: [10, 9]),  // commune
        "EC": AdminLevels(6, parts: [8, 9, 10]),  // cantón; parroquia
        "EE": AdminLevels(7, parts: [10, 9, 8]),  // vald or linn; asum, village, linnaosa
        "ES": AdminLevels(8, fallbacks: [4], parts: [10, 9]),  // Ceuta and Melilla 4; barrio, distrito
        "FI": AdminLevels(8, parts: [10, 9]),  // kunta; kaupunginosa
        "FO": AdminLevels(8, parts: [10, 9]),
        "FR": AdminLevels(8, parts: [9, 10]),  // commune; arrondissement, quartier
        "GB": AdminLevels(10, fallbacks: [8, 6], parts: []),  // parish or community; a district only if it is a city
        "GE": AdminLevels(8, fallbacks: [6, 4], parts: [9, 10]),  // Tbilisi 4
        "GF": AdminLevels(8, parts: [9, 10]),
        "GP": AdminLevels(8, parts: [9, 10]),
        "GR": AdminLevels(7, parts: [9, 8, 10]),  // δήμος; κοινότητα, δημοτική ενότητα
        "GT": AdminLevels(6, parts: [10, 9, 8]),  // municipio
        "HK": AdminLevels(6, parts: [8, 9, 10]),  // district
        "HN": AdminLevels(6, parts: [10, 9, 8]),
        "HR": AdminLevels(8, fallbacks: [7, 6], parts: [9, 10]),  // naselje, as in addresses; općina or grad 7
        "HT": AdminLevels(8, parts: [10, 9]),
        "HU": AdminLevels(8, fallbacks: [6, 4], parts: [9, 10]),  // Budapest 6; kerület, városrész
        "ID": AdminLevels(5, fallbacks: [4], parts: [6, 7, 8]),  // kota or kabupaten; kecamatan, kelurahan
        "IL": AdminLevels(8, parts: [10, 9]),
        "IN": AdminLevels(8, parts: [10, 9]),  // districts, 5, share the name of their town
        "IR": AdminLevels(7, parts: [11, 8, 9, 10]),  // شهر; neighbourhood, village, urban district
        "IS": AdminLevels(6, parts: [10, 9]),  // sveitarfélag
        "IT": AdminLevels(8, parts: [10, 9]),  // comune; quartiere or frazione, municipio
        "JP": AdminLevels(7, parts: [8, 9, 10]),  // 市町村 or 特別区; 区, 町 or 大字, 丁目
        "KH": AdminLevels(6, fallbacks: [4], parts: [8, 10]),
        "KR": AdminLevels(6, fallbacks: [4], parts: [8, 7, 10]),  // 시, 군 or 자치구, Sejong 4; 동, 일반구
        "KZ": AdminLevels(8, fallbacks: [6, 4], parts: [9, 10]),
        "LA": AdminLevels(6, parts: [8, 10]),
        "LI": AdminLevels(8, parts: [10, 9]),
        "LT": AdminLevels(8, fallbacks: [5], parts: [10, 9]),  // miestas or kaimas; savivaldybė 5
        "LU": AdminLevels(8, parts: [9, 10]),
        "LV": AdminLevels(7, fallbacks: [6, 5, 4], parts: [10, 9, 8]),  // pilsēta or pagasts; a state city is coarser
        "MA": AdminLevels(8, parts: [10, 9]),  // commune; arrondissement
        "MC": AdminLevels(8, parts: [10]),  // quartier
        "MD": AdminLevels(8, fallbacks: [6, 4], parts: [10, 9]),  // Chișinău 4
        "ME": AdminLevels(6, parts: [8, 9, 10]),  // opština; naselje
        "MG": AdminLevels(8, parts: [10, 9]),  // commune; fokontany
        "MK": AdminLevels(7, fallbacks: [6], parts: [8, 9, 10]),  // општина
        "ML": AdminLevels(8, parts: [10, 9]),
        "MM": AdminLevels(6, parts: [7, 8, 10]),  // township
        "MQ": AdminLevels(8, parts: [9, 10]),
        "MT": AdminLevels(8, parts: [10, 9]),
        "MX": AdminLevels(6, fallbacks: [4], parts: [10, 9, 8]),  // municipio; colonia
        "MZ": AdminLevels(8, parts: [11, 10, 9]),  // município; bairro
        "NC": AdminLevels(8, parts: [10, 9]),
        "NG": AdminLevels(6, parts: [8, 10]),  // local government area
        "NI": AdminLevels(6, parts: [10, 9, 8]),
        "NL": AdminLevels(10, fallbacks: [8], parts: [11]),  // woonplaats, as in addresses; gemeente 8
        "NO": AdminLevels(7, fallbacks: [4], parts: [9, 10]),  // kommune; bydel
        "NP": AdminLevels(7, parts: [9, 10]),
        "NZ": AdminLevels(6, fallbacks: [4], parts: [10, 9, 8]),  // city or district; local board
        "PA": AdminLevels(6, parts: [8, 10]),  // distrito; corregimiento
        "PE": AdminLevels(8, parts: [10, 9]),  // distrito
        "PH": AdminLevels(6, fallbacks: [5, 4], parts: [10, 9, 8, 7]),  // city or municipality; barangay
        "PL": AdminLevels(8, fallbacks: [7, 6], parts: [9, 10, 11]),  // miasto or wieś, Warszawa 6; dzielnica, osiedle
        "PR": AdminLevels(6, parts: [8, 9, 10]),  // municipio; barrio
        "PT": AdminLevels(7, parts: [8, 9, 10]),  // município; freguesia
        "PY": AdminLevels(8, fallbacks: [4], parts: [10, 9]),  // Asunción 4; barrio
        "QA": AdminLevels(4, parts: [10, 8]),
        "RE": AdminLevels(8, parts: [9, 10]),
        "RO": AdminLevels(6, fallbacks: [4], parts: [8, 9, 10, 5]),  // București 4; sat, sector
        "RS": AdminLevels(8, fallbacks: [7, 6], parts: [9, 10]),  // општина, град 7; насеље
        "RU": AdminLevels(6, fallbacks: [4], parts: [8, 9, 10]),  // городской округ or район, Moscow 4
        "SE": AdminLevels(7, parts: [10, 9]),  // kommun; stadsdel
        "SI": AdminLevels(8, parts: [10, 9]),  // občina
        "SK": AdminLevels(9, fallbacks: [6], parts: [10, 11]),  // obec, Bratislava 6 where no mestská časť, 9, is
        "SM": AdminLevels(8, parts: [10, 9]),  // castello
        "TH": AdminLevels(6, fallbacks: [4], parts: [8, 10]),  // อำเภอ or เขต; ตำบล or แขวง
        "TR": AdminLevels(6, parts: [8, 10]),  // ilçe; mahalle
        "TW": AdminLevels(4, parts: [7, 8, 9]),  // 直轄市, 縣 or 市; 區, 鄉 or 鎮, 里
        "UA": AdminLevels(9, fallbacks: [6, 4], parts: [10, 7]),  // місто or село, Kyiv 4 with its districts 7
        "US": AdminLevels(8, fallbacks: [5, 7, 6, 4], parts: [10, 9, 7]),  // New York 5 with its boroughs 7
        "UY": AdminLevels(8, parts: [10, 9]),
        "YT": AdminLevels(8, parts: [9, 10]),
        "ZA": AdminLevels(8, fallbacks: [6], parts: [10, 9]),
    ]
}
