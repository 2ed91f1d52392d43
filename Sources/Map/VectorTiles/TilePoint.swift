/// A point in the plane of a map: x eastward, y southward, as tiles have it. Inside a tile 0…`TileLayer.extent`, a little
/// more in the buffer round it; before a map is cut into tiles, in the same units from its north-western corner.
public struct TilePoint: Hashable, Comparable, Sendable {
    public var x, y: Int32

    public init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }

    public static func < (a: TilePoint, b: TilePoint) -> Bool { (a.x, a.y) < (b.x, b.y) }
}

extension Sequence<TilePoint> {
    /// Twice the area that the ring encloses, by the surveyor's formula: above 0 for an outer ring as vector tiles want
    /// it, which runs clockwise on the screen.
    public var doubledArea: Int {
        var (sum, first, last): (Int, TilePoint?, TilePoint?) = (0, nil, nil)
        for point in self {
            if let last { sum += Int(last.x) * Int(point.y) - Int(point.x) * Int(last.y) }
            first = first ?? point
            last = point
        }
        guard let first, let last else { return 0 }
        return sum + Int(last.x) * Int(first.y) - Int(first.x) * Int(last.y)
    }
}
