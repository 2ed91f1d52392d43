/// Which house number a position along one side of a street has, when no house with a number is there.
///
/// The nearest known number on the same side counts, and between two known ones of the same parity what their distances
/// suggest: Dutch and American streets, and most others, go on by two on each side. Never across parity, and never beyond the
/// last known number.
enum HouseNumberRule {
    /// A known number on the position's side of the street.
    struct Known: Hashable {
        /// 0 for one that does not begin with digits.
        var number: Int
        /// Metres along the middle of the street.
        var along: Double
        /// Whether it stands beyond the piece of street that is at hand, so that only its number is known.
        var isBeyond = false
    }

    enum Answer: Hashable {
        /// The known number with this index.
        case known(Int)
        case calculated(Int)
    }

    /// - Parameter along: Of the position, in metres.
    static func number(at along: Double, between known: [Known]) -> Answer? {
        var (lower, upper): (Int?, Int?)
        for (index, house) in known.enumerated() {
            if house.along <= along, lower.map({ known[$0].along < house.along }) ?? true { lower = index }
            if house.along >= along, upper.map({ known[$0].along > house.along }) ?? true { upper = index }
        }
        if let lower, let upper, let answer = calculated(at: along, from: lower, to: upper, known) { return answer }
        let nearest = [lower, upper].compactMap { $0 }.filter { !known[$0].isBeyond }
            .min { abs(known[$0].along - along) < abs(known[$1].along - along) }
        guard let nearest, abs(known[nearest].along - along) <= StreetReach.alongStreetInMeters else { return nil }
        return .known(nearest)
    }

    /// Nil when nothing can be calculated between the two.
    private static func calculated(at along: Double, from lower: Int, to upper: Int, _ known: [Known]) -> Answer? {
        let (a, b) = (known[lower], known[upper])
        let gap = b.along - a.along
        guard a.number > 0, b.number > 0, (a.number - b.number) % 2 == 0, gap > 0,
            gap <= StreetReach.betweenNumbersInMeters
        else { return nil }
        let steps = (b.number - a.number) / 2
        let step = Int((Double(steps) * (along - a.along) / gap).rounded())
        let (end, isEnd) = step == 0 ? (lower, true) : (upper, step == steps)
        guard isEnd else { return .calculated(a.number + 2 * step) }
        return known[end].isBeyond ? nil : .known(end)
    }
}
