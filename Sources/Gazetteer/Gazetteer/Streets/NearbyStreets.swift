import Glibc
import PlacemarkModel

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
        /// The nearest of its houses, as far as one is within `StreetReach.ofNeighboursInMeters`.
        var house: NearbyHouse?

        /// How far away the street is: to its middle, or to its nearest house where its houses stand alone; nil where
        /// neither is near.
        var reachInMeters: Double? { distanceInMeters.isFinite ? distanceInMeters : house?.reachInMeters }
    }

    /// A house near a position.
    struct NearbyHouse {
        let house: StoredHouse
        /// To its point.
        let distanceInMeters: Double
        /// The number of its postal code; nil for none.
        let postalCode: Int?

        /// How far away it counts as.
        var reachInMeters: Double { house.reachInMeters(from: distanceInMeters) }
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
    private static let squaredHouseReach = StreetReach.ofNeighboursInMeters * StreetReach.ofNeighboursInMeters

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
        var nearest: (house: StoredHouse, distance: Double, reach: Double)?
        while houses.nextSide() {
            while let house = houses.next() {
                let way = (house.point - position) * metersPerUnit
                let distance = (way * way).sum().squareRoot()
                let reach = house.reachInMeters(from: distance)
                guard reach < nearest?.reach ?? StreetReach.ofNeighboursInMeters else { continue }
                nearest = (house, distance, reach)
            }
        }
        return nearest.map {
            NearbyHouse(
                house: $0.house, distanceInMeters: $0.distance, postalCode: $0.house.postalCode ?? piece.postalCode)
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
        if let house, house.reachInMeters < hits[number].house?.reachInMeters ?? .infinity {
            hits[number].house = house
        }
    }
}

extension StoredHouse {
    /// How far away it counts as from a point at this distance: inside its walls half as far, so that the number of a
    /// shop in a large building wins near its door. docs/explain/streets.md has the measurements.
    @inline(__always)
    func reachInMeters(from distanceInMeters: Double) -> Double {
        distanceInMeters - min(distanceInMeters, radiusInMeters) / 2
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
