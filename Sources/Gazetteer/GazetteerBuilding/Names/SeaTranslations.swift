/// The oceans, the larger seas and a few lakes in the languages that most readers have.
///
/// No package at hand has them: Natural Earth's own fields `name_de` and so on are not in those that its polygons come from,
/// and GeoNames' package names places and states only. So this is a list by hand, of names that atlases agree on; what is not
/// in it stays English.
enum SeaTranslations {
    private static let languages = ["de", "fr", "es", "it", "pt", "nl", "pl", "ru", "ja", "zh"]

    /// Each line: the English name, and those in `languages`.
    private static let table = """
        Adriatic Sea|Adria|Mer Adriatique|Mar Adriático|Mare Adriatico|Mar Adriático|Adriatische Zee|Morze Adriatyckie|Адриатическое море|アドリア海|亚得里亚海
        Aegean Sea|Ägäis|Mer Égée|Mar Egeo|Mar Egeo|Mar Egeu|Egeïsche Zee|Morze Egejskie|Эгейское море|エーゲ海|爱琴海
        Andaman Sea|Andamanensee|Mer d’Andaman|Mar de Andamán|Mare delle Andamane|Mar de Andamão|Andamanse Zee|Morze Andamańskie|Андаманское море|アンダマン海|安达曼海
        Arabian Sea|Arabisches Meer|Mer d’Arabie|Mar Arábigo|Mar Arabico|Mar Arábico|Arabische Zee|Morze Arabskie|Аравийское море|アラビア海|阿拉伯海
        Arctic Ocean|Arktischer Ozean|Océan Arctique|Océano Ártico|Mar Glaciale Artico|Oceano Ártico|Noordelijke IJszee|Ocean Arktyczny|Северный Ледовитый океан|北極海|北冰洋
        Baltic Sea|Ostsee|Mer Baltique|Mar Báltico|Mar Baltico|Mar Báltico|Oostzee|Morze Bałtyckie|Балтийское море|バルト海|波罗的海
        Barents Sea|Barentssee|Mer de Barents|Mar de Barents|Mare di Barents|Mar de Barents|Barentszzee|Morze Barentsa|Баренцево море|バレンツ海|巴伦支海
        Bay of Bengal|Golf von Bengalen|Golfe du Bengale|Golfo de Bengala|Golfo del Bengala|Golfo de Bengala|Golf van Bengalen|Zatoka Bengalska|Бенгальский залив|ベンガル湾|孟加拉湾
        Bay of Biscay|Golf von Biskaya|Golfe de Gascogne|Golfo de Vizcaya|Golfo di Biscaglia|Golfo da Biscaia|Golf van Biskaje|Zatoka Biskajska|Бискайский залив|ビスケー湾|比斯开湾
        Bering Sea|Beringmeer|Mer de Béring|Mar de Bering|Mare di Bering|Mar de Bering|Beringzee|Morze Beringa|Берингово море|ベーリング海|白令海
        Black Sea|Schwarzes Meer|Mer Noire|Mar Negro|Mar Nero|Mar Negro|Zwarte Zee|Morze Czarne|Чёрное море|黒海|黑海
        Caribbean Sea|Karibisches Meer|Mer des Caraïbes|Mar Caribe|Mar dei Caraibi|Mar do Caribe|Caribische Zee|Morze Karaibskie|Карибское море|カリブ海|加勒比海
        Caspian Sea|Kaspisches Meer|Mer Caspienne|Mar Caspio|Mar Caspio|Mar Cáspio|Kaspische Zee|Morze Kaspijskie|Каспийское море|カスピ海|里海
        Coral Sea|Korallenmeer|Mer de Corail|Mar del Coral|Mar dei Coralli|Mar de Coral|Koraalzee|Morze Koralowe|Коралловое море|珊瑚海|珊瑚海
        East China Sea|Ostchinesisches Meer|Mer de Chine orientale|Mar de la China Oriental|Mar Cinese Orientale|Mar da China Oriental|Oost-Chinese Zee|Morze Wschodniochińskie|Восточно-Китайское море|東シナ海|东海
        English Channel|Ärmelkanal|Manche|Canal de la Mancha|La Manica|Canal da Mancha|Het Kanaal|Kanał La Manche|Ла-Манш|イギリス海峡|英吉利海峡
        Greenland Sea|Grönlandsee|Mer du Groenland|Mar de Groenlandia|Mare di Groenlandia|Mar da Gronelândia|Groenlandzee|Morze Grenlandzkie|Гренландское море|グリーンランド海|格陵兰海
        Gulf of Aden|Golf von Aden|Golfe d’Aden|Golfo de Adén|Golfo di Aden|Golfo de Adem|Golf van Aden|Zatoka Adeńska|Аденский залив|アデン湾|亚丁湾
        Gulf of Bothnia|Bottnischer Meerbusen|Golfe de Botnie|Golfo de Botnia|Golfo di Botnia|Golfo de Bótnia|Botnische Golf|Zatoka Botnicka|Ботнический залив|ボスニア湾|波的尼亚湾
        Gulf of Finland|Finnischer Meerbusen|Golfe de Finlande|Golfo de Finlandia|Golfo di Finlandia|Golfo da Finlândia|Finse Golf|Zatoka Fińska|Финский залив|フィンランド湾|芬兰湾
        Gulf of Guinea|Golf von Guinea|Golfe de Guinée|Golfo de Guinea|Golfo di Guinea|Golfo da Guiné|Golf van Guinee|Zatoka Gwinejska|Гвинейский залив|ギニア湾|几内亚湾
        Gulf of Mexico|Golf von Mexiko|Golfe du Mexique|Golfo de México|Golfo del Messico|Golfo do México|Golf van Mexico|Zatoka Meksykańska|Мексиканский залив|メキシコ湾|墨西哥湾
        Hudson Bay|Hudson Bay|Baie d’Hudson|Bahía de Hudson|Baia di Hudson|Baía de Hudson|Hudsonbaai|Zatoka Hudsona|Гудзонов залив|ハドソン湾|哈得孙湾
        Indian Ocean|Indischer Ozean|Océan Indien|Océano Índico|Oceano Indiano|Oceano Índico|Indische Oceaan|Ocean Indyjski|Индийский океан|インド洋|印度洋
        Ionian Sea|Ionisches Meer|Mer Ionienne|Mar Jónico|Mar Ionio|Mar Jónico|Ionische Zee|Morze Jońskie|Ионическое море|イオニア海|爱奥尼亚海
        Irish Sea|Irische See|Mer d’Irlande|Mar de Irlanda|Mare d’Irlanda|Mar da Irlanda|Ierse Zee|Morze Irlandzkie|Ирландское море|アイリッシュ海|爱尔兰海
        Kara Sea|Karasee|Mer de Kara|Mar de Kara|Mare di Kara|Mar de Kara|Karazee|Morze Karskie|Карское море|カラ海|喀拉海
        Labrador Sea|Labradorsee|Mer du Labrador|Mar del Labrador|Mare del Labrador|Mar do Labrador|Labradorzee|Morze Labradorskie|море Лабрадор|ラブラドル海|拉布拉多海
        Laptev Sea|Laptewsee|Mer des Laptev|Mar de Láptev|Mare di Laptev|Mar de Laptev|Laptevzee|Morze Łaptiewów|море Лаптевых|ラプテフ海|拉普捷夫海
        Ligurian Sea|Ligurisches Meer|Mer Ligure|Mar de Liguria|Mar Ligure|Mar da Ligúria|Ligurische Zee|Morze Liguryjskie|Лигурийское море|リグリア海|利古里亚海
        Mediterranean Sea|Mittelmeer|Mer Méditerranée|Mar Mediterráneo|Mar Mediterraneo|Mar Mediterrâneo|Middellandse Zee|Morze Śródziemne|Средиземное море|地中海|地中海
        North Atlantic Ocean|Nordatlantik|Océan Atlantique Nord|Océano Atlántico Norte|Oceano Atlantico settentrionale|Oceano Atlântico Norte|Noord-Atlantische Oceaan|Północny Ocean Atlantycki|Северная Атлантика|北大西洋|北大西洋
        North Pacific Ocean|Nordpazifik|Océan Pacifique Nord|Océano Pacífico Norte|Oceano Pacifico settentrionale|Oceano Pacífico Norte|Noordelijke Grote Oceaan|Północny Ocean Spokojny|Северная часть Тихого океана|北太平洋|北太平洋
        North Sea|Nordsee|Mer du Nord|Mar del Norte|Mare del Nord|Mar do Norte|Noordzee|Morze Północne|Северное море|北海|北海
        Norwegian Sea|Europäisches Nordmeer|Mer de Norvège|Mar de Noruega|Mare di Norvegia|Mar da Noruega|Noorse Zee|Morze Norweskie|Норвежское море|ノルウェー海|挪威海
        Persian Gulf|Persischer Golf|Golfe Persique|Golfo Pérsico|Golfo Persico|Golfo Pérsico|Perzische Golf|Zatoka Perska|Персидский залив|ペルシア湾|波斯湾
        Philippine Sea|Philippinensee|Mer des Philippines|Mar de Filipinas|Mar delle Filippine|Mar das Filipinas|Filipijnenzee|Morze Filipińskie|Филиппинское море|フィリピン海|菲律宾海
        Red Sea|Rotes Meer|Mer Rouge|Mar Rojo|Mar Rosso|Mar Vermelho|Rode Zee|Morze Czerwone|Красное море|紅海|红海
        Sargasso Sea|Sargassosee|Mer des Sargasses|Mar de los Sargazos|Mar dei Sargassi|Mar dos Sargaços|Sargassozee|Morze Sargassowe|Саргассово море|サルガッソ海|马尾藻海
        Sea of Azov|Asowsches Meer|Mer d’Azov|Mar de Azov|Mare d’Azov|Mar de Azov|Zee van Azov|Morze Azowskie|Азовское море|アゾフ海|亚速海
        Sea of Japan|Japanisches Meer|Mer du Japon|Mar del Japón|Mar del Giappone|Mar do Japão|Japanse Zee|Morze Japońskie|Японское море|日本海|日本海
        Sea of Marmara|Marmarameer|Mer de Marmara|Mar de Mármara|Mar di Marmara|Mar de Mármara|Zee van Marmara|Morze Marmara|Мраморное море|マルマラ海|马尔马拉海
        Sea of Okhotsk|Ochotskisches Meer|Mer d’Okhotsk|Mar de Ojotsk|Mare di Ochotsk|Mar de Okhotsk|Zee van Ochotsk|Morze Ochockie|Охотское море|オホーツク海|鄂霍次克海
        South Atlantic Ocean|Südatlantik|Océan Atlantique Sud|Océano Atlántico Sur|Oceano Atlantico meridionale|Oceano Atlântico Sul|Zuid-Atlantische Oceaan|Południowy Ocean Atlantycki|Южная Атлантика|南大西洋|南大西洋
        South China Sea|Südchinesisches Meer|Mer de Chine méridionale|Mar de la China Meridional|Mar Cinese Meridionale|Mar da China Meridional|Zuid-Chinese Zee|Morze Południowochińskie|Южно-Китайское море|南シナ海|南海
        South Pacific Ocean|Südpazifik|Océan Pacifique Sud|Océano Pacífico Sur|Oceano Pacifico meridionale|Oceano Pacífico Sul|Zuidelijke Grote Oceaan|Południowy Ocean Spokojny|Южная часть Тихого океана|南太平洋|南太平洋
        Southern Ocean|Südlicher Ozean|Océan Austral|Océano Antártico|Oceano Antartico|Oceano Antártico|Zuidelijke Oceaan|Ocean Południowy|Южный океан|南極海|南冰洋
        Tasman Sea|Tasmansee|Mer de Tasman|Mar de Tasmania|Mar di Tasman|Mar da Tasmânia|Tasmanzee|Morze Tasmana|Тасманово море|タスマン海|塔斯曼海
        Tyrrhenian Sea|Tyrrhenisches Meer|Mer Tyrrhénienne|Mar Tirreno|Mar Tirreno|Mar Tirreno|Tyrreense Zee|Morze Tyrreńskie|Тирренское море|ティレニア海|第勒尼安海
        Wadden Sea|Wattenmeer|Mer des Wadden|Mar de Frisia|Mare dei Wadden|Mar de Wadden|Waddenzee|Morze Wattowe|Ваттовое море|ワッデン海|瓦登海
        White Sea|Weißes Meer|Mer Blanche|Mar Blanco|Mar Bianco|Mar Branco|Witte Zee|Morze Białe|Белое море|白海|白海
        Yellow Sea|Gelbes Meer|Mer Jaune|Mar Amarillo|Mar Giallo|Mar Amarelo|Gele Zee|Morze Żółte|Жёлтое море|黄海|黄海
        Lake Constance|Bodensee|Lac de Constance|Lago de Constanza|Lago di Costanza|Lago de Constança|Bodenmeer|Jezioro Bodeńskie|Боденское озеро|ボーデン湖|博登湖
        Lake Como|Comer See|Lac de Côme|Lago de Como|Lago di Como|Lago de Como|Comomeer|Como|Комо|コモ湖|科莫湖
        Lake Garda|Gardasee|Lac de Garde|Lago de Garda|Lago di Garda|Lago de Garda|Gardameer|Garda|Гарда|ガルダ湖|加尔达湖
        Lake Geneva|Genfersee|Lac Léman|Lago Lemán|Lago di Ginevra|Lago Lemano|Meer van Genève|Jezioro Genewskie|Женевское озеро|レマン湖|日内瓦湖
        Lake Baikal|Baikalsee|Lac Baïkal|Lago Baikal|Lago Bajkal|Lago Baikal|Baikalmeer|Bajkał|Байкал|バイカル湖|贝加尔湖
        Lake Victoria|Victoriasee|Lac Victoria|Lago Victoria|Lago Vittoria|Lago Vitória|Victoriameer|Jezioro Wiktorii|Озеро Виктория|ヴィクトリア湖|维多利亚湖
        """

    /// By English name, as the layer of water has it; Chinese in the simplified script.
    static let names: [String: Translations.Names] = Dictionary(
        uniqueKeysWithValues: table.split(separator: "\n").map { line in
            let fields = line.split(separator: "|").map(String.init)
            precondition(fields.count == languages.count + 1, "a name is missing: \(line)")
            return (fields[0], Dictionary(uniqueKeysWithValues: zip(languages, fields.dropFirst())))
        })
}
