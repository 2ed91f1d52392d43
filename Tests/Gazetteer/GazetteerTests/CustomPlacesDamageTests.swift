import PlacemarkModel
import Testing

@testable import Gazetteer

/// What happens with an own layer that is damaged.
@Suite("Own layer, damaged")
struct CustomPlacesDamageTests {
    private static func mixed() throws -> [CustomPlace] {
        var generator = SeededRandom(seed: 3)
        return World.clustered.coordinates(using: &generator).prefix(150).enumerated().compactMap { index, center in
            let properties: [CustomPlaceKey: String] =
                index % 2 == 0 ? [.locality: "L\(index)", .postalCode: "P\(index)"] : [:]
            if index % 3 == 0 {
                return CustomPlace(
                    name: "C\(index)", properties: properties, shape: .circle(center: center, radiusInMeters: 9000))
            }
            return Star(center, size: 0.1, hasHole: index % 2 == 0, using: &generator).polygon().map {
                CustomPlace(name: "A\(index)", properties: properties, shape: .polygons([$0]))
            }
        }
    }

    /// Asks a layer for all that there is. That this returns is what is tested.
    private func use(_ places: CustomPlacesLayer, at queries: [Coordinate]) {
        for query in queries {
            var placemark = Placemark(geocoder: "test")
            places.apply(to: &placemark, at: query)
        }
        for _ in places.allFeatures {}
        _ = places.faults()
    }

    @Test("fault 56: an own layer with any byte changed, or full of noise, gives wrong answers at most")
    func damaged() throws {
        let layer = try CustomPlacesInMemory(Self.mixed())
        let queries =
            [Coordinate(90, 0), Coordinate(0, 180), Coordinate(-90, -180)]
            + layer.places.allFeatures.map(\.coordinate).prefix(20)
        var generator = SeededRandom(seed: 8)
        for offset in stride(from: CustomPlacesFormat.headerByteCount, to: layer.bytes.count, by: 61) {
            let byte = layer.bytes[offset]
            layer.bytes[offset] = offset % 2 == 0 ? 0xFF : byte ^ (1 << UInt8(offset % 8))
            use(layer.places, at: Array(queries.prefix(5)))
            layer.bytes[offset] = byte
        }
        for filler in [0x00, 0x01, 0x7F, 0x80, 0xFF, nil] as [UInt8?] {
            for offset in CustomPlacesFormat.headerByteCount..<layer.bytes.count {
                layer.bytes[offset] = filler ?? .random(in: 0...255, using: &generator)
            }
            use(layer.places, at: queries)
        }
    }

    @Test("fault 56: an own layer that is shorter than its counts say is refused")
    func cutOff() throws {
        let bytes = CustomPlacesWriter.bytes(of: try Self.mixed())
        let used = try #require(bytes.lastIndex { $0 != 0 }) + 1
        for count in Array(0...200) + Array(stride(from: 201, to: used - 1, by: 101)) + [used - 1] {
            let copy = Array(bytes.prefix(count))
            #expect(copy.withUnsafeBytes { CustomPlacesLayer(bytes: $0) == nil }, "\(count) bytes")
        }
        for field in 0..<7 {
            for count in [UInt32.max, UInt32.max / 20, 1_000_000] {
                var copy = bytes
                copy.store(littleEndian: count, at: field * 4)
                #expect(copy.withUnsafeBytes { CustomPlacesLayer(bytes: $0) == nil }, "field \(field)")
            }
        }
    }

    @Test("the same features give the same bytes")
    func deterministic() throws {
        #expect(try CustomPlacesWriter.bytes(of: Self.mixed()) == CustomPlacesWriter.bytes(of: Self.mixed()))
    }
}
