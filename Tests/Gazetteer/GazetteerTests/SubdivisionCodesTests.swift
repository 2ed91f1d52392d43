import FoundationEssentials
import Testing

@testable import GazetteerBuilding

/// ISO 3166-2 codes by the names of states.
@Suite("Subdivision codes")
struct SubdivisionCodesTests {
    private func codes(
        _ names: [(String, String?)], _ list: [(String, String, String?)], english: [String: String] = [:]
    ) -> [String: String] {
        let resolver = SubdivisionCodes(
            list.map { SubdivisionCodes.Subdivision(code: $0, name: $1, parent: $2) },
            catalogues: english.isEmpty ? [] : [("en", english)])
        let states = Set(names.map { SubdivisionCodes.State(country: "XX", name: $0, admin1Code: $1) })
        return Dictionary(uniqueKeysWithValues: resolver.codes(for: states).map { ($0.key.name, $0.value) })
    }

    @Test("a name is found with other accents, other words for its kind, and in another order")
    func spellings() {
        let list =
            [
                ("XX-1", "Łódzkie", nil), ("XX-2", "Asturias, Principado de", nil), ("XX-3", "Mahārāshtra", nil),
                ("XX-4", "Catalunya [Cataluña]", nil), ("XX-5", "Beijing Shi", nil),
            ] as [(String, String, String?)]
        let names = ["Lodzkie", "Asturias", "Maharashtra", "Cataluna", "Beijing", "Atlantis"]
        #expect(
            codes(names.map { ($0, nil) }, list) == [
                "Lodzkie": "XX-1", "Asturias": "XX-2", "Maharashtra": "XX-3", "Cataluna": "XX-4", "Beijing": "XX-5",
            ])
    }

    @Test("a region is preferred to a part of a region, and a translation is good enough")
    func levels() {
        let list =
            [("XX-A", "Limburg", "XX-B"), ("XX-B", "Limburg", nil), ("XX-C", "Bayern", nil)]
            as [(String, String, String?)]
        #expect(
            codes([("Limburg", nil), ("Bavaria", nil)], list, english: ["Bayern": "Bavaria"])
                == ["Limburg": "XX-B", "Bavaria": "XX-C"])
    }

    @Test("what could be two is none, and a city keeps its code from its province")
    func ambiguity() {
        let list =
            [("XX-1", "Sofia", nil), ("XX-2", "Sofia", nil), ("XX-3", "Kursk", nil)] as [(String, String, String?)]
        #expect(codes([("Sofia", nil)], list).isEmpty)
        #expect(codes([("Kursk", nil), ("Kursk Oblast", nil)], list) == ["Kursk": "XX-3"])
        #expect(codes([("Kursk Oblast", nil)], list) == ["Kursk Oblast": "XX-3"])
        #expect(codes([("Kursk Oblast", nil), ("Kursk Province", nil)], list).isEmpty)
    }

    @Test("codes of GeoNames that are those of ISO tell the states whose names do not")
    func convention() {
        let list =
            [("XX-A", "Alpha", nil), ("XX-B", "Beta", nil), ("XX-C", "Gamma", nil), ("XX-D", "Delta", nil)]
            as [(String, String, String?)]
        let names = [("Alpha", "A"), ("Beta", "B"), ("Gamma", "C"), ("Fourth", "D")] as [(String, String?)]
        #expect(codes(names, list)["Fourth"] == "XX-D")
        #expect(codes(names + [("Fifth", "E")], list)["Fifth"] == nil, "a code that ISO does not have")
        #expect(codes([("Alpha", "B"), ("Beta", "A"), ("Gamma", "C"), ("Fourth", "D")], list)["Fourth"] == nil)
    }

    @Test(
        "a state without a name is called like its largest place, where a subdivision is, and `City` where the name is taken"
    )
    func unnamedStates() {
        let resolver = SubdivisionCodes(
            [("BY-HM", "Horad Minsk"), ("BY-MI", "Minsk"), ("BY-X", "Else"), ("SG-1", "Woodlands")].map {
                SubdivisionCodes.Subdivision(code: $0, name: $1, parent: nil)
            }, catalogues: [("en", ["Horad Minsk": "Minsk"])])
        func city(_ name: String, _ admin1: String, _ population: Int, _ country: String = "BY") -> PlaceSources.City {
            PlaceSources.City(
                geonameid: 1, name: name, latitude: 0, longitude: 0, countrycode: country, admin1code: admin1,
                population: population)
        }
        let cities = [
            city("Minsk", "04", 900), city("Suburb", "04", 5), city("Barysaw", "05", 90), city("Else", "05", 10),
            city("Nowhere", "06", 10), city("Else", "", 10), city("Woodlands", "1", 10, "SG"), city("Else", "07", 10),
        ]
        let states = [nil, nil, "Minsk", nil, nil, nil, nil, nil] as [String?]
        let names = UnnamedStates(cities, states: states, subdivisions: resolver).names
        #expect(names == [0: "Minsk City", 1: "Minsk City", 7: "Else"])
    }

    @Test("every exonym is of a subdivision that there is")
    func exonyms() throws {
        struct List: Decodable {
            var subdivisions: [SubdivisionCodes.Subdivision]
            private enum CodingKeys: String, CodingKey { case subdivisions = "3166-2" }
        }
        let list = try JSONSource.read(List.self, from: "\(RealSources.path)/iso3166-2.json").subdivisions
        #expect(Set(SubdivisionCodes.exonyms.keys).subtracting(list.map(\.code)) == [])
    }

    @Test("the states of large countries have the codes that people know")
    func known() throws {
        let resolver = try SubdivisionCodes(directory: RealSources.path)
        for (country, pairs) in Self.known {
            let expected = Dictionary(
                uniqueKeysWithValues: pairs.split(separator: ";").map { pair in
                    let parts = pair.split(separator: "=")
                    let name = parts[0].drop { $0.isWhitespace }
                    return (
                        SubdivisionCodes.State(country: country, name: String(name), admin1Code: nil),
                        "\(country)-\(parts[1].prefix { !$0.isWhitespace })"
                    )
                })
            #expect(resolver.codes(for: Set(expected.keys)) == expected)
        }
    }

    /// As GeoNames spells the states.
    private static let known = [
        (
            "AU",
            """
            Australian Capital Territory=ACT; New South Wales=NSW; Northern Territory=NT; Queensland=QLD; \
            South Australia=SA; Tasmania=TAS; Victoria=VIC; Western Australia=WA
            """
        ),
        (
            "BR",
            """
            Acre=AC; Alagoas=AL; Amapá=AP; Amazonas=AM; Bahia=BA; Ceará=CE; Espírito Santo=ES; Federal District=DF; \
            Goiás=GO; Maranhão=MA; Mato Grosso=MT; Mato Grosso do Sul=MS; Minas Gerais=MG; Paraná=PR; Paraíba=PB; \
            Pará=PA; Pernambuco=PE; Piauí=PI; Rio Grande do Norte=RN; Rio Grande do Sul=RS; Rio de Janeiro=RJ; \
            Rondônia=RO; Roraima=RR; Santa Catarina=SC; Sergipe=SE; São Paulo=SP; Tocantins=TO
            """
        ),
        (
            "CA",
            """
            Alberta=AB; British Columbia=BC; Manitoba=MB; New Brunswick=NB; Newfoundland and Labrador=NL; \
            Northwest Territories=NT; Nova Scotia=NS; Nunavut=NU; Ontario=ON; Prince Edward Island=PE; Quebec=QC; \
            Saskatchewan=SK; Yukon=YT
            """
        ),
        (
            "CH",
            """
            Aargau=AG; Appenzell Ausserrhoden=AR; Appenzell Innerrhoden=AI; Basel-City=BS; Basel-Landschaft=BL; \
            Bern=BE; Fribourg=FR; Geneva=GE; Glarus=GL; Grisons=GR; Jura=JU; Lucerne=LU; Neuchâtel=NE; Nidwalden=NW; \
            Obwalden=OW; Saint Gallen=SG; Schaffhausen=SH; Schwyz=SZ; Solothurn=SO; Thurgau=TG; Ticino=TI; Uri=UR; \
            Valais=VS; Vaud=VD; Zug=ZG; Zurich=ZH
            """
        ),
        (
            "DE",
            """
            Baden-Wurttemberg=BW; Bavaria=BY; Brandenburg=BB; City state Bremen=HB; Hamburg=HH; Hesse=HE; \
            Lower Saxony=NI; Mecklenburg-Vorpommern=MV; North Rhine-Westphalia=NW; Rheinland-Pfalz=RP; Saarland=SL; \
            Saxony=SN; Saxony-Anhalt=ST; Schleswig-Holstein=SH; State of Berlin=BE; Thuringia=TH
            """
        ),
        (
            "ES",
            """
            Andalusia=AN; Aragon=AR; Asturias=AS; Balearic Islands=IB; Basque Country=PV; Canary Islands=CN; \
            Cantabria=CB; Castille and León=CL; Castille-La Mancha=CM; Catalonia=CT; Ceuta=CE; Extremadura=EX; \
            Galicia=GA; La Rioja=RI; Madrid=MD; Melilla=ML; Murcia=MC; Navarre=NC; Valencia=VC
            """
        ),
        (
            "FR",
            """
            Auvergne-Rhône-Alpes=ARA; Bourgogne-Franche-Comté=BFC; Brittany=BRE; Centre=CVL; Corsica=20R; \
            Grand Est=GES; Hauts-de-France=HDF; Normandy=NOR; Nouvelle-Aquitaine=NAQ; Occitanie=OCC; \
            Pays de la Loire=PDL; Provence-Alpes-Côte d'Azur=PAC; Île-de-France=IDF
            """
        ),
        (
            "GB",
            """
            England=ENG; Northern Ireland=NIR; Scotland=SCT; Wales=WLS
            """
        ),
        (
            "IN",
            """
            Andaman and Nicobar=AN; Andhra Pradesh=AP; Arunachal Pradesh=AR; Assam=AS; Bihar=BR; Chandigarh=CH; \
            Chhattisgarh=CG; Dadra and Nagar Haveli and Daman and Diu=DH; Delhi=DL; Goa=GA; Gujarat=GJ; Haryana=HR; \
            Himachal Pradesh=HP; Jammu and Kashmir=JK; Jharkhand=JH; Karnataka=KA; Kerala=KL; Laccadives=LD; \
            Ladakh=LA; Madhya Pradesh=MP; Maharashtra=MH; Manipur=MN; Meghalaya=ML; Mizoram=MZ; Nagaland=NL; \
            Odisha=OD; Puducherry=PY; Punjab=PB; Rajasthan=RJ; Sikkim=SK; Tamil Nadu=TN; Telangana=TS; Tripura=TR; \
            Uttar Pradesh=UP; Uttarakhand=UK; West Bengal=WB
            """
        ),
        (
            "IT",
            """
            Abruzzo=65; Aosta Valley=23; Apulia=75; Basilicate=77; Calabria=78; Campania=72; Emilia-Romagna=45; \
            Friuli Venezia Giulia=36; Lazio=62; Liguria=42; Lombardy=25; Molise=67; Piedmont=21; Sardinia=88; \
            Sicily=82; The Marches=57; Trentino-Alto Adige=32; Tuscany=52; Umbria=55; Veneto=34
            """
        ),
        (
            "JP",
            """
            Aichi=23; Akita=05; Aomori=02; Chiba=12; Ehime=38; Fukui=18; Fukuoka=40; Fukushima=07; Gifu=21; \
            Gunma=10; Hiroshima=34; Hokkaido=01; Hyōgo=28; Ibaraki=08; Ishikawa=17; Iwate=03; Kagawa=37; \
            Kagoshima=46; Kanagawa=14; Kochi=39; Kumamoto=43; Kyoto=26; Mie=24; Miyagi=04; Miyazaki=45; Nagano=20; \
            Nagasaki=42; Nara=29; Niigata=15; Oita=44; Okayama=33; Okinawa=47; Osaka=27; Saga=41; Saitama=11; \
            Shiga=25; Shimane=32; Shizuoka=22; Tochigi=09; Tokushima=36; Tokyo=13; Tottori=31; Toyama=16; \
            Wakayama=30; Yamagata=06; Yamaguchi=35; Yamanashi=19
            """
        ),
        (
            "US",
            """
            Alabama=AL; Alaska=AK; Arizona=AZ; Arkansas=AR; California=CA; Colorado=CO; Connecticut=CT; Delaware=DE; \
            District of Columbia=DC; Florida=FL; Georgia=GA; Hawaii=HI; Idaho=ID; Illinois=IL; Indiana=IN; Iowa=IA; \
            Kansas=KS; Kentucky=KY; Louisiana=LA; Maine=ME; Maryland=MD; Massachusetts=MA; Michigan=MI; \
            Minnesota=MN; Mississippi=MS; Missouri=MO; Montana=MT; Nebraska=NE; Nevada=NV; New Hampshire=NH; \
            New Jersey=NJ; New Mexico=NM; New York=NY; North Carolina=NC; North Dakota=ND; Ohio=OH; Oklahoma=OK; \
            Oregon=OR; Pennsylvania=PA; Rhode Island=RI; South Carolina=SC; South Dakota=SD; Tennessee=TN; Texas=TX; \
            Utah=UT; Vermont=VT; Virginia=VA; Washington=WA; West Virginia=WV; Wisconsin=WI; Wyoming=WY
            """
        ),
    ]
}
