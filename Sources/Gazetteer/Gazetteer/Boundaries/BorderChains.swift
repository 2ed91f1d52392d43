/// The borders of a cell one after the other, so that many begin where the one before them ends: a block stores the vertex
/// between them once.
///
/// A look-up does not ask in which direction a border runs, nor in which order they are.
struct BorderChains {
    /// The same borders, some of them turned round.
    private(set) var borders: [Border] = []

    private let given: [Border]
    private var isTaken: [Bool]
    /// By number, where each border begins and ends.
    private var bordersAt: [GridPoint: [Int]] = [:]
    /// How many ends at a point no chain has taken yet.
    private var openEndCount: [GridPoint: Int] = [:]

    init(_ borders: [Border]) {
        given = borders
        isTaken = Array(repeating: false, count: borders.count)
        for (number, border) in borders.enumerated() {
            for end in border.ends { bordersAt[end, default: []].append(number) }
        }
        openEndCount = bordersAt.mapValues(\.count)
        // A chain begins or ends where an odd number of borders meet: with these as beginnings there are few chains.
        for end in borders.flatMap(\.ends) where openEndCount[end, default: 0] % 2 == 1 { follow(from: end) }
        for border in borders { follow(from: border.points[0]) }
    }

    private mutating func follow(from start: GridPoint) {
        var end = start
        while let number = bordersAt[end]?.first(where: { !isTaken[$0] }) {
            isTaken[number] = true
            var border = given[number]
            for point in border.ends { openEndCount[point, default: 0] -= 1 }
            if border.points[0] != end { border.points.reverse() }
            end = border.points[border.points.count - 1]
            borders.append(border)
        }
    }
}

extension Border {
    fileprivate var ends: [GridPoint] { [points[0], points[points.count - 1]] }
}
