/// Whether the way from a position to the reference corner of its cell crosses an edge of a border.
///
/// The way goes west to the corner's meridian, and then south along it. Edges that pass exactly through a position or a
/// corner must count once, and for the same side each time: so the position counts as a little farther
/// north than it is, and the meridian as farther east, by far more than that (simulation of simplicity, Edelsbrunner and
/// Mücke 1990). Then no vertex lies on the way, and all comparisons are of exact integers.
struct BorderCrossing {
    /// The position, and the reference corner, which is not east or north of it.
    let (x, y): (Int, Int)
    let (cornerX, cornerY): (Int, Int)

    /// Whether the way crosses the edge between two vertices an odd number of times.
    @inline(__always)
    func crosses(fromX: Int, fromY: Int, toX: Int, toY: Int) -> Bool {
        var isCrossed = false
        if (fromY <= y) != (toY <= y) {
            // The part to the west: the edge meets the parallel east of the corner, and not east of the position.
            let (low, high) = fromY < toY ? ((fromX, fromY), (toX, toY)) : ((toX, toY), (fromX, fromY))
            let rise = high.1 - low.1
            let run = (high.0 - low.0) * (y - low.1)
            isCrossed = run <= (x - low.0) * rise && run > (cornerX - low.0) * rise
        }
        if (fromX <= cornerX) != (toX <= cornerX) {
            // The part to the south: the edge meets the meridian south of the position, and not south of the corner.
            let (west, east) = fromX < toX ? ((fromX, fromY), (toX, toY)) : ((toX, toY), (fromX, fromY))
            let run = east.0 - west.0
            let rise = (east.1 - west.1) * (cornerX - west.0)
            let isFalling = east.1 <= west.1
            let (top, bottom) = ((y - west.1) * run, (cornerY - west.1) * run)
            let isBelowPosition = rise < top || (rise == top && isFalling)
            let isBelowCorner = rise < bottom || (rise == bottom && isFalling)
            if isBelowPosition != isBelowCorner { isCrossed.toggle() }
        }
        return isCrossed
    }
}
