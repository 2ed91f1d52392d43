import PlacemarkModel

/// A street and a house number at a position: where they are stored, and whether the number is known.
struct StreetAddress {
    /// The number of the street's name.
    let street: Int
    /// `12a`; nil when no number is near.
    let houseNumber: String?
    let isInterpolated: Bool
    /// The number of the postal code; nil for none.
    let postalCode: Int?
}

extension NearbyStreets {
    /// How much farther away a street of this kind counts than a residential one, in metres: people name the street
    /// that a house stands on, not the path behind it. docs/explain/streets.md has the measurements.
    private static func handicapInMeters(of kind: StreetKind) -> Double {
        switch kind {
        case .motorway, .trunk: 10
        case .primary, .secondary, .tertiary, .residential, .pedestrian, .place: 0
        case .service: 10
        case .track: 15
        case .footway: 20
        }
    }

    /// At a door so near one is in the house's street, unless one stands in the middle of another.
    /// docs/explain/streets.md has the measurements.
    private static let ofDoorInMeters = 9.0
    /// How much the houses may add to the distance to the middle, as a multiple of it: in the road, its houses do not matter.
    private static let largestShareOfHouses = 3.0

    /// What a street costs that the position may be in, in metres: the distance to its middle, and half of that to its
    /// nearest house; where none is near, the street's houses are elsewhere. At a door half the distance to it is enough.
    private static func cost(of hit: Hit) -> Double {
        let toHouse = min(hit.house?.reachInMeters ?? .infinity, StreetReach.ofNeighboursInMeters)
        let toMiddle = hit.reachInMeters ?? toHouse
        let cost = toMiddle + min(toHouse / 2, largestShareOfHouses * toMiddle) + handicapInMeters(of: hit.kind)
        return toHouse <= ofDoorInMeters ? min(cost, toHouse / 2) : cost
    }

    /// The streets, the most likely first.
    var ranked: [Hit] {
        hits.map { (hit: $0, cost: Self.cost(of: $0)) }
            .sorted { ($0.cost, $0.hit.name) < ($1.cost, $1.hit.name) }.map(\.hit)
    }

    /// The address at the position, in the street with this name number or in the most likely one; nil where no street is
    /// near.
    func address(inStreet street: Int? = nil, around plane: StreetPlane) -> StreetAddress? {
        guard
            let hit = hits.first(where: { $0.name == street })
                ?? hits.min(by: { (Self.cost(of: $0), $0.name) < (Self.cost(of: $1), $1.name) })
        else { return nil }
        if let near = hit.house, near.reachInMeters <= StreetReach.ofHouseInMeters {
            return StreetAddress(
                street: hit.name, houseNumber: near.house.label, isInterpolated: near.house.isInterpolated,
                postalCode: near.postalCode)
        }
        return hit.addressAlongStreet(around: plane)
    }
}

extension NearbyStreets.Hit {
    /// The address by the numbers along the nearest piece, on the side of the position.
    fileprivate func addressAlongStreet(around plane: StreetPlane) -> StreetAddress {
        guard let place = piece, let piece = StreetPiece(place.content) else {
            return StreetAddress(street: name, houseNumber: nil, isInterpolated: false, postalCode: nil)
        }
        let middle = StreetMiddle(
            piece.vertices, around: plane.position(inColumn: place.column, row: place.row),
            metersPerUnit: plane.metersPerUnit)
        var number: (label: String, isInterpolated: Bool, postalCode: Int?)?
        let here = middle.foot(of: SIMD2(0, 0))
        if let here, here.distance <= StreetReach.ofPlotInMeters {
            number = middle.number(at: here.along, on: here.side, houses: piece.houses)
        }
        return StreetAddress(
            street: name, houseNumber: number?.label, isInterpolated: number?.isInterpolated ?? false,
            postalCode: number?.postalCode ?? piece.postalCode)
    }
}

/// The middle of a piece of street on a plane round a position, in metres.
private struct StreetMiddle {
    private let points: [SIMD2<Double>]
    private let position: SIMD2<Double>
    private let metersPerUnit: SIMD2<Double>

    init(_ vertices: [SIMD2<Double>], around position: SIMD2<Double>, metersPerUnit: SIMD2<Double>) {
        points = vertices.map { ($0 - position) * metersPerUnit }
        (self.position, self.metersPerUnit) = (position, metersPerUnit)
    }

    /// Where a point of the plane belongs along the middle, how far away from it, and on which side. Nil without a
    /// middle.
    func foot(of point: SIMD2<Double>) -> StreetFoot? { StreetFoot(of: point, along: points) }

    /// The number by the houses on one side.
    func number(
        at along: Double, on side: StreetSide, houses: StreetHouses?
    ) -> (label: String, isInterpolated: Bool, postalCode: Int?)? {
        guard var houses else { return nil }
        var known: [HouseNumberRule.Known] = []
        var stored: [StoredHouse?] = []
        let length = StreetFoot.length(of: points)
        while houses.nextSide() {
            while let house = houses.next() {
                guard houses.side == side, let foot = foot(of: (house.point - position) * metersPerUnit) else {
                    continue
                }
                known.append(HouseNumberRule.Known(number: house.number, along: foot.along))
                stored.append(house)
            }
            guard houses.side == side else { continue }
            if let before = houses.before {
                known.append(.init(number: before.number, along: -before.distanceInMeters, isBeyond: true))
                stored.append(nil)
            }
            if let after = houses.after {
                known.append(.init(number: after.number, along: length + after.distanceInMeters, isBeyond: true))
                stored.append(nil)
            }
        }
        switch HouseNumberRule.number(at: along, between: known) {
        case .known(let index): return stored[index].map { ($0.label, $0.isInterpolated, $0.postalCode) }
        case .calculated(let number): return (String(number), true, nil)
        case nil: return nil
        }
    }
}
