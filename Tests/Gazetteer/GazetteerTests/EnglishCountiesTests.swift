import Testing

@testable import GazetteerBuilding

/// What counties are called in the file.
@Suite("The names of counties in English")
struct EnglishCountiesTests {
    private static func town(_ localName: String, _ englishName: String? = nil) -> EnglishCounties.Town {
        EnglishCounties.Town(localName: localName, englishName: englishName ?? localName)
    }

    private func name(_ name: String, _ country: String, _ towns: [EnglishCounties.Town] = []) -> String {
        EnglishCounties.name(name, country: country, towns: towns)
    }

    @Test(
        "words for what a county is are English and at one end, and what is said twice is said once",
        arguments: [
            ("Province de Khémisset إقليم الخميسات", "MA", "Khémisset Province"),
            ("Province d'Ifrane ⵜⴰⵙⴳⴰ ⵏ ⵉⴼⵔⴰⵏ إقليم إفران", "MA", "Ifrane Province"),
            ("Prefecture of Salé", "MA", "Salé Prefecture"), ("Settat Province", "MA", "Settat Province"),
            ("Provincia del Tamarugal", "CL", "Tamarugal Province"), ("Provincia", "CL", "Provincia"),
            ("Arrondissement de l’Arcahaie", "HT", "Arcahaie Arrondissement"),
            ("Arrondissement Limbé", "HT", "Limbé Arrondissement"), ("El Viejo (Municipio)", "NI", "El Viejo"),
            ("Municipio Telica", "NI", "Telica"), ("XII. kerület", "HU", "District XII"),
            ("Krems(Land)", "AT", "Krems-Land"), ("Okres Trebišov", "SK", "Trebišov District"),
        ])
    func kinds(source: String, country: String, expected: String) {
        #expect(name(source, country) == expected)
    }

    @Test(
        "names that somebody has decided are as they were decided, in their country alone",
        arguments: [
            ("Henegouwen", "BE", "Hainaut"), ("Henegouwen", "NL", "Henegouwen"), ("大埤鄉 (Dapi)", "TW", "Dapi"),
            ("苗栗市", "TW", "Miaoli"), ("Tauragės rajono savivaldybė", "LT", "Tauragė District Municipality"),
            ("Palmas, Las", "ES", "Las Palmas"),
        ])
    func decisions(source: String, country: String, expected: String) {
        #expect(name(source, country) == expected)
    }

    @Test("a county that is called after a city in it has the city's English name; others keep what the country writes")
    func towns() {
        let towns = [Self.town("Sevilla", "Seville"), Self.town("Écija")]
        #expect(name("Sevilla", "ES", towns) == "Seville")
        #expect(name("Écija", "ES", towns) == "Écija")
        // Only translations, and only where somebody has looked at them.
        #expect(name("Biel", "CH", [Self.town("Biel", "Biel/Bienne")]) == "Biel")
        #expect(name("Łódź", "PL", [Self.town("Łódź", "Lodz")]) == "Łódź")
        #expect(name("Corregidora", "MX", [Self.town("Corregidora", "El Pueblito")]) == "Corregidora")
        #expect(name("Wien(Stadt)", "AT", [Self.town("Wien", "Vienna")]) == "Vienna")
        #expect(name("powiat oleski", "PL", [Self.town("Olesno")]) == "powiat oleski")
    }

    @Test(
        "Indonesian directions and landforms are English, and a city is told from the regency of its name",
        arguments: [
            ("Kota Jakarta Selatan", "South Jakarta"), ("Kota Bandung", "Bandung City"), ("Bandung", "Bandung"),
            ("Bandung Barat", "West Bandung"), ("Aceh Barat Daya", "Southwest Aceh"),
            ("Timor Tengah Selatan", "South Central Timor"), ("Seram Bagian Timur", "East Seram"),
            ("Kepulauan Aru", "Aru Islands"), ("Konawe Kepulauan", "Konawe Islands"), ("Kota Baru", "Kota Baru"),
            ("Kotawaringin Barat", "West Kotawaringin"), ("Kota Tidore Kepulauan", "Tidore Islands City"),
            ("Pulau Morotai", "Morotai Island"), ("Banggai Laut", "Banggai Laut"),
        ])
    func indonesian(source: String, expected: String) {
        #expect(name(source, "ID") == expected)
    }

    @Test(
        "Russian names are romanized as English texts do it",
        arguments: [
            ("Щёкинский район", "Shchyokinsky District"), ("Эхирит-Булагатский район", "Ekhirit-Bulagatsky District"),
            ("Кызылский кожуун", "Kyzylsky Kozhuun"), ("городской округ Канск", "Kansk Urban Okrug"),
            ("Ангарский городской округ", "Angarsky Urban Okrug"),
            ("Артёмовский городской окру", "Artyomovsky Urban Okrug"),
            ("Зиминское городское муници", "Ziminskoye Urban Okrug"), ("ЗАТО Североморск", "Severomorsk"),
            ("Алексеевский район и город", "Alekseyevsky District"),
            ("Александровск-Сахалинский", "Aleksandrovsk-Sakhalinsky"),
            ("городской округ Кедровый", "Kedrovy Urban Okrug"), ("Kosh-Agachsky Rayon", "Kosh-Agachsky Rayon"),
        ])
    func russian(source: String, expected: String) {
        #expect(name(source, "RU") == expected)
    }

    @Test("a Russian name that the source has cut is that of a town in the county, without the signs of other systems")
    func cut() {
        let towns = ["Moskva", "Ust’-Ilimsk", "Pokhvistnevo"].map { Self.town("?", $0) }
        #expect(name("городской округ Усть-Илимс", "RU", towns) == "Ust-Ilimsk Urban Okrug")
        #expect(name("городской округ Похвистнев", "RU", towns) == "Pokhvistnevo Urban Okrug")
        #expect(name("городской округ Махнёвское", "RU", towns) == "Makhnyovskoye Urban Okrug")
        // A whole name is no town's that begins like it.
        #expect(name("городской округ Бор", "RU", [Self.town("?", "Borisovo")]) == "Bor Urban Okrug")
    }
}
