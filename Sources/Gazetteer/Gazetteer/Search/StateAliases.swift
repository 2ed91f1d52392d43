/// What people call states for short, beside the names and codes of the file: `Newfoundland`, `N.L.`, `Calif.`.
enum StateAliases {
    /// The states' own names, folded as the short ones are.
    static func names(for alias: FoldedName) -> [FoldedName] { table[alias] ?? [] }

    /// The name of what is called a state or province behind it: `Washington State`. Nil for all other names.
    static func withoutKind(_ name: FoldedName) -> FoldedName? {
        let words = name.words
        guard words.count > 1, let last = words.last,
            ["state", "province"].contains(String(String.UnicodeScalarView(last)))
        else { return nil }
        return FoldedName(joining: words.dropLast())
    }

    /// Those of Canada, of Mexico, and of the United States before they had two letters.
    private static let table: [FoldedName: [FoldedName]] = Dictionary(
        """
        Newfoundland=Newfoundland and Labrador|Labrador=Newfoundland and Labrador|Nfld=Newfoundland and Labrador
        P.E.I.=Prince Edward Island|Ont=Ontario|Que=Quebec|Sask=Saskatchewan|Alta=Alberta
        N.L.=Nuevo León|NL=Nuevo León|B.C.=Baja California|B.C.S.=Baja California Sur|S.L.P.=San Luis Potosí
        Q. Roo=Quintana Roo|Qroo=Quintana Roo|Edomex=México|Edo. Mex.=México|Edo. de Méx.=México|Ags=Aguascalientes
        Chis=Chiapas|Chih=Chihuahua|Coah=Coahuila|Dgo=Durango|Gto=Guanajuato|Gro=Guerrero|Hgo=Hidalgo
        Jal=Jalisco|Mich=Michoacán|Nay=Nayarit|Oax=Oaxaca|Pue=Puebla|Qro=Querétaro
        Son=Sonora|Tab=Tabasco|Tamps=Tamaulipas|Tlax=Tlaxcala|Ver=Veracruz|Yuc=Yucatán|Zac=Zacatecas
        Ala=Alabama|Ariz=Arizona|Ark=Arkansas|Calif=California|Colo=Colorado|Conn=Connecticut
        Fla=Florida|Ill=Illinois|Ind=Indiana|Kan=Kansas|Mass=Massachusetts|Mich=Michigan|Minn=Minnesota
        Miss=Mississippi|Mont=Montana|Neb=Nebraska|Nev=Nevada|Okla=Oklahoma|Ore=Oregon|Penn=Pennsylvania
        Tenn=Tennessee|Tex=Texas|Wash=Washington|Wis=Wisconsin|Wyo=Wyoming
        """.split { $0.isNewline || $0 == "|" }.compactMap { row in
            let names = row.split(separator: "=").map { FoldedName($0) }
            return names.count == 2 ? (names[0], [names[1]]) : nil
        }, uniquingKeysWith: +)
}
