import Glibc
import Gazetteer

/// The points of a country's postal codes, one for each coordinate, from south to north.
struct PostalPoints {
    struct Point {
        /// In units of 1/10,000 degree.
        var latitude, longitude: Int32
        /// An index of `codes`; nil where several codes have the same coordinate, and none can be told from it.
        var code: Int?
        /// The cosine of the latitude.
        var cosine: Double
        /// 0..<`foldCount`, as if at random, but always the same.
        var fold: Int
    }

    /// Tenfold cross-validation: nine tenths of the points answer for the last.
    static let foldCount = 10
    /// One degree of latitude is 111,195 m on a sphere of the earth's mean radius.
    private static let metersPerUnit = 111_195.08 / PostalCodeSource.unitsPerDegree

    let codes: [String]
    let points: [Point]

    /// Takes the rows of one country, and leaves out what is not a postal code of a place: "CEDEX" (mail for large
    /// receivers in France), and rows without a stated accuracy where others of the country have one: mostly large
    /// receivers (in Germany), and post office boxes (in Switzerland and Scandinavia), placed at some office.
    init(_ rows: [PostalCodeSource.Row]) {
        let isLocated = rows.count { $0.accuracy > 0 } * 2 > rows.count
        let used = rows.filter { ($0.accuracy > 0 || !isLocated) && !$0.code.contains("CEDEX") }
        codes = Set(used.map(\.code)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
        var points: [Point] = []
        for (latitude, longitude, code) in used.map({ ($0.latitude, $0.longitude, numbers[$0.code]) })
            .sorted(by: { ($0.0, $0.1, $0.2 ?? 0) < ($1.0, $1.1, $1.2 ?? 0) })
        {
            if let last = points.indices.last, points[last].latitude == latitude, points[last].longitude == longitude {
                if points[last].code != code { points[last].code = nil }
            } else {
                let hash = UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
                points.append(
                    Point(
                        latitude: latitude, longitude: longitude, code: code,
                        cosine: cos(Double(latitude) / PostalCodeSource.unitsPerDegree * .pi / 180),
                        fold: Int((hash &* 0x9E37_79B9_7F4A_7C15) >> 40) % Self.foldCount))
            }
        }
        self.points = points
    }

    /// The point nearest to the point `index` among those that `isWanted`, and nearer than `limit` metres.
    ///
    /// Walks outwards from the point's latitude, and ends where the latitude alone is farther than the best.
    @inline(__always)
    func nearest(
        to index: Int, within limit: Double, where isWanted: (Point) -> Bool
    ) -> (index: Int, distanceInMeters: Double)? {
        let query = points[index]
        var (best, bestIndex) = (limit * limit, -1)
        func isNear(_ candidate: Int) -> Bool {
            let point = points[candidate]
            let north = Double(point.latitude - query.latitude) * Self.metersPerUnit
            if north * north >= best { return false }
            var units = abs(point.longitude - query.longitude)
            if units > 1_800_000 { units = 3_600_000 - units }
            let east = Double(units) * Self.metersPerUnit * query.cosine
            let squared = north * north + east * east
            if squared < best, isWanted(point) { (best, bestIndex) = (squared, candidate) }
            return true
        }
        var (below, above) = (index - 1, index + 1)
        while below >= 0 || above < points.count {
            if below >= 0 { below = isNear(below) ? below - 1 : -1 }
            if above < points.count { above = isNear(above) ? above + 1 : points.count }
        }
        return bestIndex >= 0 ? (bestIndex, best.squareRoot()) : nil
    }
}
