import Glibc

/// Where a name goes along a line: the straightest piece that is as long as the name.
struct NamePath {
    /// The middle of the piece.
    let middle: PicturePoint
    /// Of the name against the picture's lower side, in radians clockwise; never upside down.
    let angle: Double

    /// How far the line may be from the name's middle line, as a share of the letters' size: more, and the name leaves its street.
    private static let largestDeviation = 0.35
    /// Pieces are tried a quarter of the name apart.
    private static let stepsInName = 4.0

    /// Returns nil where the line is too short for the name or turns too much.
    ///
    /// - Parameters:
    ///   - length: of the name, in pixels.
    ///   - size: of its letters, in pixels.
    init?(along line: [PicturePoint], length: Double, size: Double) {
        var reached = [0.0]
        for (from, to) in zip(line, line.dropFirst()) {
            reached.append(reached[reached.count - 1] + hypot(to.x - from.x, to.y - from.y))
        }
        guard let whole = reached.last, length > 0, whole >= length else { return nil }
        var best: (start: Double, deviation: Double)?
        var start = 0.0
        while start + length <= whole {
            let deviation = Self.deviation(of: line, reached, from: start, to: start + length)
            if deviation < best?.deviation ?? .infinity { best = (start, deviation) }
            start += length / Self.stepsInName
        }
        guard let best, best.deviation <= Self.largestDeviation * size else { return nil }
        let from = Self.point(of: line, reached, at: best.start)
        let to = Self.point(of: line, reached, at: best.start + length)
        middle = PicturePoint(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        let angle = atan2(to.y - from.y, to.x - from.x)
        self.angle = abs(angle) > .pi / 2 ? angle - copysign(.pi, angle) : angle
    }

    /// How far the corners between two lengths are from the straight line that joins the ends.
    private static func deviation(of line: [PicturePoint], _ reached: [Double], from: Double, to: Double) -> Double {
        let (start, end) = (point(of: line, reached, at: from), point(of: line, reached, at: to))
        let (runX, runY) = (end.x - start.x, end.y - start.y)
        let run = hypot(runX, runY)
        // A line that comes back to where it began carries no name.
        guard run > (to - from) / 2 else { return .infinity }
        let first = reached.firstIndex { $0 > from } ?? line.count
        var largest = 0.0
        for index in first..<line.count where reached[index] < to {
            let (x, y) = (line[index].x - start.x, line[index].y - start.y)
            largest = max(largest, abs(x * runY - y * runX) / run)
        }
        return largest
    }

    /// The point of a line that so many pixels lead to.
    private static func point(of line: [PicturePoint], _ reached: [Double], at length: Double) -> PicturePoint {
        guard let next = reached.firstIndex(where: { $0 >= length }), next > 0 else { return line[0] }
        let step = reached[next] - reached[next - 1]
        let share = step > 0 ? (length - reached[next - 1]) / step : 0
        let (from, to) = (line[next - 1], line[next])
        return PicturePoint(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
    }
}
