import Glibc
import PlacemarkModel

/// A point of the picture, in pixels from its north-western corner.
struct PicturePoint: Hashable {
    var x, y: Double
}

/// The part of the earth that a picture shows, in Mercator's projection as web maps have it.
struct Viewport {
    let width, height: Double
    /// The zoom for tiles of 512 pixels, as the page counts it.
    let zoom: Double
    /// Pixels round the earth.
    let worldSide: Double
    private let centerX, centerY: Double

    private static let tileSideInPixels = 512.0
    /// What a picture with nothing but a position shows, and how near several points are looked at, at most.
    private static let usualZoom = 13.0, nearestZoom = 16.0
    /// The share of the picture that all points together fill.
    private static let filledShare = 0.8

    /// - Parameter points: what the picture must show when nobody says where its middle is.
    init(_ style: PictureStyle, showing points: [Coordinate]) {
        (width, height) = (Double(style.width), Double(style.height))
        // Longitudes go on beyond 180°, so that a way across the antimeridian is one piece.
        let reference = points.last?.longitude ?? 0
        let plane = points.map { Self.plane($0, near: reference) }
        let (xs, ys) = (plane.map(\.x), plane.map(\.y))
        let middle = style.center.map { Self.plane($0, near: $0.longitude) }
        var fitting = points.count > 1 ? Self.nearestZoom : points.isEmpty ? 0 : Self.usualZoom
        if let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max() {
            let (runX, runY) = (max(east - west, 1e-9), max(south - north, 1e-9))
            let room = min(width / runX, height / runY) * Self.filledShare / Self.tileSideInPixels
            if points.count > 1 { fitting = min(fitting, max(0, log2(room))) }
            centerX = middle?.x ?? (west + east) / 2
            centerY = middle?.y ?? (north + south) / 2
        } else {
            (centerX, centerY) = (middle?.x ?? 0.5, middle?.y ?? 0.5)
            if middle != nil { fitting = Self.usualZoom }
        }
        let bounds = PictureStyle.zooms
        zoom = min(max(style.zoom ?? fitting, bounds.lowerBound), bounds.upperBound)
        worldSide = Self.worldSide(zoom: zoom)
    }

    static func worldSide(zoom: Double) -> Double { tileSideInPixels * exp2(zoom) }

    /// Where a position is: of the earth's copies beside each other the one nearest to the middle.
    func point(_ coordinate: Coordinate) -> PicturePoint {
        var (x, y) = Self.plane(coordinate, near: coordinate.longitude)
        x += (centerX - x).rounded()
        return PicturePoint(x: (x - centerX) * worldSide + width / 2, y: (y - centerY) * worldSide + height / 2)
    }

    /// Where a meridian is: of the earth's copies beside each other the one that the longitude means, which may be beyond
    /// ±180.
    func x(ofLongitude longitude: Double) -> Double { ((longitude + 180) / 360 - centerX) * worldSide + width / 2 }

    func y(ofLatitude latitude: Double) -> Double { (Self.planeY(latitude) - centerY) * worldSide + height / 2 }

    /// How long a metre is at a latitude, in pixels.
    func pixelsPerMeter(at latitude: Double) -> Double {
        worldSide / (2 * .pi * 6_378_137 * max(cos(latitude * .pi / 180), 0.01))
    }

    /// The latitude of the picture's middle.
    var centerLatitude: Double { Self.latitude(planeY: centerY) }

    /// What a picture shows, in degrees.
    struct Bounds: Equatable {
        /// Perhaps beyond ±180, and more than once round the earth.
        var west, east: Double
        /// Perhaps beyond the ends of Mercator's map.
        var south, north: Double
    }

    var bounds: Bounds {
        let (reachX, reachY) = (width / worldSide / 2, height / worldSide / 2)
        return Bounds(
            west: (centerX - reachX) * 360 - 180, east: (centerX + reachX) * 360 - 180,
            south: Self.latitude(planeY: centerY + reachY), north: Self.latitude(planeY: centerY - reachY))
    }

    /// The tiles of a zoom that the picture shows, and where they lie. Columns may be beyond the map's sides: the earth goes
    /// round.
    func tiles(zoom: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>, side: Double) {
        let side = worldSide / exp2(Double(zoom))
        let (west, north) = (centerX * worldSide - width / 2, centerY * worldSide - height / 2)
        let last = (1 << zoom) - 1
        let (top, bottom) = (Int((north / side).rounded(.down)), Int(((north + height) / side).rounded(.down)))
        return (
            Int((west / side).rounded(.down))...Int(((west + width) / side).rounded(.down)),
            min(max(top, 0), last)...min(max(bottom, 0), last), side
        )
    }

    /// The north-western corner of a tile.
    func corner(column: Int, row: Int, side: Double) -> PicturePoint {
        PicturePoint(
            x: Double(column) * side - centerX * worldSide + width / 2,
            y: Double(row) * side - centerY * worldSide + height / 2)
    }

    func contains(_ point: PicturePoint) -> Bool {
        (0...width).contains(point.x) && (0...height).contains(point.y)
    }

    /// 0…1 from west to east and from north to south; x near that of another longitude.
    private static func plane(_ coordinate: Coordinate, near longitude: Double) -> (x: Double, y: Double) {
        var x = (coordinate.longitude + 180) / 360
        let reference = (longitude + 180) / 360
        x += (reference - x).rounded()
        return (x, planeY(coordinate.latitude))
    }

    private static func planeY(_ latitude: Double) -> Double {
        (1 - asinh(tan(min(max(latitude, -85.051_128), 85.051_128) * .pi / 180)) / .pi) / 2
    }

    private static func latitude(planeY y: Double) -> Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }
}
