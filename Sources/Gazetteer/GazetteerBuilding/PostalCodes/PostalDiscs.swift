package import Gazetteer

/// The postal codes of the world, with the radius within which each is believed.
package struct PostalDiscs {
    /// What became of a country.
    package struct Country {
        package var code: String
        package var pointCount: Int
        package var discs: [PostalDisc]
        /// Nil when the country was left out.
        package var belief: PostalBelief?
        /// `PostalTrial.crossResult`
        package var result: PostalTrial.Result?
        /// By what is nearest, however far away; nil where nothing can be measured.
        package var nearestResult: PostalTrial.Result?
    }

    /// Whose codes in the source do not tell where one is: numbers of buildings in Dubai (the United Arab Emirates have
    /// no postal codes), codes of single buildings in Singapore, the foreign numbers that Chinese forms take for Hong
    /// Kong and Macao (which have no postal codes), and the code of American Samoa for Samoa.
    static let leftOut: Set = ["AE", "HK", "MO", "SG", "WS"]
    /// Where fewer of the codes than this share have a point of their own, the rest is heaped on the middles of towns
    /// (Portugal, Sweden, Colombia), and the distances between points say nothing.
    static let leastShareOfLocatedCodes = 0.1

    package let countries: [Country]
    var discs: [PostalDisc] { countries.flatMap(\.discs) }

    package init(_ source: PostalCodeSource) {
        countries = source.rows.keys.sorted().filter { !Self.leftOut.contains($0) }.map { code in
            Self.country(code, PostalPoints(source.rows[code] ?? []))
        }
    }

    private static func country(_ code: String, _ points: PostalPoints) -> Country {
        var country = Country(code: code, pointCount: points.points.count, discs: [])
        let locatedCount = Set(points.points.compactMap(\.code)).count
        guard Double(locatedCount) >= leastShareOfLocatedCodes * Double(points.codes.count) else { return country }
        let trial = PostalTrial(points)
        country.belief = trial.belief
        country.result = trial.crossResult
        country.nearestResult = trial.isTelling ? trial.result(of: .nearest) : nil
        guard let belief = country.belief else { return country }
        country.discs = points.points.indices.compactMap { index in
            let point = points.points[index]
            guard let number = point.code else { return nil }
            let reach = belief.mostMeters / belief.fraction
            let other = points.nearest(to: index, within: reach) { $0.code != number }
            guard let radius = belief.radius(distanceToOtherCode: other?.distanceInMeters ?? reach) else { return nil }
            return PostalDisc(
                country: code, code: points.codes[number],
                latitude: Double(point.latitude) / PostalCodeSource.unitsPerDegree,
                longitude: Double(point.longitude) / PostalCodeSource.unitsPerDegree, radiusInMeters: radius)
        }
        return country
    }
}
