import FoundationEssentials
import PlacemarkModel
import TestSupport

@testable import Gazetteer

extension Coordinate {
    /// For literals in tests.
    init(_ latitude: Double, _ longitude: Double) {
        self.init(clampingLatitude: latitude, wrappingLongitude: longitude)
    }

    static func random(using generator: inout SeededRandom) -> Coordinate {
        Coordinate(.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
    }

    /// This coordinate, some degrees away.
    func jittered(by degrees: Double, using generator: inout SeededRandom) -> Coordinate {
        Coordinate(
            latitude + .random(in: -degrees...degrees, using: &generator),
            longitude + .random(in: -degrees...degrees, using: &generator))
    }
}

/// The shapes of generated worlds.
enum World: String, CaseIterable {
    case one, random, clustered, duplicates, poles, antimeridian, grid, meridian

    func coordinates(using generator: inout SeededRandom) -> [Coordinate] {
        func many(_ count: Int, _ make: (inout SeededRandom) -> Coordinate) -> [Coordinate] {
            (0..<count).map { _ in make(&generator) }
        }
        switch self {
        case .one: return [Coordinate(47.14, 9.52)]
        case .random: return many(1500) { .random(using: &$0) }
        case .clustered:
            let centres = many(12) { .random(using: &$0) }
            return centres.flatMap { centre in many(100) { centre.jittered(by: 0.05, using: &$0) } }
        case .duplicates:
            let points = many(40) { .random(using: &$0) }
            return points.flatMap { Array(repeating: $0, count: 25) }
        case .poles:
            return [Coordinate(90, 0), Coordinate(-90, 0), Coordinate(90, 120), Coordinate(-90, -75)]
                + many(300) { Coordinate(89.9, 0).jittered(by: 0.1, using: &$0) }.enumerated().map { index, near in
                    Coordinate(index.isMultiple(of: 2) ? near.latitude : -near.latitude, Double(index) * 1.2 - 180)
                }
        case .antimeridian:
            return [Coordinate(0, 180), Coordinate(0, -180), Coordinate(-17, 180)]
                + many(600) { Coordinate(-17, 180).jittered(by: 2, using: &$0) }
        case .grid: return (-8...8).flatMap { row in (-18..<18).map { Coordinate(Double(row) * 10, Double($0) * 10) } }
        case .meridian: return many(500) { Coordinate(.random(in: -90...90, using: &$0), 0) }
        }
    }

    /// Places with all that the format can hold, and each now and then without it.
    func places(using generator: inout SeededRandom) -> [Place] {
        coordinates(using: &generator).enumerated().map { index, coordinate in
            Place(
                name: "Place \(index / 2)", coordinate: coordinate,
                population: index % 7 * (index % 23 == 0 ? 400_000 : 1000),
                country: index % 11 == 0 ? nil : "Country \(index % 3)",
                isoCountryCode: index % 13 == 0 ? nil : index % 100 == 7 ? "ZZ" : ["CA", "CB", "CC"][index % 3],
                administrativeArea: index % 5 == 0 ? nil : "State \(index % 4)",
                administrativeAreaCode: index % 4 == 0 ? "ST" : nil,
                subAdministrativeArea: index % 2 == 0 ? nil : "Čounty \(index % 17)",
                timeZone: index % 19 == 0 ? nil : "Zone/\(index % 5)")
        }
    }
}

extension TemporaryDirectory {
    /// Writes a file, and the folders that `name` begins with, and returns its path.
    func write(_ bytes: [UInt8], to name: String = "test.gazetteer") throws -> String {
        let folders = name.split(separator: "/").dropLast().joined(separator: "/")
        if !folders.isEmpty {
            try FileManager.default.createDirectory(atPath: file(folders), withIntermediateDirectories: true)
        }
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }
}

extension LayerDescription {
    static let test = LayerDescription(
        id: 0, name: "places", source: "the tests", version: "1", licence: "none", attribution: "nobody", byteCount: 0)
}

extension GazetteerWriter {
    /// The file with these places alone.
    static func bytes(of places: [Place]) throws -> [UInt8] {
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        return writer.bytes
    }
}

extension UInt16 {
    /// A country's code as the layers have it.
    static func country(_ letters: String) -> UInt16? { CountryCode.packed(letters) }
}

extension PlacesLayer {
    /// The named and the nearest place by a scan of all: the truth that the tree is held against.
    func scan(from coordinate: Coordinate, country: UInt16?) -> PlaceScan.Answer? {
        PlaceScan.answer(of: self, among: Array(0..<placeCount), from: coordinate, country: country)
    }
}

/// `NearestSearch` without a tree.
enum PlaceScan {
    struct Answer: Equatable {
        var named, nearest: Int

        init(named: Int, nearest: Int) { (self.named, self.nearest) = (named, nearest) }

        init?(_ found: (named: Int, nearest: Int)?) {
            guard let found else { return nil }
            self.init(named: found.named, nearest: found.nearest)
        }
    }

    /// The best of these places, by what the records, not the nodes, say of country and population.
    static func answer(
        of layer: PlacesLayer, among indices: [Int], from coordinate: Coordinate, country: UInt16?
    ) -> Answer? {
        let query = coordinate.unitVector
        var nearest = (squaredChord: Double.infinity, index: Int.max)
        var named = (score: Double.infinity, index: Int.max)
        for index in indices {
            guard let record = layer.record(at: index) else { continue }
            let isoCode = layer.area(at: record.area).flatMap { layer.country(at: $0.country).isoCode }
            if let country, isoCode.flatMap(CountryCode.packed) != country { continue }
            let node = layer.node(at: index)
            let (dx, dy, dz) = (query.x - Double(node.x), query.y - Double(node.y), query.z - Double(node.z))
            let squaredChord = dx * dx + dy * dy + dz * dz
            let bonus = LocalityBonus.chord(steps: LocalityBonus.steps(population: record.population))
            nearest = (squaredChord, index) < nearest ? (squaredChord, index) : nearest
            let score = squaredChord.squareRoot() - bonus
            named = (score, index) < named ? (score, index) : named
        }
        return nearest.index == .max ? nil : Answer(named: named.index, nearest: nearest.index)
    }
}
