import PlacemarkModel
import Testing

@testable import Gazetteer

@Suite("Coast")
struct CoastLayerTests {
    private static let reachInMeters = 32_000.0
    /// From the middle of a cell to its corner at the equator, 0.0625° each way: twice, for the land and for the asker.
    private static let cellsInMeters = 2 * 9_900.0

    @Test("near land is what lies within the reach of some land, and not what lies well beyond, at poles and ±180° too")
    func oracle() throws {
        var generator = SeededRandom(seed: 3)
        var land = (0..<30).map { _ in Coordinate.random(using: &generator) }
        land += [
            Coordinate(-17, 180), Coordinate(10, -180), Coordinate(89.95, 20), Coordinate(-90, 0),
            Coordinate(70, 179.99),
        ]
        var writer = CoastLayerWriter()
        for coordinate in land { writer.addLand(at: coordinate) }
        let bytes = writer.bytes(nearInMeters: Self.reachInMeters)
        #expect(bytes.count.isMultiple(of: FileFormat.alignment))
        try bytes.withUnsafeBytes { bytes in
            let layer = try #require(CoastLayer(bytes: bytes))
            var (near, far) = (0, 0)
            for centre in land {
                #expect(layer.isNearLand(centre))
                for _ in 0..<60 {
                    let spot = Coordinate(
                        centre.latitude + .random(in: -0.7...0.7, using: &generator),
                        centre.longitude + .random(in: -2...2, using: &generator))
                    let distance = land.map { $0.distance(to: spot) }.min() ?? .infinity
                    if distance < Self.reachInMeters - Self.cellsInMeters {
                        near += 1
                        #expect(layer.isNearLand(spot), "\(spot)")
                    } else if distance > Self.reachInMeters + Self.cellsInMeters {
                        far += 1
                        #expect(!layer.isNearLand(spot), "\(spot)")
                    }
                }
            }
            #expect(near > 30 && far > 300)
            for longitude in [-180.0, -90, 0, 90, 180] { #expect(layer.isNearLand(Coordinate(-90, longitude))) }
        }
    }

    @Test("land is near on both sides of the antimeridian, at every latitude", arguments: [-88.0, -17, 0, 66.5, 84])
    func antimeridian(latitude: Double) throws {
        // The cell next to the antimeridian on one side, and the one on the other side, 0.125° further: 13.9 km at most.
        let (east, west) = (Coordinate(latitude, 179.94), Coordinate(latitude, -179.94))
        for (land, other) in [(east, west), (west, east)] {
            var writer = CoastLayerWriter()
            writer.addLand(at: land)
            try writer.bytes(nearInMeters: Self.reachInMeters).withUnsafeBytes { bytes in
                let layer = try #require(CoastLayer(bytes: bytes))
                #expect(layer.isNearLand(land) && layer.isNearLand(other))
                if abs(latitude) < 80 {
                    #expect(!layer.isNearLand(Coordinate(latitude, 175)))
                    #expect(!layer.isNearLand(Coordinate(latitude, -175)))
                }
            }
        }
    }

    @Test("without land nothing is near, and a layer that is too short is none")
    func empty() throws {
        try CoastLayerWriter().bytes(nearInMeters: 32_000).withUnsafeBytes { bytes in
            let layer = try #require(CoastLayer(bytes: bytes))
            for coordinate in [Coordinate(0, 0), Coordinate(90, 180), Coordinate(-90, -180), Coordinate(0, 180)] {
                #expect(!layer.isNearLand(coordinate))
            }
            #expect(CoastLayer(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<(CoastLayer.byteCount - 1)])) == nil)
        }
    }
}
