/// How people in a country write an address. `docs/reference/protocol.md` shows it as a table.
///
/// The order of city, state and postal code is what Google's libaddressinput has for Latin script, on one line, and
/// without the units that a placemark's `administrativeArea` is not (Spain's and Italy's provinces, Romania's and
/// Ireland's counties). The order of street and house number, which libaddressinput leaves alone, is what the templates of
/// OpenCage's address-formatting have (`conf/countries/worldwide.yaml`, MIT, as of July 2026). A country that is not named
/// here is written as most of the world does it.
struct AddressCustom {
    private let country: String

    init(isoCountryCode: String?) { country = isoCountryCode ?? "" }

    /// The order of city (C), state (S) and postal code (Z), with what stands between them. Without an S the state is
    /// no part of the address.
    var cityLine: String {
        switch country {
        case "AU", "CA": "C S Z"
        case "US", "ID", "JP", "TH", "TW", "VN": "C, S Z"
        case "CN", "CO", "EG", "KR", "RU", "UA": "C, S, Z"
        case "BR": "C - S, Z"
        case "IN", "NG", "PE", "VE": "C Z, S"
        case "AR", "MX", "MY", "TR": "Z C, S"
        case "AE": "C, S"
        case "AF", "AI", "BH", "BM", "BN", "BT", "FK", "GB", "IE", "IL", "JO", "KE", "KH", "LB", "LK", "LS", "MT", "MV",
            "NA", "NP", "NZ", "PK", "SA", "SD", "SG", "SH", "SZ", "TC", "VC", "VG", "ZA":
            "C Z"
        case "LV", "MM": "C, Z"
        // AD, AT, BE, BG, CH, CL, CY, CZ, DE, DK, EE, ES, FI, FR, GR, HR, HU, IS, IT, LI, LT, LU, MA, MC, NL, NO, PH,
        // PL, PT, RO, RS, SE, SI, SK, SM, TN, UY, VA, and all others
        default: "Z C"
        }
    }

    /// The order of street (R) and house number (N), with what stands between them.
    ///
    /// - Parameter street: In Japanese letters a Japanese address goes from the large to the small, without spaces; in Latin ones
    ///   as in English.
    func streetLine(of street: String) -> String {
        if country == "JP", street.unicodeScalars.contains(where: { $0.value >= 0x3000 }) { return "RN" }
        if Self.putNumberFirst.contains(country) { return "N R" }
        if Self.putNumberAndCommaFirst.contains(country) { return "N, R" }
        // The Hungarian full stop behind the number is left out, as are the lines between the two in IR, KW and MN.
        return Self.putCommaBeforeNumber.contains(country) ? "R, N" : "R N"
    }

    private static let putNumberFirst: Set<String> = [
        "AD", "AE", "AG", "AM", "AS", "AU", "AZ", "BB", "BD", "BF", "BH", "BL", "BM", "BZ", "CA", "CC", "CI", "CK",
        "CX",
        "DJ", "DM", "DZ", "EG", "FJ", "FK", "FM", "FR", "GA", "GB", "GF", "GG", "GH", "GI", "GM", "GN", "GP", "GS",
        "GU",
        "GY", "HK", "HM", "IE", "IM", "IO", "IQ", "JE", "JM", "JP", "KE", "KH", "KN", "KY", "LB", "LK", "LS", "LU",
        "MA",
        "MC", "MF", "MG", "MH", "MM", "MP", "MQ", "MS", "MT", "MV", "MW", "MY", "NA", "NC", "NE", "NF", "NG", "NR",
        "NU",
        "NZ", "OM", "PF", "PG", "PH", "PK", "PM", "PR", "RE", "RW", "SA", "SC", "SG", "SH", "SL", "SN", "TC", "TF",
        "TH",
        "TK", "TN", "TO", "TT", "TV", "TZ", "UG", "UM", "US", "VG", "VI", "VN", "WF", "YT", "ZA", "ZM", "ZW",
    ]
    private static let putNumberAndCommaFirst: Set<String> = [
        "BJ", "BN", "CD", "CG", "IN", "LA", "MR", "MU", "TG", "TM", "YE",
    ]
    private static let putCommaBeforeNumber: Set<String> = [
        "BR", "BY", "ES", "KG", "KZ", "MD", "MZ", "RU", "SY", "UA",
    ]

    /// Whether the state is written as the letters of its ISO 3166-2 code, which are those of the post there.
    var abbreviatesState: Bool { ["AU", "BR", "CA", "US"].contains(country) }

    /// Whether people tell cities of the same name apart by the state, rather than by the country.
    var tellsCitiesApartByState: Bool {
        ["AR", "AU", "BR", "CA", "CN", "IN", "JP", "MX", "MY", "NG", "US"].contains(country)
    }
}
