import FoundationEssentials
import PlacemarkModel
import TestSupport

@testable import Gazetteer
@testable import GazetteerBuilding

/// A pack of two neighbouring cities: West (9.0° to 9.1° E) with an old town and a hamlet, and East (9.1° to 9.2° E).
enum SmallPack {
    static func description(version: String = "2026-01-01") -> LayerDescription {
        LayerDescription(
            id: 0, name: "", source: "test", version: version, licence: "ODbL 1.0", attribution: "© test",
            byteCount: 0)
    }

    static func writer(west: String = "West", version: String = "2026-01-01") throws -> GazetteerWriter {
        func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [GridPoint] {
            [(south, west), (south, east), (north, east), (north, west)].map { GridPoint(Coordinate($0.0, $0.1)) }
        }
        let liechtenstein = CountryCode.packed("LI") ?? 0
        let limits = [
            CityLimit(
                name: west, country: liechtenstein, level: 8, rank: 0, coordinate: Coordinate(47.05, 9.05)),
            CityLimit(name: "Old Town", country: liechtenstein, level: 10, rank: 1),
            CityLimit(name: "East", country: liechtenstein, level: 8, rank: 0),
        ]
        var writer = GazetteerWriter()
        try writer.addCityLimits(
            limits,
            places: [
                CityLimit.Place(name: "Hamlet", coordinate: Coordinate(47.01, 9.01)),
                CityLimit.Place(name: "Elsewhere", coordinate: Coordinate(48, 9)),
            ],
            borders: Topology.borders(ofRings: [
                [ring(9, 47, 9.1, 47.1)], [ring(9.04, 47.04, 9.06, 47.06)], [ring(9.1, 47, 9.2, 47.1)],
            ]), description: description(version: version))
        return writer
    }

    static func write(
        to path: String, west: String = "West", version: String = "2026-01-01"
    ) throws -> DetailPack {
        try writer(west: west, version: version).write(to: path)
        return try DetailPack(path: path)
    }

    /// One of the squares, as it is stored.
    static func squares() throws -> [UInt8] { Array(try writer().layers[1].payload.prefix(400)) }

    static let queries = [
        Coordinate(47.05, 9.05), Coordinate(47.02, 9.02), Coordinate(47.05, 9.15), Coordinate(47.2, 9.05),
        Coordinate(47.001, 9.099),
    ]

    static func answer(of pack: DetailPack, at coordinate: Coordinate) -> String? {
        guard let city = DetailPacks([pack]).city(at: coordinate),
            let name = city.layer.record(at: city.lookup.city).flatMap({ city.layer.name($0.name) })
        else { return nil }
        return "\(name)/\(city.lookup.part.flatMap { city.layer.name(of: $0) } ?? "")"
    }
}

extension TemporaryDirectory {
    func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}
