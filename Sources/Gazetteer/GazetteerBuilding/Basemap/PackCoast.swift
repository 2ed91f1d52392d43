import Glibc
import VectorTiles

/// Land and sea as a detail pack's own coast has them, near that coast: the world's is some hundred metres off.
///
/// A coast is lines with the land on their left, and an extract has them with ends, gaps and mistakes. So it is looked at square by
/// square: where the lines go through a square from side to side, and land and sea take turns round it, its ground is known, and so is
/// that of the squares beside it, up to some hundred metres. A square with an end in it is left to the world's coast, and so is what
/// is not nearer to the coast than half as far as to an end: the coast goes on from there, nobody knows where to.
struct PackCoast {
    /// Lines that make rings, in units of the plane: round the land, and round the sea.
    private(set) var land: [[TilePoint]] = []
    private(set) var sea: [[TilePoint]] = []

    enum Ground: Equatable { case land, sea, unknown }

    /// How far from the coast the ground is told. The world's coast is 50 to 500 m off (docs/explain/basemap.md).
    private static let reachInMeters = 600.0
    private static let reachInSquares = 4.0...12.0
    /// How many times as far as to the coast it has to be to an end, and farther than that. With 1, a coast that turns just before its
    /// end told land of the sea behind the turn; with 2, the squares of a straight coast are told up to a slope of 45° from its end.
    private static let endReach = 2

    /// - Parameter ways: In units of the plane, in the direction that the extract has them in.
    init(_ ways: [[TilePoint]]) {
        let lines = CoastLines(ways).lines
        guard let first = lines.first?.first else { return }
        let crossed = Self.crossed(by: lines)
        let grounds = Self.grounds(beside: crossed, reach: Self.reach(at: first))
        for line in lines {
            for part in Self.parts(of: line, where: { crossed[$0]?.isWhole == true }) {
                land.append(part)
                sea.append(part)
            }
        }
        func isKnown(_ square: CoastSquare) -> Bool { Self.isKnown(square, crossed, grounds) }
        // In order, so that the same pack makes the same map.
        for square in (Array(crossed.keys) + grounds.keys).sorted() where isKnown(square) {
            for (side, neighbour) in square.neighbours.enumerated() where !isKnown(neighbour) {
                for (from, to, ground) in stretches(of: square, side: Int32(side), crossed[square], grounds[square]) {
                    let line = [from, to].map { $0.inUnits }
                    if ground == .land { land.append(line) } else { sea.append(line) }
                }
            }
        }
    }

    /// The part of a side that is land, and the part that is sea.
    private func stretches(
        of square: CoastSquare, side: Int32, _ crossed: CrossedSquare?, _ ground: Ground?
    ) -> [(TilePoint, TilePoint, Ground)] {
        let (start, end) = (side * CoastSquare.side, (side + 1) * CoastSquare.side)
        guard let crossed else { return [(square.point(at: start), square.point(at: end), ground ?? .unknown)] }
        let between = crossed.crossings.map(\.position).filter { start < $0 && $0 < end }
        return zip([start] + between, between + [end]).map { from, to in
            (square.point(at: from), square.point(at: to), crossed.ground(after: from))
        }
    }

    /// A square's side is 2¹⁴ · 16 of the earth's circumference at the equator.
    private static func reach(at point: TilePoint) -> Int {
        let latitude = atan(sinh(.pi * (1 - Double(point.y) / Double(MapPlane.side))))
        let metersPerSquare = 40_075_017 / Double(16 << MapPlane.finestZoom) * cos(latitude)
        return Int(min(max(reachInMeters / metersPerSquare, reachInSquares.lowerBound), reachInSquares.upperBound))
    }

    private static func crossed(by lines: [[TilePoint]]) -> [CoastSquare: CrossedSquare] {
        var squares: [CoastSquare: CrossedSquare] = [:]
        for line in lines {
            let (first, last) = (line[0], line[line.count - 1])
            if first != last {
                for end in [first, last] { squares[CoastSquare(of: end, end), default: CrossedSquare()].hasEnd = true }
            } else if !first.isOnGrid {
                squares[CoastSquare(of: first, first), default: CrossedSquare()].add(ring: line)
            }
            for (from, to) in zip(line, line.dropFirst()) {
                let square = CoastSquare(of: from, to)
                if from.isOnGrid {
                    squares[square, default: CrossedSquare()].add(square.position(onBorder: from), isEntry: true)
                }
                if to.isOnGrid {
                    squares[square, default: CrossedSquare()].add(square.position(onBorder: to), isEntry: false)
                }
            }
        }
        for square in squares.keys { squares[square]?.finish() }
        return squares
    }

