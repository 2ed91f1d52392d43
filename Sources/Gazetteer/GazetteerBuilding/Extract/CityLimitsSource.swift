import Gazetteer
import PlacemarkModel

/// Makes of the boundaries of extracts the city limits of a detail pack.
struct CityLimitsSource {
    let limits: [CityLimit]
    /// The villages and quarters that are points.
    let places: [CityLimit.Place]
    let borders: [Border]

    /// Bends that reach so far are left out. The grid's steps of 2.4 m are no finer.
    private static let toleranceInMeters = 2.0

    /// What people call a part of their city, or a village of it (OpenStreetMap, key `place`); the city's own point too,
    /// so that its centre is in no quarter.
    private static let kindsOfPlaces: Set = [
        "city", "town", "borough", "suburb", "quarter", "neighbourhood", "village", "hamlet",
    ]

    /// A boundary that its country calls a city or a part of one.
    private struct Candidate {
        let boundary: ExtractedBoundaries.Boundary
        let node: ExtractedBoundaries.PlaceNode?
        let country: UInt16
        let rank: UInt8
        let name: String
        let translations: [String: String]

        init?(
            _ boundary: ExtractedBoundaries.Boundary, in extracted: ExtractedBoundaries, world: Gazetteer?,
            _ languages: PackLanguages
        ) {
            self.boundary = boundary
            node =
                [boundary.labelNode, boundary.centreNode].lazy.compactMap { $0.flatMap { extracted.placeNodes[$0] } }
                .first
            let inside = boundary.rings.interiorPoint.map { Coordinate($0) }
            let letters = inside.flatMap { world?.placemark(at: $0)?.isoCountryCode }
            country = letters.flatMap { CountryCode.packed($0) } ?? CountryCode.none
            let isNamedByItsNode = node.map { boundary.isNamed(by: $0) } ?? false
            guard let rank = AdminLevels.of(letters).rank(ofLevel: boundary.level, isNamedByItsNode: isNamedByItsNode),
                let ownName = LocalName.of(boundary.tags)
            else { return nil }
            self.rank = rank
            // `Københavns Kommune` is called after its centre; a valley is not after the village with the town hall.
            let nodeName = node.flatMap { LocalName.of($0.tags) }
            let isLabel = node != nil && node?.id == boundary.labelNode
            let isCalledAsNode = nodeName.map { isLabel || ownName.contains($0) } ?? false
            name = isCalledAsNode ? nodeName ?? ownName : ownName
            // `Kommune` in one language and not in the other would be a mixture: all names are those of one object.
            translations = languages.names(in: isCalledAsNode ? node?.tags ?? [:] : boundary.tags, shown: name)
        }
    }

    /// - Parameters:
    ///   - world: Says which country a boundary is in; nil for one set of rules everywhere.
    ///   - languages: Those in which cities and their parts get names besides.
    init(_ extracted: ExtractedBoundaries, world: Gazetteer?, languages: PackLanguages = .none) {
        // Neighbours get near numbers, which take fewer bytes.
        let candidates = extracted.boundaries.compactMap { Candidate($0, in: extracted, world: world, languages) }
            .sorted {
                ($0.boundary.rings[0][0].latitude, $0.boundary.relationID)
                    < ($1.boundary.rings[0][0].latitude, $1.boundary.relationID)
            }
        limits = candidates.map {
            CityLimit(
                name: $0.name, translations: $0.translations, country: $0.country, level: $0.boundary.level,
                rank: $0.rank,
                coordinate: $0.node.map { Coordinate($0.point) })
        }
        borders =
            BoundaryDrawing(
                candidates.map { SourceBoundary(rings: $0.boundary.rings, name: $0.name) }, format: .fine,
                toleranceInMeters: { _ in Self.toleranceInMeters }
            ).borders
        places = extracted.placeNodes.values.sorted { $0.id < $1.id }.compactMap { node in
            guard Self.kindsOfPlaces.contains(node.tags["place"] ?? ""), let name = LocalName.of(node.tags) else {
                return nil
            }
            return CityLimit.Place(
                name: name, translations: languages.names(in: node.tags, shown: name),
                coordinate: Coordinate(node.point))
        }
    }
}

extension ExtractedBoundaries.Boundary {
    /// Whether it bears the name of a place: the very name, or with more to it (`City of New York`) where the place is a
    /// city, and stands on the map for the whole boundary. A centre alone does not: the county of a city has one, too.
    fileprivate func isNamed(by node: ExtractedBoundaries.PlaceNode) -> Bool {
        guard let name = tags["name"], let nodeName = node.tags["name"] else { return false }
        if name == nodeName { return true }
        guard node.id == labelNode, ["city", "town"].contains(node.tags["place"]) else { return false }
        let (words, wanted) = (name.split(separator: " "), nodeName.split(separator: " "))
        return words.indices.contains { words[$0...].starts(with: wanted) }
    }
}

extension AdminLevels {
    /// What a boundary of this level is in the country (`CityLimitRank`); nil when it is neither a city nor a part of one.
    ///
    /// - Parameter isNamedByItsNode: Whether it bears the name of its centre: a city that is its own county or state.
    func rank(ofLevel level: UInt8, isNamedByItsNode: Bool) -> UInt8? {
        if municipality == level || isNamedByItsNode && fallbacks.contains(Int(level)) {
            return CityLimitRank.municipality
        }
        return parts.firstIndex(of: Int(level)).map { UInt8($0 + 1) }
    }
}

extension [[SourcePoint]] {
    /// A point inside, far from the sides: the middle of the widest stretch on the parallel half way up the largest ring.
    var interiorPoint: SourcePoint? {
        guard let largest = self.max(by: { $0.heightInUnits < $1.heightInUnits }), largest.heightInUnits > 0 else {
            return nil
        }
        // Between two units, so that no vertex lies on it.
        let middle = Double(largest.lowest) + Double(largest.heightInUnits / 2) + 0.5
        var crossings: [Double] = []
        for ring in self {
            for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let (low, high) = (Double(from.latitude), Double(to.latitude))
                guard (low < middle) != (high < middle) else { continue }
                let share = (middle - low) / (high - low)
                crossings.append(
                    Double(from.longitude) + share * (Double(to.longitude) - Double(from.longitude)))
            }
        }
        crossings.sort()
        let stretches = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
        return stretches.max { $0.1 - $0.0 < $1.1 - $1.0 }.flatMap {
            SourcePoint(longitudeUnits: Int(($0.0 + $0.1) / 2), latitudeUnits: Int(middle))
        }
    }
}

extension [SourcePoint] {
    fileprivate var lowest: Int { Int(self.min { $0.latitude < $1.latitude }?.latitude ?? 0) }
    fileprivate var heightInUnits: Int {
        Int(self.max { $0.latitude < $1.latitude }?.latitude ?? 0) - lowest
    }
}
