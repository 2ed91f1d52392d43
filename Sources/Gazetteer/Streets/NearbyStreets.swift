import Glibc
import PlacemarkCore

/// The streets round a position, each once, with what is nearest of it.
struct NearbyStreets {
    /// A street within `StreetReach.ofStreetInMeters`.
    struct Hit {
        /// The number of its name.
        let name: Int
        var kind: StreetKind
        /// From the position to its middle; infinite for houses that stand alone.
        var distanceInMeters = Double.infinity
        /// Where the road leads at its nearest point: metres to the east and to the north.
        var direction = SIMD2(0.0, 0.0)
        /// The piece with the nearest middle, and the tile's column and row.
        var piece: (content: UnsafeRawBufferPointer, column: Int, row: Int)?
        /// The nearest of its houses, as far as one is within `StreetReach.ofHouseInMeters`.
        var house: NearbyHouse?
    }

    /// A house near a position.
    struct NearbyHouse {
        let house: StoredHouse
        /// To its point.
        let distanceInMeters: Double
        /// From its point to the middle of its street; infinite for one that stands alone.
        let depthInMeters: Double
        /// The number of its postal code; nil for none.
        let postalCode: Int?

        /// To its wall, as far as that is known; 0 inside.
        var distanceToWallInMeters: Double { house.distanceToWallInMeters(from: distanceInMeters) }
    }

    private(set) var hits: [Hit] = []
    private let metersPerUnit: SIMD2<Double>

    /// - Precondition: what the layer points into stays mapped while this is in use.
    init(in layer: StreetsLayer, around plane: StreetPlane) {
        metersPerUnit = plane.metersPerUnit
        let (columns, rows) = plane.tiles(withinMeters: StreetReach.ofStreetInMeters)
        for row in rows {
            for column in columns {
                guard let tile = layer.tile(column: StreetPlane.column(column), row: row) else { continue }
                add(tile, column: column, around: plane.position(inColumn: column, row: row))
            }
        }
    }

    /// What one tile holds near a position, in units from its corner.
    init(tile: StreetTile, at position: SIMD2<Double>, metersPerUnit: SIMD2<Double>) {
        self.metersPerUnit = metersPerUnit
        add(tile, column: tile.column, around: position)
    }

    private static let squaredReach = StreetReach.ofStreetInMeters * StreetReach.ofStreetInMeters
    private static let squaredHouseReach = StreetReach.ofHouseInMeters * StreetReach.ofHouseInMeters

    private mutating func add(_ tile: StreetTile, column: Int, around position: SIMD2<Double>) {
        var tile = tile
        while let (squaredBoxMeters, content) = tile.next(
            within: Self.squaredReach, of: position, metersPerUnit: metersPerUnit)
        {
            guard let piece = StreetPiece(content),
                let middle = piece.nearest(to: position, metersPerUnit: metersPerUnit)
            else { continue }
            let house =
                squaredBoxMeters > Self.squaredHouseReach
                ? nil : nearestHouse(among: middle.houses, of: piece, to: position)
            guard middle.squaredMeters <= Self.squaredReach || house != nil else { continue }
            add(house, middle.squaredMeters.squareRoot(), middle.direction, piece, (content, column, tile.row))
        }
    }

    private func nearestHouse(
        among houses: StreetHouses, of piece: StreetPiece, to position: SIMD2<Double>
    ) -> NearbyHouse? {
        var houses = houses
        var nearest: (house: StoredHouse, distance: Double, toWall: Double)?
        while houses.nextSide() {
            while let house = houses.next() {
                let way = (house.point - position) * metersPerUnit
                let distance = (way * way).sum().squareRoot()
                let toWall = house.distanceToWallInMeters(from: distance)
                guard toWall <= StreetReach.ofHouseInMeters else { continue }
                if let nearest, (nearest.toWall, nearest.distance) <= (toWall, distance) { continue }
                nearest = (house, distance, toWall)
            }
        }
        return nearest.map { house, distance, _ in
            let depth = piece.nearest(to: house.point, metersPerUnit: metersPerUnit)?.squaredMeters.squareRoot()
            return NearbyHouse(
                house: house, distanceInMeters: distance, depthInMeters: depth ?? .infinity,
                postalCode: house.postalCode ?? piece.postalCode)
        }
    }

    private mutating func add(
        _ house: NearbyHouse?, _ distance: Double, _ direction: SIMD2<Double>, _ piece: StreetPiece,
        _ place: (content: UnsafeRawBufferPointer, column: Int, row: Int)
    ) {
        let known = hits.firstIndex { $0.name == piece.name }
        let number = known ?? hits.count
        if known == nil { hits.append(Hit(name: piece.name, kind: piece.kind)) }
        if distance < hits[number].distanceInMeters, distance <= StreetReach.ofStreetInMeters {
            (hits[number].distanceInMeters, hits[number].direction) = (distance, direction)
            (hits[number].kind, hits[number].piece) = (piece.kind, place)
        }
        if let house, house.isNearer(than: hits[number].house) { hits[number].house = house }
    }
}

extension StoredHouse {
    /// To its wall from a point at this distance; 0 inside. Half the radius counts: the whole circle covers the corners
    /// of the neighbours' houses. docs/streets.md has the measurements.
    @inline(__always)
    func distanceToWallInMeters(from distanceInMeters: Double) -> Double {
        max(0, distanceInMeters - radiusInMeters / 2)
    }
}

extension NearbyStreets.NearbyHouse {
    /// Whether this one says the number; of two round the position, the one in whose middle it is.
    func isNearer(than other: Self?) -> Bool {
        guard let other else { return true }
        return (distanceToWallInMeters, distanceInMeters) < (other.distanceToWallInMeters, other.distanceInMeters)
    }
}

extension NearbyStreets.Hit {
    /// Degrees clockwise from true north, 0..<180.
    var directionInDegrees: Double {
        let degrees = atan2(direction.x, direction.y) * 180 / .pi
        let halfTurn = degrees < 0 ? degrees + 180 : degrees
        return halfTurn >= 180 ? 0 : halfTurn
    }
}
