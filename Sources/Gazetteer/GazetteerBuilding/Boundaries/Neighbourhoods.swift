import Gazetteer
import PlacemarkModel

/// Where people live: the cells of the coast layer in which a place lies, and those round them, some 14 to 28 km to each side.
struct Neighbourhoods {
    private var isNear = [Bool](repeating: false, count: CoastLayer.columnCount * CoastLayer.rowCount)

    /// How many cells from that of a place are near it; to the east and west more of them, where they are narrow.
    private static let reachInCells = 2

    init(of places: [Place]) {
        let (columns, rows) = (CoastLayer.columnCount, CoastLayer.rowCount)
        for place in places {
            let (row, column) = CoastLayer.cell(place.coordinate).quotientAndRemainder(dividingBy: columns)
            let (x, y, _) = place.coordinate.unitVector
            let width = min(columns / 2, Int(Double(Self.reachInCells) / max((x * x + y * y).squareRoot(), 0.05)))
            for row in max(0, row - Self.reachInCells)...min(rows - 1, row + Self.reachInCells) {
                for offset in -width...width { isNear[row * columns + (column + offset + columns) % columns] = true }
            }
        }
    }

    /// Whether any vertex of a border is near a place.
    func contain(_ border: Border) -> Bool { contain(border.points) }

    /// Whether any of the points is near a place.
    func contain(_ points: [GridPoint]) -> Bool { points.contains(where: isNear) }

    /// A border cut where it leaves the places and where it comes back to them, so that the coast of a wilderness is drawn as
    /// one although a village lies somewhere on it. What is shorter than this many vertices is no piece of its own.
    func pieces(of border: Border) -> [Border] {
        var pieces: [Border] = []
        var start = 0
        var isStartNear = border.points.first.map(isNear) ?? false
        for index in border.points.indices where isNear(border.points[index]) != isStartNear {
            if index - start >= Self.fewestVertices {
                pieces.append(Border(points: Array(border.points[start...index]), boundaries: border.boundaries))
                start = index
            }
            isStartNear.toggle()
        }
        pieces.append(Border(points: Array(border.points[start...]), boundaries: border.boundaries))
        return pieces.filter { $0.points.count > 1 }
    }

    private static let fewestVertices = 16

    private func isNear(_ point: GridPoint) -> Bool {
        isNear[
            CoastLayer.cell(
                Coordinate(
                    clampingLatitude: Double(point.y) / Grid.stepsPerDegree - 90,
                    wrappingLongitude: Double(point.x) / Grid.stepsPerDegree - 180))]
    }
}