    /// The ground of the squares round those that the coast crosses, nearest first. Where land and sea come from two sides, and where
    /// an end is near, nobody knows.
    private static func grounds(beside crossed: [CoastSquare: CrossedSquare], reach: Int) -> [CoastSquare: Ground] {
        let stepsFromEnd = steps(from: crossed.filter(\.value.hasEnd).keys, atMost: endReach * (reach + 1))
        var grounds: [CoastSquare: Ground] = [:]
        var next: [CoastSquare: Ground] = [:]
        func spread(_ ground: Ground, to square: CoastSquare) {
            guard crossed[square] == nil, grounds[square] == nil else { return }
            if let other = next[square], other != ground { next[square] = .unknown } else { next[square] = ground }
        }
        for (square, content) in crossed {
            for (side, neighbour) in square.neighbours.enumerated() {
                spread(content.isWhole ? content.ground(ofSide: Int32(side)) : .unknown, to: neighbour)
            }
        }
        for steps in 1...reach {
            let found = next.reduce(into: next) { found, element in
                if let end = stepsFromEnd[element.key], end <= endReach * steps { found[element.key] = .unknown }
            }
            next = [:]
            grounds.merge(found) { old, _ in old }
            for (square, ground) in found { for neighbour in square.neighbours { spread(ground, to: neighbour) } }
        }
        // Land beside sea without a coast between them: one of both is wrong.
        let wrong = grounds.filter { square, ground in
            ground == .land && square.neighbours.contains { grounds[$0] == .sea }
                || ground == .sea && square.neighbours.contains { grounds[$0] == .land }
        }
        for square in wrong.keys { grounds[square] = .unknown }
        func isKnown(_ square: CoastSquare) -> Bool { Self.isKnown(square, crossed, grounds) }
        // What hangs on one other square alone stands out beside an end, where all others round it are not told.
        let loose = grounds.keys.filter { isKnown($0) && $0.neighbours.count(where: isKnown) < 2 }
        for square in loose { grounds[square] = .unknown }
        return grounds
    }

    private static func isKnown(
        _ square: CoastSquare, _ crossed: [CoastSquare: CrossedSquare], _ grounds: [CoastSquare: Ground]
    ) -> Bool { crossed[square]?.isWhole ?? grounds[square].map { $0 != .unknown } ?? false }

    /// How many steps from neighbour to neighbour lead from the nearest of these squares to those near them.
    private static func steps(from starts: some Sequence<CoastSquare>, atMost most: Int) -> [CoastSquare: Int] {
        var steps = Dictionary(starts.map { ($0, 0) }) { first, _ in first }
        var border = Array(steps.keys)
        for step in 1...most {
            border = border.flatMap(\.neighbours).filter { square in
                guard steps[square] == nil else { return false }
                steps[square] = step
                return true
            }
        }
        return steps
    }

    /// The parts of a line in squares that are known, in units of the plane.
    private static func parts(of line: [TilePoint], where isKnown: (CoastSquare) -> Bool) -> [[TilePoint]] {
        var (parts, part): ([[TilePoint]], [TilePoint]) = ([], [])
        for (from, to) in zip(line, line.dropFirst()) {
            if isKnown(CoastSquare(of: from, to)) {
                if part.isEmpty { part = [from.inUnits] }
                part.append(to.inUnits)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

/// What a coast does in a square that it crosses.
struct CrossedSquare {
    /// Where a line comes in and goes out, as `CoastSquare.position` has it; in order once it is finished.
    private(set) var crossings: [(position: Int32, isEntry: Bool)] = []
    /// Of the largest ring that is inside as a whole, as `doubledArea` has it.
    private var ringArea = 0
    /// Whether a line begins or ends here.
    var hasEnd = false
    /// Whether the ground of all of it is known.
    private(set) var isWhole = false

    mutating func add(_ position: Int32, isEntry: Bool) { crossings.append((position, isEntry)) }

    mutating func add(ring: [TilePoint]) {
        let area = ring.doubledArea
        if abs(area) > abs(ringArea) { ringArea = area }
    }

    /// All has been added.
    mutating func finish() {
        crossings.sort { $0.position < $1.position }
        let followers = crossings.dropFirst() + crossings.prefix(1)
        isWhole =
            !hasEnd && (ringArea != 0 || !crossings.isEmpty)
            && zip(crossings, followers).allSatisfy { $0.position != $1.position && $0.isEntry != $1.isEntry }
    }

    /// What lies behind a position, clockwise round the square. The land is on the left of a line: where one comes in, it
    /// begins. Without any, a ring tells: land in the sea, or the other way round.
    func ground(after position: Int32) -> PackCoast.Ground {
        guard let last = crossings.last(where: { $0.position <= position }) ?? crossings.last else {
            return ringArea < 0 ? .sea : .land
        }
        return last.isEntry ? .land : .sea
    }

    /// That of a side that no line crosses.
    func ground(ofSide side: Int32) -> PackCoast.Ground { ground(after: side * CoastSquare.side) }
}

extension TilePoint {
    /// From half units, in which coasts are cut.
    fileprivate var inUnits: TilePoint { TilePoint(x: x >> 1, y: y >> 1) }
}
