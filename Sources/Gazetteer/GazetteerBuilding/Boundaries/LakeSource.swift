/// The named lakes and reservoirs of Natural Earth, 1:10,000,000: `lakes.shp` and `lakes.dbf`.
///
/// The file also has the oceans and the lakes without a name. Its names have lost all letters outside of ASCII; those
/// that are known to have lost some are put right (`LakeNames`).
enum LakeSource {
    /// In the order of the file. A lake can come in several boundaries of the same name.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        let table = try DBFTable(path: "\(directory)/lakes.dbf")
        let polygons = try Shapefile.polygons(path: "\(directory)/lakes.shp")
        guard table.count == polygons.count else {
            throw .malformed(
                path: "\(directory)/lakes.dbf", reason: "expected \(polygons.count) records, not \(table.count)")
        }
        let (names, classes) = (try table.column("name"), try table.column("featurec_2"))
        return zip(polygons, zip(names, classes)).compactMap { rings, texts in
            let (name, kind) = texts
            // Oceans have no class of inland water.
            guard !name.isEmpty, !kind.isEmpty, !rings.isEmpty else { return nil }
            return SourceBoundary(water: rings, name: LakeNames.corrected[name] ?? name)
        }
    }
}

/// Names of lakes whose letters outside of ASCII the source has lost, and what they are.
enum LakeNames {
    static let corrected = [
        "Pjrvi": "Pyaozero", "Lac--l'Eau-Claire": "Lac à l'Eau Claire", "Lac le--la-Crosse": "Lac Île-à-la-Crosse",
        "Laguna Chil": "Laguna Chila", "Lake Pltipi": "Lake Plétipi", "Lake Clare": "Lake Claire",
        "Vnern": "Vänern", "Vttern": "Vättern", "Mlaren": "Mälaren", "Hjlmaren": "Hjälmaren", "Storsjn": "Storsjön",
        "snen": "Åsnen", "Tornetrsk": "Torneträsk", "Snsavatnet": "Snåsavatnet", "Rssvatnet": "Røssvatnet",
        "Yeren": "Øyeren", "Khvsgl Nuur": "Khövsgöl Nuur", "Hh Nuur": "Höh Nuur", "Pijnne": "Päijänne",
        "Inarijrvi": "Inarijärvi", "Pyhjrvi": "Pyhäjärvi", "Vrtsjrv": "Võrtsjärv", "Oulujarvi": "Oulujärvi",
        "Kemijarvi": "Kemijärvi", "Lokan Tekojarvi": "Lokan tekojärvi", "Siletitengiz Kli": "Siletitengiz Köli",
        "Qyzylqaq Kli": "Qyzylqaq Köli", "Zhalauly Kli": "Zhalauly Köli", "Shreksor Kli": "Shüreksor Köli",
        "Qarasor Kli": "Qarasor Köli", "Qiyakty Kli": "Qiyakty Köli", "Kerey Kli": "Kerey Köli",
        "Qozhakl": "Qozhaköl", "Saryqopa Kli": "Saryqopa Köli", "Shaghalalytengiz Kli": "Shaghalalytengiz Köli",
        "Zharman Kli": "Zharman Köli", "Iken Aqsuat Kli": "Iken Aqsuat Köli", "Koybaghar Kli": "Koybaghar Köli",
        "Imantau Kli": "Imantau Köli", "Qalybek Kli": "Qalybek Köli", "Kishi Qaraoy Kli": "Kishi Qaraoy Köli",
        "Sarygamysh Kli": "Sarygamysh Köli", "Tengiz Kli": "Tengiz Köli", "Qusmuryn Kli": "Qusmuryn Köli",
        "Qypshaq Kli": "Qypshaq Köli", "Ysyk Kl": "Ysyk-Köl", "Sasyqkl": "Sasyqköl", "Marqakl": "Marqaköl",
        "Shardara Bgeni": "Shardara Bögeni",
        "Qapshaghay Bgeni": "Qapshaghay Bögeni", "Ozero Chrnoye": "Ozero Chërnoye",
        "Ozero Bolshoy Olr": "Ozero Bolshoy Olër",
        "Ozero Chrtovo": "Ozero Chërtovo", "Lake Sevana": "Lake Sevan", "Reg Nuur": "Örög Nuur",
        "Lake Dbo": "Lake Débo", "Lago San Martn": "Lago San Martín", "Lago Colhu Huapi": "Lago Colhué Huapi",
        "Lago Nahuel Huap": "Lago Nahuel Huapí", "Lago Conceptin": "Laguna Concepción", "Lac Onangu": "Lac Onangué",
        "Mritz": "Müritz", "Laguna Iber": "Laguna Iberá", "Ngangz Co": "Ngangzê Co",
        "Mingevir Reservoir": "Mingəçevir Reservoir", "Tiete": "Tietê",
        "Presa Miguel Aleman": "Presa Miguel Alemán", "Rservoir de La Grande 2": "Réservoir de La Grande 2",
        "Rservoir de La Grande 3": "Réservoir de La Grande 3", "Rservoir Manicouagan": "Réservoir Manicouagan",
        "Rservoir Gouin": "Réservoir Gouin", "Rservoir Baskatong": "Réservoir Baskatong",
        "Rservoir Pipmuacan": "Réservoir Pipmuacan", "Rservoir de Caniapiscau": "Réservoir de Caniapiscau",
        "Rservoir Outardes Quatre": "Réservoir Outardes Quatre", "Ataturk Barajt": "Atatürk Barajı",
        "Keban Baraji": "Keban Barajı", "Presa Nezahualcyotl": "Presa Nezahualcóyotl",
        "Presa Manuel vila Camacho": "Presa Manuel Ávila Camacho", "Presa Marte R. Gomez": "Presa Marte R. Gómez",
        "Presa Alvaro Obregon": "Presa Álvaro Obregón", "Represa de Tucuru": "Represa de Tucuruí",
        "Represa Itaipu": "Represa Itaipú", "Represa Tres Marias": "Represa Três Marias",
        "Repressa de Jupia": "Represa de Jupiá", "Represa de So Simo": "Represa de São Simão",
        "Represa Itarare": "Represa Itararé", "Embalse de Entrepeas": "Embalse de Entrepeñas",
        "Embalse de Garcia  de Sola": "Embalse de García de Sola", "Embalse de  Cara": "Embalse de Cíjara",
        "Embalse de Gurico": "Embalse de Guárico", "Embalse de Buenda": "Embalse de Buendía",
        "Camatague": "Embalse de Camatagua", "Etang Saumtre": "Étang Saumâtre", "Lago Poop": "Lago Poopó",
        "Lago Gatun": "Lago Gatún", "Zalew Wislany": "Zalew Wiślany",
        "Jezioro Dabie": "Jezioro Dąbie", "Lago de  Erepecu": "Lago de Erepecu", "Lake Il'Men'": "Lake Ilmen",
        "Pskoyskoye Ozero": "Pskovskoye Ozero", "Egridir": "Eğirdir Gölü", "Beysehir": "Beyşehir Gölü",
        "Kiyevskoye": "Kyiv Reservoir", "Lake Tuz": "Tuz Gölü",
    ]
}
