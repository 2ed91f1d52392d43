import Gazetteer
import PlacemarkModel
import VectorTiles

/// The rivers of Natural Earth, 1:10,000,000, and the ways through lakes that join them: `rivers.shp` and `rivers.dbf`.
struct RiverSource {
    struct River {
        var lines: [[TilePoint]]
        /// Empty for a way through a lake, whose name the lake has.
        var name: String
        /// Natural Earth's rank, 0 (the greatest) to 10: about the zoom at which a map has room for it.
        var rank: Int
    }

    let rivers: [River]

    init(directory: String) throws(SourceError) {
        let table = try DBFTable(path: "\(directory)/rivers.dbf")
        let shapes = try Shapefile.lines(path: "\(directory)/rivers.shp")
        guard table.count == shapes.count else {
            throw .malformed(
                path: "\(directory)/rivers.dbf", reason: "expected \(shapes.count) records, not \(table.count)")
        }
        let (names, ranks) = (try table.column("name", isLatin1Allowed: true), try table.column("scalerank"))
        let classes = try table.column("featurecla")
        var rivers: [River] = []
        for (index, lines) in shapes.enumerated() {
            guard let rank = Double(ranks[index]), (0...12).contains(rank) else {
                throw .badRecord(
                    path: "\(directory)/rivers.dbf", record: "\(index + 1)", expected: "a number as scalerank")
            }
            let isRiver = classes[index] == "River"
            rivers.append(
                River(
                    lines: lines.map { $0.map { MapPlane.point(Coordinate($0)) } },
                    name: isRiver ? RiverNames.name(names[index]) : "", rank: Int(rank)))
        }
        self.rivers = rivers
    }
}

/// Names of rivers whose letters outside of ASCII the source has lost: some are question marks there, others are gone, and
/// a few names have slips of the pen.
enum RiverNames {
    /// The name as people know it; empty when it is not known which letters are lacking.
    static func name(_ text: String) -> String {
        let name = text.split(separator: " ").joined(separator: " ")
        return corrected[name] ?? (name.contains("?") ? "" : name)
    }

    private static let corrected = [
        "S?o Francisco": "São Francisco", "Parana?ba": "Paranaíba", "Carcara??": "Carcarañá", "B?nou?": "Bénoué",
        "Neuqu?n": "Neuquén", "S?n?gal": "Sénégal", "God?vari": "Godavari", "Mara??n": "Marañón",
        "Caquet?": "Caquetá", "B?o-B?o": "Biobío", "Tapaj?s": "Tapajós", "Japur?": "Japurá", "Dal?lven": "Dalälven",
        "Ob?": "Ob", "Pur?s": "Purús", "Anadyr?": "Anadyr", "Olen?k": "Olenyok", "Tom?": "Tom", "Guapor?": "Guaporé",
        "Ou?m?": "Ouémé", "Komo?": "Comoé", "Caron?": "Caroní", "Juru?": "Juruá", "Parna?ba": "Parnaíba",
        "Gh?ghara": "Ghaghara", "Kiz?lirmak": "Kızılırmak", "Guain?a": "Guainía", "Ogoou?": "Ogooué",
        "Tiet?": "Tietê", "Thj?rs?": "Þjórsá", "Copiap?": "Copiapó", "Argun? (Ergun)": "Argun", "Mamor?": "Mamoré",
        "Indals?lven": "Indalsälven", "Paran?": "Paraná", "Juta?": "Jutaí", "Aripuan?": "Aripuanã",
        "Rhne": "Rhône", "Sane": "Saône", "Gta lv": "Göta älv", "Glomma (Glma)": "Glomma", "Lule lv": "Luleälven",
        "Stora Lule lv": "Stora Luleälven", "Klarlven": "Klarälven", "Skelleftelven": "Skellefteälven",
        "Tornelven": "Torneälven", "ngermanlven": "Ångermanälven", "Motala strm": "Motala ström",
        "Kokemenjoki": "Kokemäenjoki", "Pnuco": "Pánuco", "Ro Grande de Matagalpa": "Río Grande de Matagalpa",
        "Ro Grande de Santiago": "Río Grande de Santiago", "Purificacin": "Purificación", "Santa Mara": "Santa María",
        "Chirrip del Atlntico": "Chirripó del Atlántico", "Zncara": "Záncara", "Byk Menderes": "Büyük Menderes",
        "Grande Rivire de la Baleine": "Grande Rivière de la Baleine", "Strymnas (Truma)": "Strymonas",
        "Svernaya Dvina": "Northern Dvina", "Dnepre": "Dnieper", "Pivd. Buh": "Southern Bug", "Vitava": "Vltava",
        "Schelde (Steldt)": "Scheldt", "Niagra": "Niagara", "Susqehanna": "Susquehanna",
        "W. Branch Susqehanna": "W. Branch Susquehanna", "Pend Orielle": "Pend Oreille",
        "Uaup?s": "Uaupés", "Iva?": "Ivaí", "Ibicu?": "Ibicuí", "Piau?": "Piauí", "Nhamund?": "Nhamundá",
    ]
}
