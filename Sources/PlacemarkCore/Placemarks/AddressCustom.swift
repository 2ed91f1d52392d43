/// How people in a country write an address. `docs/protocol.md` shows it as a table.
///
/// The order of city, state and postal code is what Google's libaddressinput has for Latin script, on one line, and
/// without the units that a placemark's `administrativeArea` is not (Spain's and Italy's provinces, Romania's and
/// Ireland's counties). A country that is not named here is written as most of the world does it.
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
        case "IN", "NG", "PE": "C Z, S"
        case "AR", "MX", "MY", "TR": "Z C, S"
        case "AE": "C, S"
        case "GB", "IE", "IL", "KE", "MT", "NZ", "PK", "SA", "SG", "ZA": "C Z"
        case "LV": "C, Z"
        // AD, AT, BE, BG, CH, CL, CY, CZ, DE, DK, EE, ES, FI, FR, GR, HR, HU, IS, IT, LI, LT, LU, MA, MC, NL, NO, PH,
        // PL, PT, RO, RS, SE, SI, SK, SM, TN, UY, VA, and all others
        default: "Z C"
        }
    }

    /// Whether the house number stands before the street: common custom, for libaddressinput leaves the street alone.
    var putsNumberFirst: Bool {
        switch country {
        case "AU", "CA", "EG", "FR", "GB", "HK", "IE", "IN", "JP", "KE", "LU", "MA", "MC", "MY", "NG", "NZ", "PH", "PK",
            "SG", "TH", "TN", "US", "VN", "ZA":
            true
        default: false
        }
    }

    /// Whether the state is written as the letters of its ISO 3166-2 code, which are those of the post there.
    var abbreviatesState: Bool { ["AU", "BR", "CA", "US"].contains(country) }

    /// Whether people tell cities of the same name apart by the state, rather than by the country.
    var tellsCitiesApartByState: Bool {
        ["AR", "AU", "BR", "CA", "CN", "IN", "JP", "MX", "MY", "NG", "US"].contains(country)
    }
}
