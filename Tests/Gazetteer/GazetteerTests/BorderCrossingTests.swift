import Testing

@testable import Gazetteer

@Suite("Border crossings")
struct BorderCrossingTests {
    /// Coordinates are spread apart so far that "a little east" and "very little north" are whole numbers, which no
    /// edge between corners of the small board can meet by chance.
    private static let (spread, east, north) = (10_000, 100, 1)

    /// Whether the way from the position west to the corner's meridian and south along it crosses an edge an odd number of
    /// times, by the definition: nothing coincides, so both ends of what crosses lie on different sides.
    private static func crosses(
        _ position: (x: Int, y: Int), _ corner: (x: Int, y: Int), _ a: (x: Int, y: Int), _ b: (x: Int, y: Int)
    ) -> Bool {
        func moved(_ point: (x: Int, y: Int)) -> (x: Int, y: Int) {
            (point.x * spread + east, point.y * spread + north)
        }
        let (start, end) = (moved(position), moved(corner))
        let turn = (x: end.x, y: start.y)
        let (from, to) = ((x: a.x * spread, y: a.y * spread), (x: b.x * spread, y: b.y * spread))
        func side(_ p: (x: Int, y: Int), _ q: (x: Int, y: Int), _ r: (x: Int, y: Int)) -> Int {
            ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)).signum()
        }
        func meets(_ p: (x: Int, y: Int), _ q: (x: Int, y: Int)) -> Bool {
            guard p != q else { return false }
            return side(p, q, from) * side(p, q, to) < 0 && side(from, to, p) * side(from, to, q) < 0
        }
        return meets(start, turn) != meets(turn, end)
    }

    @Test(
        "every edge of a small board, also through the position, the corner and its meridian, counts as the definition says"
    )
    func smallBoard() {
        let corner = (x: 2, y: 2)
        var (odd, wrong) = (0, 0)
        for position in (0..<9).map({ (x: 2 + $0 % 3, y: 2 + $0 / 3) }) {
            let crossing = BorderCrossing(x: position.x, y: position.y, cornerX: corner.x, cornerY: corner.y)
            for first in 0..<36 {
                for second in 0..<36 where first != second {
                    let (a, b) = ((x: first % 6, y: first / 6), (x: second % 6, y: second / 6))
                    let found = crossing.crosses(fromX: a.x, fromY: a.y, toX: b.x, toY: b.y)
                    if found { odd += 1 }
                    if found != Self.crosses(position, corner, a, b) { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0 && odd > 1000)
    }
}
