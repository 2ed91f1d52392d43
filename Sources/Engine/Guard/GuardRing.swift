import Glibc
import PlacemarkModel

/// The ring of a guard as a plane round its centre, in metres: how far outside a point lies.
struct GuardRing: Sendable {
    let plan: GuardPlan
    private let scale: LocalScale
    /// Of the bearings that bound the sector: unit vectors to the east and to the north.
    private let edges: (SIMD2<Double>, SIMD2<Double>)?

    init(_ plan: GuardPlan) {
        self.plan = plan
        scale = LocalScale(atLatitude: plan.coordinate.latitude)
        edges = plan.sector.map { (Self.direction($0.from), Self.direction($0.to)) }
    }

    /// Metres to the east and to the north of the centre.
    func offset(of coordinate: Coordinate) -> SIMD2<Double> {
        scale.meters(
            east: shortWay(coordinate.longitude - plan.coordinate.longitude),
            north: coordinate.latitude - plan.coordinate.latitude)
    }

    /// The point at an offset. At a pole, where no degree has a length to the east, the centre's meridian.
    func coordinate(at offset: SIMD2<Double>) -> Coordinate {
        let east = scale.metersPerDegreeEast > 0 ? offset.x / scale.metersPerDegreeEast : 0
        return Coordinate(
            clampingLatitude: plan.coordinate.latitude + offset.y / scale.metersPerDegreeNorth,
            wrappingLongitude: plan.coordinate.longitude + east)
    }

    /// How far outside a point lies, in metres; negative inside, and then how far it is from being outside.
    func excess(at offset: SIMD2<Double>) -> Double {
        let distance = offset.length
        guard let edges, let sector = plan.sector else { return distance - plan.radius }
        let sideways = min(self.distance(from: offset, to: edges.0), self.distance(from: offset, to: edges.1))
        let isInSector = isInSector(offset, sector)
        let shore =
            switch (isInSector, distance > plan.warning) {
            // The nearest way out: back towards the centre, or sideways over an edge.
            case (true, true): min(distance - plan.warning, sideways)
            case (true, false): distance - plan.warning
            case (false, _): -sideways
            }
        return max(distance - plan.radius, shore)
    }

    /// Whether a point is within the ring that warns: towards a shore that is four fifths of the one that alarms there.
    func isNear(_ offset: SIMD2<Double>) -> Bool {
        let isTowardsShore = plan.sector.map { isInSector(offset, $0) } ?? false
        return offset.length > (isTowardsShore ? plan.warning * GuardPlan.usualWarningShare : plan.warning)
    }

    private func isInSector(_ offset: SIMD2<Double>, _ sector: GuardSector) -> Bool {
        let bearing = bearing(of: offset)
        return sector.from < sector.to
            ? bearing >= sector.from && bearing <= sector.to : bearing >= sector.from || bearing <= sector.to
    }

    /// In degrees clockwise from north, 0..<360.
    func bearing(of offset: SIMD2<Double>) -> Double {
        let degrees = atan2(offset.x, offset.y) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    private static func direction(_ bearing: Double) -> SIMD2<Double> {
        SIMD2(sin(bearing * .pi / 180), cos(bearing * .pi / 180))
    }

    /// The distance from a point to an edge of the sector, which begins at the ring that warns.
    private func distance(from point: SIMD2<Double>, to edge: SIMD2<Double>) -> Double {
        let along = max(plan.warning, (point * edge).sum())
        return (point - edge * along).length
    }
}
