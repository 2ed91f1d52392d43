/// What seas and lakes are called in English, where Natural Earth has only what people there call them: Bodensee, but Lake Geneva.
///
/// No package at hand has English names of all: Natural Earth's `name_alt` has a third of those of `lakes`, and its `name_en` is not
/// in the files of the packages. So those are a list by hand, of names that atlases agree on, and a few rules for words that
/// mean "lake". A water keeps its other name for who searches, and for readers who want local names.
enum EnglishWaters {
    /// The English name of a water; nil where its own is used in English as well (Vänern, Loch Ness, Lac Seul).
    static func name(of own: String) -> String? {
        if let name = names[own] { return name }
        guard !keptNames.contains(own) else { return nil }
        for (prefix, put) in prefixes where own.hasPrefix(prefix) { return put + own.dropFirst(prefix.count) }
        for (suffix, put) in suffixes where own.hasSuffix(suffix) { return own.dropLast(suffix.count) + put }
        return nil
    }

    private static let prefixes = [
        ("Ozero ", "Lake "), ("Lago de ", "Lake "), ("Lago di ", "Lake "), ("Lago ", "Lake "),
    ]
    private static let suffixes = [
        (" Hu", " Lake"), (" Nuur", " Lake"), (" Shuiku", " Reservoir"),
    ]
    /// "Grande" is no name without its "Lago".
    private static let keptNames: Set = ["Lago Grande"]

    private static let names = [
        // Seas.
        "Bahía de Campeche": "Bay of Campeche", "Baia de Maputo": "Maputo Bay", "Baía de Marajó": "Marajó Bay",
        "Baía de São Marcos": "São Marcos Bay", "Bay Inútil": "Inútil Bay", "Bo Hai": "Bohai Sea",
        "Estrecho de Magellanes": "Strait of Magellan", "Golfe du Lion": "Gulf of Lion",
        "Golfo Corcovado": "Gulf of Corcovado", "Golfo San Jorge": "San Jorge Gulf",
        "Golfo San Matías": "San Matías Gulf", "Golfo de California": "Gulf of California",
        "Golfo de Guayaquil": "Gulf of Guayaquil", "Golfo de Panamá": "Gulf of Panama",
        "Golfo de Penas": "Gulf of Penas", "Golfo de Tehuantepec": "Gulf of Tehuantepec",
        "Golfo de Urabá": "Gulf of Urabá", "Guba Gusinaya": "Gusinaya Bay", "Gulf of Anadyr'": "Gulf of Anadyr",
        "Karskiye Strait": "Kara Strait", "Mecklenburger Bucht": "Bay of Mecklenburg", "Selat Bali": "Bali Strait",
        "Selat Dampier": "Dampier Strait", "Seno Otway": "Otway Sound", "Seno de Skyring": "Skyring Sound",
        "Shelikhova Gulf": "Shelikhov Gulf", "Stettiner Haff": "Szczecin Lagoon",
        "Vil'kitskogo Strait": "Vilkitsky Strait", "Waddenzee": "Wadden Sea",
        // Lakes.
        "Alakol": "Lake Alakol", "Ataturk Barajt": "Atatürk Reservoir", "Aydar Kol": "Lake Aydar",
        "Beysehir": "Lake Beyşehir", "Biwa Ko": "Lake Biwa", "Bodensee": "Lake Constance",
        "Buhayrat al-Assad": "Lake Assad", "Buhayrat ath Tharthar": "Lake Tharthar", "Buyr Nuur": "Lake Buir",
        "Chao Hu": "Lake Chao", "Danau Toba": "Lake Toba", "Egridir": "Lake Eğirdir",
        "Embalse de Guri": "Guri Reservoir",
        "Hulun Nuur": "Hulun Lake", "Inarijärvi": "Lake Inari", "Jezioro Dabie": "Lake Dąbie",
        "Kaliningradskiy Zaliv": "Vistula Lagoon", "Kauno marios": "Kaunas Reservoir",
        "Keban Baraji": "Keban Reservoir",
        "Khantayskoye Vodokhranilishche": "Khantayka Reservoir", "Khövsgöl Nuur": "Lake Khövsgöl",
        "Kiyevskoye": "Kyiv Reservoir", "Krasnoyarskoye Vodokhranilishche": "Krasnoyarsk Reservoir",
        "Lac Alaotra": "Lake Alaotra", "Lac Mai-Ndombe": "Lake Mai-Ndombe", "Lac Moeru": "Lake Mweru",
        "Lac Onangué": "Lake Onangué", "Lac Tumba": "Lake Tumba", "Lac Upemba": "Lake Upemba",
        "Lac de Buyo": "Lake Buyo", "Lac de Kossou": "Lake Kossou", "Lagoa Mirim": "Mirim Lagoon",
        "Lago Gatun": "Gatun Lake", "Lokan tekojärvi": "Lokka Reservoir", "Munduyskoye Ozero": "Lake Munduyskoye",
        "Obanbori Qayroqum": "Qayroqum Reservoir", "Pskoyskoye Ozero": "Lake Pskov",
        "Qapshaghay Bögeni": "Kapchagay Reservoir", "Represa Itaipu": "Itaipu Reservoir",
        "Represa de Sobradinho": "Sobradinho Reservoir", "Schweriner See": "Lake Schwerin",
        "Shardara Bögeni": "Shardara Reservoir", "Tai Hu": "Lake Tai", "Tengiz Köli": "Lake Tengiz",
        "Toktogul Suu Saktagychy": "Toktogul Reservoir", "Ust-Ilimskoye Vodokhranilishche": "Ust-Ilimsk Reservoir",
        "Vilyuyskoye Vodokhranilishche": "Vilyuy Reservoir", "Ysyk-Köl": "Lake Issyk-Kul",
        "Zalew Wislany": "Vistula Lagoon", "Zeya Vodokhranilishche": "Zeya Reservoir",
    ]
}
