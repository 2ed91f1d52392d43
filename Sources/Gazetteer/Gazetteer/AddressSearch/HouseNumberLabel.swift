/// The number of a house as it is stored, held against one that somebody types.
enum HouseNumberLabel {
    /// How a label answers to a number.
    enum Likeness { case equal, partial }

    /// `12a` is `12 A`. `12-14` is also 12, 13 and 14, `1 & 3` also 1, and `1234/5`, a number in the village and one in the
    /// street, either of them. Nil for another house.
    static func likeness(_ label: String, to number: FoldedName) -> Likeness? {
        let wanted = key(number)
        if key(FoldedName(label)) == wanted { return .equal }
        let pieces = label.split { "/&+,;".contains($0) }
        if pieces.count > 1, pieces.contains(where: { key(FoldedName($0)) == wanted }) { return .partial }
        guard let plain = digits(number.scalars) else { return nil }
        let isInside = pieces.contains { piece in
            let ends = piece.split { "-–".contains($0) }.map { digits(FoldedName($0).scalars) }
            guard ends.count == 2, let first = ends[0], let last = ends[1], first < last else { return false }
            return (first...last).contains(plain)
        }
        return isInside ? .partial : nil
    }

    /// `3 a` and `3a` are the same house, `1 21` and `12 1` are not.
    private static func key(_ number: FoldedName) -> [Unicode.Scalar] {
        let scalars = number.scalars
        return scalars.indices.filter { index in
            scalars[index] != " " || index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
        }.map { scalars[$0] }
    }

    private static func digits(_ scalars: [Unicode.Scalar]) -> Int? {
        scalars.allSatisfy { ("0"..."9").contains($0) } ? Int(String(String.UnicodeScalarView(scalars))) : nil
    }
}
